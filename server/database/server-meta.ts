import { randomUUID } from 'node:crypto'
import type { Keys } from '../security/keys.ts'
import type { Database } from './database.ts'

/**
 * What one database is known by, and the keys that it is opened with. `serverId` is new when the
 * database was restored from a backup, and devices then start over.
 */
export interface ServerMeta extends Keys {
  serverId: string
}

const SERVER_ID = 'serverId'

/** The id is made with the first start; several processes that start at once agree on one. */
export const readServerMeta = async (database: Database): Promise<ServerMeta> => {
  const serverId = await database.write(async (tx) => {
    await tx
      .insertInto('server_meta')
      .values({ key: SERVER_ID, value: randomUUID() })
      .onConflict((conflict) => conflict.column('key').doNothing())
      .execute()
    const { value } = await tx
      .selectFrom('server_meta')
      .select('value')
      .where('key', '=', SERVER_ID)
      .executeTakeFirstOrThrow()
    return value
  })
  return { ...database.keys, serverId }
}
