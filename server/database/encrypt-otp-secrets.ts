import { decryptOtpSecret, encryptOtpSecret, isByNewest } from '../security/otp-cipher.ts'
import type { Database } from './database.ts'
import type { ServerMeta } from './server-meta.ts'

/**
 * At every start: secrets of authenticators that a former key encrypted, or that a former version
 * stored in the clear. A row that changes during this stays as it is until the next start; so does
 * one that no key opens, whose person has recovery codes.
 */
export const encryptOtpSecrets = async (database: Database, meta: ServerMeta): Promise<void> => {
  for (const column of ['otp_secret', 'otp_pending'] as const) {
    const rows = await database.queries
      .selectFrom('users')
      .select(['id', `${column} as stored`])
      .where(column, 'is not', null)
      .execute()
    for (const { id, stored } of rows) {
      if (stored === null || isByNewest(stored, meta)) continue
      const secret = readable(stored, id, meta)
      if (secret === null) continue
      await database.write(async (tx) => {
        await tx
          .updateTable('users')
          .set({ [column]: encryptOtpSecret(secret, id, meta) })
          .where('id', '=', id)
          .where(column, '=', stored)
          .execute()
      })
    }
  }
}

const readable = (stored: string, userId: number, meta: ServerMeta): string | null => {
  try {
    return decryptOtpSecret(stored, userId, meta)
  } catch {
    return null
  }
}
