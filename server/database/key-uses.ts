import { otpKeyIdOf } from '../security/otp-cipher.ts'
import { keyId, type KeyRing, oldest } from '../security/keys.ts'
import { pepperIdOf } from '../security/password-hash.ts'
import type { Database, Queries, SqlDatabase } from './database.ts'

/** Key id → number of passwords and authenticator secrets that need the key. */
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
 * Makes the next start accept other keys.
 * @returns number of second factors turned off, because their secrets cannot be read with other
 * keys
 */
export const forgetKeys = (database: SqlDatabase): Promise<number> =>
  database.write(async (tx) => {
    await tx.deleteFrom('server_meta').where('key', '=', KEY_IDS).execute()
    await tx.updateTable('users').set({ otp_pending: null }).execute()
    const { length } = await endSecondFactors(tx)
    return length
  })
/** Row of `server_meta` that names the keys in use; the server does not start with others. */
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
