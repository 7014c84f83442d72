import { Dexie, type Table } from 'dexie'
import type { Session } from '#schema/api/users-service/auth.ts'

/** By which this device tells its owner's password without a network. */
export interface SessionLock {
  salt: string
  iterations: number
  verifier: string
}

/**
 * The signed-in person of this browser. The private key cannot be read out, not even by our own
 * code.
 */
export interface StoredSession {
  key: 'session'
  session: Session
  sessionId: string
  token: string
  privateKey: CryptoKey
  /** For work that stays unsent at sign-out; nor can this one be read out. */
  sealKey: CryptoKey
  /** Absent in sessions that began before there were any. */
  formerSealKeys?: CryptoKey[]
  serverId: string
  /** ms by the server's clock. */
  expiresOn: number
  /** Server's clock minus this device's, ms. */
  clockSkewMs: number
  /** Only the password helps; data and edits stay. */
  isExpired: boolean
  /** Absent in sessions that began before there was one. */
  lock?: SessionLock
  /** The person was kept out: no password helps, and nothing of the organization may stay here. */
  isRevoked?: boolean
}

class SessionDatabase extends Dexie {
  declare session: Table<StoredSession, string>
  constructor() {
    super('tenderbook-session')
    this.version(1).stores({ session: 'key' })
  }
}

let database = new SessionDatabase()

/** With what the page opens databases with from now on. */
export const reopenSessionStore = (): void => {
  database = new SessionDatabase()
}

export const readSession = (): Promise<StoredSession | undefined> => database.session.get('session')
export const writeSession = async (session: StoredSession): Promise<void> => {
  await database.session.put(session)
}
export const clearSession = async (): Promise<void> => {
  await database.session.clear()
}
