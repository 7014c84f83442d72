import { otpKeyIdOf } from '../security/otp-cipher.ts'
import { keyId, type KeyRing, oldest } from '../security/keys.ts'
import { pepperIdOf } from '../security/password-hash.ts'
import type { Database, Queries, SqlDatabase } from './database.ts'

/** How many passwords and secrets of authenticators hang on a key, by its id. */
export type KeyUses = ReadonlyMap<string, number>

export const countKeyUses = async ({ queries, keys }: Database): Promise<KeyUses> => {
  const users = await queries
    .selectFrom('users')
    .select(['password', 'otp_secret', 'otp_pending'])
    .execute()
  const uses = new Map<string, number>()
  const count = (id: string | null, ring: KeyRing): void => {
    const known = id ?? keyId(oldest(ring))
    uses.set(known, (uses.get(known) ?? 0) + 1)
  }
  for (const { password, otp_secret, otp_pending } of users) {
    // A deleted account has no password.
    if (password !== '') count(pepperIdOf(password), keys.pepper)
    for (const secret of [otp_secret, otp_pending]) {
      if (secret !== null) count(otpKeyIdOf(secret), keys.otpKey)
    }
  }
  return uses
}

/**
 * The database takes other keys at the next start.
 * @returns how many second factors that ends, for their secrets are unreadable
 */
export const forgetKeys = (database: SqlDatabase): Promise<number> =>
  database.write(async (tx) => {
    await tx.deleteFrom('server_meta').where('key', '=', KEY_IDS).execute()
    await tx.updateTable('users').set({ otp_pending: null }).execute()
    const { length } = await endSecondFactors(tx)
    return length
  })
/** The row of `server_meta` that names the keys in use: no others are used with this database. */
export const KEY_IDS = 'keys'

const endSecondFactors = async (tx: Queries): Promise<{ id: number }[]> => {
  await tx.deleteFrom('recovery_codes').execute()
  return await tx
    .updateTable('users')
    .set({ otp_secret: null, otp_active: 0 })
    .where('otp_secret', 'is not', null)
    .returning('id')
    .execute()
}

export const hasNamedKeys = async ({ queries }: SqlDatabase): Promise<boolean> =>
  (await queries
    .selectFrom('server_meta')
    .select('key')
    .where('key', '=', KEY_IDS)
    .executeTakeFirst()) !== undefined
