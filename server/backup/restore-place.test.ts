import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Queries } from '../database/database.ts'
import { migrate } from '../database/migrate.ts'
import { openSqlite } from '../database/open-sqlite.ts'
import { type OpenPlace, openPlace } from './restore-place.ts'

const FILE = 'tenderbook.sqlite'
const LEFTOVERS = ['-wal', '-shm', '-journal'].map((end) => FILE + end)
let root: string
let dataDir: string
let places: OpenPlace[]
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'tenderbook-place-'))
  dataDir = join(root, 'data')
  places = []
})
afterEach(async () => {
  for (const place of places) await place.close()
  await rm(root, { recursive: true })
})
const open = async (): Promise<OpenPlace> => {
  const place = await openPlace({ dataDir, databaseUrl: undefined })
  places.push(place)
  return place
}
const close = async (): Promise<void> => {
  for (const place of places.splice(0)) await place.close()
}
const mark = (value: string) => async (tx: Queries) => {
  await migrate({ dialect: 'sqlite', queries: tx })
  await tx.deleteFrom('server_meta').where('key', '=', 'mark').execute()
  await tx.insertInto('server_meta').values({ key: 'mark', value }).execute()
  return `wrote ${value}`
}
const marks = async (queries: Queries): Promise<string[]> =>
  (await queries.selectFrom('server_meta').select('value').where('key', '=', 'mark').execute()).map(
    ({ value }) => value,
  )
/** What the database holds for a server that starts on it. */
const marksOfServer = async (): Promise<string[]> => {
  const database = openSqlite(dataDir)
  try {
    return await marks(database.queries)
  } finally {
    await database.close()
  }
}
/** A database of a server that has ended, with a key file beside it. */
const fill = async (): Promise<void> => {
  await (await open()).replace(mark('former'))
  await close()
  await writeFile(join(dataDir, 'keys.json'), 'keys')
}

describe('[BU11] an empty place', () => {
  it('is a folder for its user alone, which is created', async () => {
    dataDir = join(root, 'deep/data')
    const place = await open()
    expect([place.dialect, place.present, place.isEmpty]).toEqual(['sqlite', null, true])
    expect((await stat(dataDir)).mode & 0o777).toBe(0o700)
    expect(await readdir(dataDir)).toEqual([])
  })

  it('has the database once the work is done, and nothing else', async () => {
    const place = await open()
    const told = await place.replace(async (tx) => {
      const answer = await mark('new')(tx)
      expect(await readdir(dataDir)).toEqual([expect.stringMatching(/^restore-/)])
      return answer
    })
    expect(told).toBe('wrote new')
    expect(await readdir(dataDir)).toEqual([FILE])
    await close()
    expect(await marksOfServer()).toEqual(['new'])
  })

  it('stays empty if the work fails', async () => {
    const place = await open()
    const failing = place.replace(async (tx) => {
      await mark('new')(tx)
      throw new Error('damaged')
    })
    await expect(failing).rejects.toThrow('damaged')
    expect(await readdir(dataDir)).toEqual([])
  })
})

describe('[BU13] [BU15] a place with a database', () => {
  beforeEach(fill)

  it('is read, and is not empty', async () => {
    const place = await open()
    expect([place.isEmpty, place.present === null]).toEqual([false, false])
    if (place.present !== null) expect(await marks(place.present)).toEqual(['former'])
  })

  it('is replaced once the work is done; other files stay', async () => {
    const place = await open()
    for (const name of LEFTOVERS) await writeFile(join(dataDir, name), 'left over')
    await place.replace(async (tx) => {
      await mark('new')(tx)
      if (place.present !== null) expect(await marks(place.present)).toEqual(['former'])
    })
    expect((await readdir(dataDir)).toSorted()).toEqual(['keys.json', FILE])
    await close()
    expect(await marksOfServer()).toEqual(['new'])
  })

  it('stays as it was if the work fails, with what lies beside it', async () => {
    const place = await open()
    const before = await readFile(join(dataDir, FILE))
    for (const name of LEFTOVERS) await writeFile(join(dataDir, name), 'left over')
    const failing = place.replace(async (tx) => {
      await mark('new')(tx)
      throw new Error('damaged')
    })
    await expect(failing).rejects.toThrow('damaged')
    expect((await readdir(dataDir)).toSorted()).toEqual(
      ['keys.json', FILE, ...LEFTOVERS].toSorted(),
    )
    expect((await readFile(join(dataDir, FILE))).equals(before)).toBe(true)
  })

  it('is not opened while a server uses it, and no server opens it while it is held', async () => {
    const server = openSqlite(dataDir)
    await marks(server.queries)
    await expect(open()).rejects.toThrow('is in use: stop the server first')
    await server.close()
    const place = await open()
    await expect(marksOfServer()).rejects.toThrow(/locked/)
    await place.close()
    places.length = 0
    expect(await marksOfServer()).toEqual(['former'])
  })
})

describe('[BU17] a place that cannot be read', () => {
  it('is not empty, and is replaced', async () => {
    await fill()
    await writeFile(join(dataDir, FILE), 'no database at all, but longer than a header of SQLite')
    const place = await open()
    expect([place.present, place.isEmpty]).toEqual([null, false])
    await place.replace(mark('new'))
    await close()
    expect(await marksOfServer()).toEqual(['new'])
  })

  it.each(LEFTOVERS)('is not empty if only %s is left of its database', async (name) => {
    await open()
    await close()
    await writeFile(join(dataDir, name), 'left over')
    await chmod(join(dataDir, name), 0o600)
    const place = await open()
    expect([place.present, place.isEmpty]).toEqual([null, false])
    await place.replace(mark('new'))
    expect(await readdir(dataDir)).toEqual([FILE])
  })
})
