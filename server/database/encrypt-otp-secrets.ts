import { encryptOtpSecret, isEncrypted } from '../security/otp-cipher.ts'
import type { Database } from './database.ts'
import type { ServerMeta } from './server-meta.ts'

/** At every start: secrets of authenticators that a former version stored in the clear. A row that changes meanwhile stays as it is until the next start. */
export const encryptOtpSecrets = async (database: Database, meta: ServerMeta): Promise<void> => {
  for (const column of ['otp_secret', 'otp_pending'] as const) {
    const rows = await database.queries.selectFrom('users').select(['id', `${column} as stored`]).where(column, 'is not', null).execute()
    for (const { id, stored } of rows) {
      if (stored === null || isEncrypted(stored)) continue
      await database.write(async (tx) => {
        await tx.updateTable('users').set({ [column]: encryptOtpSecret(stored, id, meta) }).where('id', '=', id).where(column, '=', stored).execute()
      })
    }
  }
}
