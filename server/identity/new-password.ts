import { Refusal } from '#schema/refusal.ts'
import type { Queries } from '../database/database.ts'
import { isRightHash, storedHash } from '../security/password-hash.ts'
import type { Services } from '../services.ts'
import { refuseUsernameAsPassword } from './accounts.ts'
import type { KnownUser } from './credentials.ts'

/** Number of former passwords that cannot be reused, besides the current one. */
const REMEMBERED = 10

/**
 * The value to store for a new password. Refuses the username, the current password and former
 * ones.
 */
export const acceptedPassword = async (
  { database, meta }: Services,
  user: KnownUser,
  sent: string,
): Promise<string> => {
  await refuseUsernameAsPassword(sent, [user.username], user)
  const former = await database.queries
    .selectFrom('password_history')
    .select('password')
    .where('user_id', '=', user.id)
    .orderBy('created_on', 'desc')
    .limit(REMEMBERED)
    .execute()
  for (const { password } of [user, ...former])
    if (await isRightHash(password, sent, meta.pepper))
      throw new Refusal('PASSWORD_ALREADY_USED', { field: 'password' })
  return await storedHash(sent, meta.pepper)
}

/**
 * Stores the new password and remembers the former one; false if the password has changed since
 * `user` was read.
 */
export const replacePassword = async (
  tx: Queries,
  user: KnownUser,
  { password, now }: { password: string; now: number },
): Promise<boolean> => {
  const changed = await tx
    .updateTable('users')
    .set({ password, updated_on: now })
    .where('id', '=', user.id)
    .where('password', '=', user.password)
    .returning('id')
    .executeTakeFirst()
  if (changed === undefined) return false
  const newest = await tx
    .selectFrom('password_history')
    .select('created_on')
    .where('user_id', '=', user.id)
    .orderBy('created_on', 'desc')
    .limit(1)
    .executeTakeFirst()
  await tx
    .insertInto('password_history')
    .values({
      user_id: user.id,
      password: user.password,
      created_on: Math.max(now, (newest?.created_on ?? 0) + 1),
    })
    .execute()
  return true
}
