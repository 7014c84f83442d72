import { hashOfToken } from '../token.ts'
import type { Queries } from '../database.ts'
import type { SessionTimes } from './session-times.ts'

export interface IssuedToken extends SessionTimes {
  token: string
  sessionId: string
  userId: number
}

interface NewToken {
  sessionId: string
  token: string
  /** Grows by one with each token of a session. */
  serial: number
  now: number
}

/** Stores the hash of a token that the device has not used yet. */
export const insertToken = async (
  tx: Queries,
  { sessionId, token, serial, now }: NewToken,
): Promise<void> => {
  await tx
    .insertInto('session_tokens')
    .values({ hash: hashOfToken(token), session_id: sessionId, serial, created_on: now, used: 0 })
    .execute()
}
