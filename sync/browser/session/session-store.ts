import { Dexie, type Table } from 'dexie'
import type { Session } from '#schema/api/users-service/auth.ts'

/** Lets this device check its owner's password without a network. */
export interface SessionLock {
  salt: string
  iterations: number
  verifier: string
}

/** The signed-in person of this browser. No code can read the private key out. */
export interface StoredSession {
  key: 'session'
  session: Session
  sessionId: string
  token: string
  privateKey: CryptoKey
  /** Encrypts work that stays unsent at sign-out; no code can read it out. */
  sealKey: CryptoKey
  /** Absent in sessions older than this field. */
  formerSealKeys?: CryptoKey[]
  serverId: string
  /** ms by the server's clock. */
  expiresOn: number
  /** Server's clock minus this device's, ms. */
  clockSkewMs: number
  /** Only the password restores the session; data and edits stay. */
  isExpired: boolean
  /** Absent in sessions older than this field. */
  lock?: SessionLock
  /**
   * The person's access ended: no password restores the session, and no data of the organization
   * may stay here.
   */
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

/** Opens the session store again, after the page replaced its IndexedDB. */
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
