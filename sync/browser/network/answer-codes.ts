/**
 * The message codes of the server's answer. A portal, a filter or a proxy that answers in its place
 * names none: that is no verdict.
 */
export const codesOf = async (
  response: Response,
): Promise<{ codes: unknown[]; lastMid: unknown }> => {
  const body = (await response.json().catch(() => null)) as {
    messageCodes?: unknown
    lastMid?: unknown
  } | null
  return {
    codes: Array.isArray(body?.messageCodes) ? body.messageCodes : [],
    lastMid: body?.lastMid,
  }
}

/** The clock of a server that could not take a proof by the device's; null where it says none. */
export const serverTimeOf = async (response: Response): Promise<number | null> => {
  const body = (await response.json().catch(() => null)) as {
    messageCodes?: unknown
    detail?: { now?: unknown }
  } | null
  const codes: unknown[] = Array.isArray(body?.messageCodes) ? body.messageCodes : []
  const now = body?.detail?.now
  return codes.includes('PROOF_TIME') && typeof now === 'number' ? now : null
}
