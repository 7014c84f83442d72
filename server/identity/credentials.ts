import type { Language } from '#schema/tables/languages.ts'
import { Refusal } from '#schema/refusal.ts'
import type { Queries } from '../database/database.ts'
import { networkOf } from '../security/network-of.ts'
import {
  holdRoom,
  isRightHash,
  needsRehash,
  spendSameTime,
  storedHash,
} from '../security/password-hash.ts'
import type { Services } from '../services.ts'
import { ofUsername, usernameOf, usernamesOf } from './accounts.ts'

/** Failed passwords from one network within the window, over all accounts. */
const ADDRESS_LIMIT = { max: 100, windowMs: 300_000 } as const

export interface KnownUser {
  id: number
  username: string
  email: string
  name: string
  language: Language
  password: string
  salt: string
  iterations: number
  blocked: number
  approval: 'APPROVED' | 'WAITING'
  otp_active: number
  otp_secret: string | null
  otp_pending: string | null
  otp_pending_on: number
}
const COLUMNS = [
  'id',
  'username',
  'email',
  'name',
  'language',
  'password',
  'salt',
  'iterations',
  'blocked',
  'approval',
  'otp_active',
  'otp_secret',
  'otp_pending',
  'otp_pending_on',
] as const

export const readKnownUser = async (tx: Queries, userId: number): Promise<KnownUser> =>
  await tx.selectFrom('users').select(COLUMNS).where('id', '=', userId).executeTakeFirstOrThrow()

export interface Credentials {
  username: string
  hash: string
  address: string
}

/**
 * The account with this name and password. An unknown name, a wrong password and a blocked account
 * are all refused with BAD_CREDENTIALS after the same time.
 */
export const requireCredentials = async (
  services: Services,
  { username, hash, address }: Credentials,
): Promise<KnownUser> => {
  const { database, meta, rateLimit, failedTries } = services
  // Held from before the attempt is counted: one that finds no room is none.
  const room = holdRoom()
  try {
    const addressKey = ['credentials', networkOf(address)] as const
    await rateLimit.take(addressKey, ADDRESS_LIMIT)
    const found = await database.queries
      .selectFrom('users')
      .select(COLUMNS)
      .where('username', 'in', usernamesOf(username))
      .execute()
    const user = ofUsername(found, username)
    const name = user?.username ?? usernameOf(username)
    const tried = { username: name, userId: user?.id ?? null, address }
    await failedTries.count('password', tried)
    room.letGo()
    if (user === undefined) {
      await spendSameTime(hash, meta.pepper)
      throw new Refusal('BAD_CREDENTIALS')
    }
    if (!(await isRightHash(user.password, hash, meta.pepper)) || user.blocked === 1)
      throw new Refusal('BAD_CREDENTIALS')
    // Only failures count against the limit.
    await rateLimit.giveBack(addressKey)
    await failedTries.succeed('password', tried)
    if (needsRehash(user.password, meta.pepper)) await rehash(services, user, hash)
    return user
  } finally {
    room.letGo()
  }
}

const rehash = async (
  { database, meta, clock }: Services,
  user: KnownUser,
  sent: string,
): Promise<void> => {
  const password = await storedHash(sent, meta.pepper)
  await database.write(async (tx) => {
    await tx
      .updateTable('users')
      .set({ password, updated_on: clock() })
      .where('id', '=', user.id)
      .where('password', '=', user.password)
      .execute()
  })
}

/**
 * Checks the password of the signed-in person again before a sensitive action, in case the screen
 * was left unattended.
 */
export const requireOwnPassword = async (
  services: Services,
  userId: number,
  hash: string,
): Promise<KnownUser> => {
  const { database, meta, failedTries } = services
  const room = holdRoom()
  try {
    const user = await readKnownUser(database.queries, userId)
    const tried = { username: user.username, userId, address: null }
    await failedTries.count('password', tried)
    room.letGo()
    if (!(await isRightHash(user.password, hash, meta.pepper)))
      throw new Refusal('PASSWORD_NOT_MATCH_CURRENT', { field: 'password' })
    await failedTries.succeed('password', tried)
    return user
  } finally {
    room.letGo()
  }
}
