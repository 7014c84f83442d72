import { noteBackup } from '../database/backup-times.ts'
import { connectPlace, type DatabasePlace } from './database-place.ts'

/**
 * Records in the database of a place that a backup of it is valid.
 * @returns why it is not recorded; a backup may be verified where its database is not
 */
export const noteVerified = async (
  place: DatabasePlace,
  { serverId, writtenOn }: { serverId: string | null; writtenOn: number },
): Promise<string | null> => {
  try {
    const database = connectPlace(place)
    try {
      const row = await database.queries
        .selectFrom('server_meta')
        .select('value')
        .where('key', '=', 'serverId')
        .executeTakeFirst()
      if (row === undefined || row.value !== serverId) return 'the backup is of another database'
      await noteBackup(database, 'verified', writtenOn)
      return null
    } finally {
      await database.close()
    }
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
