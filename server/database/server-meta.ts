import { randomBytes, randomUUID } from 'node:crypto'
import type { Database } from './database.ts'

/** What one database is known by. `serverId` is new when the database was restored from a backup, and devices then start over. */
export interface ServerMeta { serverId: string; pepper: string; saltSecret: string; sealSecret: string; otpKey: string }

const secret = (): string => randomBytes(32).toString('base64')
const FRESH: { [K in keyof ServerMeta]: () => string } = {
  serverId: randomUUID, pepper: secret, saltSecret: secret, sealSecret: secret, otpKey: secret,
}

/** Made with the first start; several processes that start at once agree on one. */
export const readServerMeta = async (database: Database): Promise<ServerMeta> => {
  const fresh = Object.entries(FRESH).map(([key, make]) => ({ key, value: make() }))
  return await database.write(async (tx) => {
    await tx.insertInto('server_meta').values(fresh).onConflict((conflict) => conflict.column('key').doNothing()).execute()
    const rows = await tx.selectFrom('server_meta').select(['key', 'value']).execute()
    const value = (key: keyof ServerMeta): string => {
      const row = rows.find((candidate) => candidate.key === key)
      if (row === undefined) throw new Error(`server_meta lacks ${key}`)
      return row.value
    }
    return { serverId: value('serverId'), pepper: value('pepper'), saltSecret: value('saltSecret'), sealSecret: value('sealSecret'), otpKey: value('otpKey') }
  })
}
