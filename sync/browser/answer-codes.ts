/** What the server said, by its codes. A portal of the network, a filter or a proxy that answers in its place names none: that is no verdict. */
export const codesOf = async (response: Response): Promise<{ codes: unknown[]; lastMid: unknown }> => {
  const body = (await response.json().catch(() => null)) as { messageCodes?: unknown; lastMid?: unknown } | null
  return { codes: Array.isArray(body?.messageCodes) ? body.messageCodes : [], lastMid: body?.lastMid }
}
