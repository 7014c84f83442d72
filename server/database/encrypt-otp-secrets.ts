import { decryptOtpSecret, encryptOtpSecret, isByNewest } from '../security/otp-cipher.ts'
import type { Database } from './database.ts'
import type { ServerMeta } from './server-meta.ts'
import { tryAgain } from './try-again.ts'

/**
 * Encrypts the stored secrets of authenticators with the newest key at each start, if an older key
 * encrypted them or a former version stored them unencrypted. A row that changes during the run is
 * left for the next start. A secret that no key opens is left as it is; its owner has recovery
 * codes.
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
      await tryAgain(() =>
        database.write(async (tx) => {
          await tx
            .updateTable('users')
            .set({ [column]: encryptOtpSecret(secret, id, meta) })
            .where('id', '=', id)
            .where(column, '=', stored)
            .execute()
        }),
      )
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
