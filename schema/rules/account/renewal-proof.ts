/** The largest difference between the time of a proof and the server's clock. */
export const PROOF_WINDOW_MS = 60_000

export interface RenewalProof {
  sessionId: string
  /** The token to be replaced. */
  token: string
  /** Milliseconds since the epoch, by the server's clock as the device knows it. */
  timestamp: number
}

/**
 * Returns the text that the device key signs to renew a session. The prefix separates it from other
 * signed texts.
 */
export const renewalText = ({ sessionId, token, timestamp }: RenewalProof): string =>
  `tenderbook-renewal.${sessionId}.${token}.${timestamp}`

/**
 * Returns the range of valid times of a proof, in ms since the epoch, bounds included. Each proof
 * of a session must be later than the last one, so no proof is used twice.
 * @param last time of the last proof; 0 = none. A time later than the range means that the server's
 * clock was set back; it is then ignored.
 */
export const proofTimes = (last: number, now: number): { from: number; to: number } => {
  const to = now + PROOF_WINDOW_MS
  const earliest = now - PROOF_WINDOW_MS
  return { from: last > to ? earliest : Math.max(earliest, last + 1), to }
}
