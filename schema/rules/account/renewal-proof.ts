/** How far the time of a proof may be from the server's clock. */
export const PROOF_WINDOW_MS = 60_000

export interface RenewalProof {
  sessionId: string
  /** The token that is to be replaced. */
  token: string
  /** ms since the epoch, by the server's clock as the device knows it. */
  timestamp: number
}

/**
 * What the device key signs to renew a session. The prefix keeps it apart from other signed texts.
 */
export const renewalText = ({ sessionId, token, timestamp }: RenewalProof): string =>
  `tenderbook-renewal.${sessionId}.${token}.${timestamp}`

/**
 * When a proof may say that it was made, ms since the epoch, `from` and `to` included. Each proof
 * of a session has to be later than the last one, so none is used twice.
 * @param last of the last proof used; 0 = none. Later than any that is possible now means that the
 * server's clock has been set back: then it says nothing.
 */
export const proofTimes = (last: number, now: number): { from: number; to: number } => {
  const to = now + PROOF_WINDOW_MS
  const earliest = now - PROOF_WINDOW_MS
  return { from: last >= to ? earliest : Math.max(earliest, last + 1), to }
}
