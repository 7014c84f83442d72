import type { Language } from '#schema/tables/languages.ts'
import { Refusal } from '#schema/refusal.ts'
import type { Queries } from '../database/database.ts'
import { isRightHash, needsRehash, spendSameTime, storedHash } from '../security/password-hash.ts'
import type { Services } from '../services.ts'
import { ofUsername, usernamesOf } from './accounts.ts'

/** Wrong passwords from one address, whatever the account, in the window. */
const TRIES_PER_ADDRESS = 100
const TRIES_WINDOW_MS = 300_000

export interface KnownUser {
  id: number; username: string; email: string; name: string; language: Language; password: string; salt: string; iterations: number; blocked: number; approval: 'APPROVED' | 'WAITING'
  otp_active: number; otp_secret: string | null; otp_pending: string | null; otp_pending_on: number
}
const COLUMNS = ['id', 'username', 'email', 'name', 'language', 'password', 'salt', 'iterations', 'blocked', 'approval', 'otp_active', 'otp_secret', 'otp_pending', 'otp_pending_on'] as const

export const readKnownUser = async (tx: Queries, userId: number): Promise<KnownUser> =>
  await tx.selectFrom('users').select(COLUMNS).where('id', '=', userId).executeTakeFirstOrThrow()

export interface Credentials { username: string; hash: string; address: string }

/** Whose name and password these are. An unknown name, a wrong password and a blocked account are one and the same BAD_CREDENTIALS, after the same time. */
export const requireCredentials = async (services: Services, { username, hash, address }: Credentials): Promise<KnownUser> => {
  const { database, meta, rateLimit } = services
  const addressKey = `tries from ${address}`
  rateLimit.take(addressKey, TRIES_PER_ADDRESS, TRIES_WINDOW_MS)
  const found = await database.queries.selectFrom('users').select(COLUMNS)
    .where('username', 'in', usernamesOf(username)).execute()
  const user = ofUsername(found, username)
  if (user === undefined) {
    await spendSameTime(hash, meta.pepper)
    throw new Refusal('BAD_CREDENTIALS')
  }
  if (!await isRightHash(user.password, hash, meta.pepper) || user.blocked === 1) throw new Refusal('BAD_CREDENTIALS')
  // Only failures count.
  rateLimit.giveBack(addressKey)
  if (needsRehash(user.password)) await rehash(services, user, hash)
  return user
}

const rehash = async ({ database, meta, clock }: Services, user: KnownUser, sent: string): Promise<void> => {
  const password = await storedHash(sent, meta.pepper)
  await database.write(async (tx) => {
    await tx.updateTable('users').set({ password, updated_on: clock() }).where('id', '=', user.id).where('password', '=', user.password).execute()
  })
}

/** The signed-in person gives the password once more, for what must not be done by whoever found the screen open. */
export const requireOwnPassword = async ({ database, meta }: Services, userId: number, hash: string): Promise<KnownUser> => {
  const user = await readKnownUser(database.queries, userId)
  if (!await isRightHash(user.password, hash, meta.pepper)) throw new Refusal('PASSWORD_NOT_MATCH_CURRENT', { field: 'password' })
  return user
}
