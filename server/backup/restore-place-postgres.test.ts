import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  createPostgresDatabase,
  type PostgresDatabase,
  stopOwnPostgres,
} from '../../tests/support/postgres.ts'
import { CONNECTION_NAMES } from '../database/connection-names.ts'
import type { Queries } from '../database/database.ts'
import { migrate } from '../database/migrate.ts'
import { openPostgres } from '../database/open-postgres.ts'
import { type OpenPlace, openPlace } from './restore-place.ts'

let database: PostgresDatabase
let places: OpenPlace[]
beforeEach(async () => {
  database = await createPostgresDatabase()
  places = []
})
afterEach(async () => {
  for (const place of places.splice(0)) await place.close()
  await database.drop()
})
afterAll(stopOwnPostgres)
const open = async (): Promise<OpenPlace> => {
  const place = await openPlace({ dataDir: '/unused', databaseUrl: database.url })
  places.push(place)
  return place
}
const mark = (value: string) => async (tx: Queries) => {
  await migrate({ dialect: 'postgres', queries: tx })
  await tx.insertInto('server_meta').values({ key: 'mark', value }).execute()
  return `wrote ${value}`
}
const marks = async (queries: Queries | null): Promise<string[]> =>
  queries === null
    ? []
    : (
        await queries.selectFrom('server_meta').select('value').where('key', '=', 'mark').execute()
      ).map(({ value }) => value)
const scratch = async (): Promise<string[]> =>
  (await readdir(tmpdir())).filter((name) => name.startsWith('tenderbook-tables-'))

describe('[BU13] [BU15] a place in PostgreSQL', () => {
  it('is empty at first, and has the database once the work is done', async () => {
    const place = await open()
    expect([place.dialect, place.present, place.isEmpty]).toEqual(['postgres', null, true])
    expect(await place.replace(mark('new'))).toBe('wrote new')
    const again = await open()
    expect([again.isEmpty, await marks(again.present)]).toEqual([false, ['new']])
  })

  it('is replaced once the work is done; tables of other programs stay', async () => {
    await (await open()).replace(mark('former'))
    const place = await open()
    if (place.present !== null) {
      await sql`create table of_others (id int)`.execute(place.present)
      await sql`insert into of_others values (7)`.execute(place.present)
    }
    const before = await scratch()
    await place.replace(mark('new'))
    expect(await marks(place.present)).toEqual(['new'])
    const { rows } = await sql`select id from of_others`.execute(place.present as Queries)
    expect([rows, await scratch()]).toEqual([[{ id: 7 }], before])
  })

  it('stays as it was if the work fails', async () => {
    await (await open()).replace(mark('former'))
    const place = await open()
    const failing = place.replace(async (tx) => {
      await mark('new')(tx)
      throw new Error('damaged')
    })
    await expect(failing).rejects.toThrow('damaged')
    expect(await marks(place.present)).toEqual(['former'])
  })

  it('[BU8] is not replaced if a newer version wrote it', async () => {
    const place = await open()
    await place.replace(async (tx) => {
      await mark('former')(tx)
      await sql`insert into kysely_migration (name, timestamp) values ('9999-later', '1')`.execute(
        tx,
      )
    })
    await expect(place.replace(mark('new'))).rejects.toThrow(
      /^The database that is to be replaced /,
    )
    expect(await marks((await open()).present)).toEqual(['former'])
  })

  it('is not opened or replaced while a server is connected', async () => {
    const refusal = 'A server is connected to this database: stop every server first'
    const place = await open()
    await place.replace(mark('former'))
    const server = openPostgres(database.url, () => undefined, { name: CONNECTION_NAMES.server })
    try {
      await marks(server.queries)
      await expect(open()).rejects.toThrow(refusal)
      await expect(place.replace(mark('new'))).rejects.toThrow(refusal)
    } finally {
      await server.close()
    }
    expect(await marks((await open()).present)).toEqual(['former'])
  })
})
