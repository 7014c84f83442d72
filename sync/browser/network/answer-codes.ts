/**
 * The message codes of the server's answer. An answer of a portal, a filter or a proxy has no
 * codes, so it is no verdict.
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

/**
 * The server's clock, where it refused a proof for the device's clock; null in any other answer.
 */
export const serverTimeOf = async (response: Response): Promise<number | null> => {
  const body = (await response.json().catch(() => null)) as {
    messageCodes?: unknown
    detail?: { now?: unknown }
  } | null
  const codes: unknown[] = Array.isArray(body?.messageCodes) ? body.messageCodes : []
  const now = body?.detail?.now
  return codes.includes('PROOF_TIME') && typeof now === 'number' ? now : null
}
