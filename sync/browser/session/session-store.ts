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

/** When the person last did something in a page, in ms. */
interface Activity {
  key: 'active'
  at: number
}

class SessionDatabase extends Dexie {
  declare session: Table<StoredSession | Activity, string>
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

export const readSession = async (): Promise<StoredSession | undefined> => {
  const stored = await database.session.get('session')
  return stored?.key === 'session' ? stored : undefined
}
export const writeSession = async (session: StoredSession): Promise<void> => {
  await database.session.put(session)
}
/**
 * Writes what became of `former`, unless the person has signed out or in again since it was read.
 * @returns whether it was written
 */
export const replaceSession = (former: StoredSession, next: StoredSession): Promise<boolean> =>
  database.transaction('rw', database.session, async () => {
    const stored = await readSession()
    if (stored?.sessionId !== former.sessionId || stored.token !== former.token) return false
    await database.session.put(next)
    return true
  })
export const clearSession = async (): Promise<void> => {
  await database.session.clear()
}

/** Notes the activity of the signed-in person; nothing once the session is gone. */
export const writeActiveAt = (at: number): Promise<void> =>
  database.transaction('rw', database.session, async () => {
    if ((await readSession()) !== undefined) await database.session.put({ key: 'active', at })
  })
/** 0 if unknown. */
export const readActiveAt = async (): Promise<number> => {
  const stored = await database.session.get('active')
  return stored?.key === 'active' ? stored.at : 0
}
