import { randomUUID } from 'node:crypto'
import type { Keys } from '../security/keys.ts'
import type { Database } from './database.ts'
import { tryAgain } from './try-again.ts'

/**
 * The identity of a database and its keys. `serverId` changes when the database is restored from a
 * backup, so that devices start over.
 */
export interface ServerMeta extends Keys {
  serverId: string
}

const SERVER_ID = 'serverId'

/** Creates the id at the first start. When several processes start at once, all get the same id. */
export const readServerMeta = async (database: Database): Promise<ServerMeta> => {
  const serverId = await tryAgain(() =>
    database.write(async (tx) => {
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
    }),
  )
  return { ...database.keys, serverId }
}
