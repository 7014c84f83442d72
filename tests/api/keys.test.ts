import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Database } from '#server/database/database.ts'
import { openDatabase } from '#server/database/open.ts'
import { readKeyFile, replaceKeyFile } from '#server/security/key-file.ts'
import {
  KEY_NAMES,
  type Keys,
  newKeys,
  ringOf,
  rotated,
  textOfKeys,
} from '#server/security/keys.ts'
import {
  createTestDatabase,
  testDatabaseKind,
  type TestDatabase,
} from '../support/test-database.ts'

let place: TestDatabase
let keysFile: string
beforeEach(async () => {
  place = await createTestDatabase()
  keysFile = join(place.dataDir, 'keys.json')
})
afterEach(() => place.remove())

type Opening = Partial<Parameters<typeof openDatabase>[0]>
const opened = async <T>(
  work: (database: Database) => Promise<T> | T,
  options: Opening = {},
): Promise<T> => {
  const database = await openDatabase({ ...place, ...options })
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}
const rowsOf = (database: Database) =>
  database.queries.selectFrom('server_meta').select(['key', 'value']).orderBy('key').execute()
/** The keys that the database still has rows for. */
const heldNames = async (database: Database): Promise<string[]> =>
  (await rowsOf(database))
    .map(({ key }) => key)
    .filter((key) => KEY_NAMES.some((name) => name === key))
const refusal = (options?: Opening): Promise<string> =>
  opened(() => 'opened', options).catch(String)
const secretsOf = (keys: Keys): string[] => KEY_NAMES.flatMap((name) => ringOf(keys, name))

/** The database as an older version left it: the keys are rows, and no file has them. */
const asBefore = async (keys: Keys, isFilled = true): Promise<void> => {
  await opened(async (database) => {
    await database.write(async (tx) => {
      await tx.deleteFrom('server_meta').where('key', '=', 'keys').execute()
      const values = KEY_NAMES.map((key) => ({ key, value: isFilled ? ringOf(keys, key)[0] : '' }))
      await tx.insertInto('server_meta').values(values).execute()
    })
  })
  await rm(keysFile)
}
/** All bytes in DATA_DIR except the key file, and on PostgreSQL every row. */
const bytesLeft = async (): Promise<string> => {
  const names = (await readdir(place.dataDir)).filter((name) => name !== 'keys.json')
  const files = await Promise.all(
    names.map((name) => readFile(join(place.dataDir, name), 'latin1')),
  )
  return (
    files.join('\n') + (await opened(async (database) => JSON.stringify(await rowsOf(database))))
  )
}

test('[KF1] the first start creates the key file with mode 0600; the database has no key', async () => {
  const keys = await opened((database) => database.keys)
  expect((await stat(keysFile)).mode & 0o777).toBe(0o600)
  expect(await readKeyFile(keysFile)).toEqual(keys)
  expect(await opened((database) => database.keys)).toEqual(keys)
  const left = await bytesLeft()
  for (const secret of secretsOf(keys)) expect(left).not.toContain(secret)
  expect(await opened(heldNames)).toEqual([])
  expect((await readdir(place.dataDir)).filter((name) => name.startsWith('keys'))).toEqual([
    'keys.json',
  ])
})

test('[KF2] keys of an older version move to the file; no byte of them stays behind', async () => {
  const keys = newKeys()
  await asBefore(keys)
  expect(await opened((database) => database.keys)).toEqual(keys)
  expect(await readKeyFile(keysFile)).toEqual(keys)
  const left = await bytesLeft()
  for (const secret of secretsOf(keys)) expect(left).not.toContain(secret)
})

test('[KF2] the next start finishes a move that crashed at any step', async () => {
  const keys = newKeys()
  // Crash after creating the file, with the rows still there.
  await asBefore(keys)
  await writeFile(keysFile, textOfKeys(keys), { mode: 0o600 })
  expect(await opened((database) => database.keys)).toEqual(keys)
  // Crash after emptying the rows, with their bytes still in the database files.
  await asBefore(keys, false)
  await writeFile(keysFile, textOfKeys(keys), { mode: 0o600 })
  expect(await opened((database) => database.keys)).toEqual(keys)
  expect(await opened(heldNames)).toEqual([])
  // Crash while writing the temporary file.
  await writeFile(`${keysFile}.half`, '{"pepper":')
  expect(await opened((database) => database.keys)).toEqual(keys)
})

test('[KF2] keys of an older version that differ from the given ones change nothing', async () => {
  const keys = newKeys()
  await asBefore(keys)
  expect(await refusal({ keys: textOfKeys(newKeys()) })).toMatch(
    /former version.*KEYS lacks.*start once without it/,
  )
  expect(await opened((database) => database.keys)).toEqual(keys)
})

test('[KF3] with other keys, or none, the server does not start and says what to do', async () => {
  const keys = await opened((database) => database.keys)
  await rm(keysFile)
  const lost = await refusal()
  expect(lost).toContain(`Put the backup of the key file back as ${keysFile}`)
  expect(lost).toContain('"Lost keys" in docs/deployment.md')
  expect(await readKeyFile(keysFile)).toBeNull()

  await replaceKeyFile(keysFile, newKeys())
  expect(await refusal()).toMatch(
    /keys in .*keys\.json are not those of this database.*pepper .{8}/,
  )
  await replaceKeyFile(keysFile, { ...keys, saltSecret: newKeys().saltSecret })
  expect(await refusal()).toMatch(/used with saltSecret .{8}, which they lack/)
  await writeFile(keysFile, `${textOfKeys(keys).slice(0, 60)}`)
  const damaged = await refusal()
  expect(damaged).toMatch(/keys\.json does not hold keys as Tenderbook writes them \(JSON|pepper/)
  for (const secret of secretsOf(keys)) expect(lost + damaged).not.toContain(secret.slice(0, 8))

  await replaceKeyFile(keysFile, keys)
  expect(await refusal()).toBe('opened')
})

test('[KF3] keys may come from the environment, and then no file is created', async () => {
  const keys = newKeys()
  expect(await opened((database) => database.keys, { keys: JSON.stringify(keys) })).toEqual(keys)
  expect(await readKeyFile(keysFile)).toBeNull()
  expect(await refusal()).toContain('was used with keys that are not here')
  const wrong = await refusal({ keys: `{"pepper":["${keys.pepper[0]}"]}` })
  expect(wrong).toContain('KEYS does not hold keys')
  expect(wrong).not.toContain(keys.pepper[0])
})

test('[KF3] after a rotation a server with only the old keys does not start', async () => {
  const keys = await opened((database) => database.keys)
  await replaceKeyFile(keysFile, rotated(keys))
  expect((await opened((database) => database.keys)).pepper).toHaveLength(2)
  await replaceKeyFile(keysFile, keys)
  expect(await refusal()).toMatch(/are not those of this database/)
})

test('[KF4] processes that start at once on one new database agree on the keys', async () => {
  // On SQLite eight processes would compete for the one writer while it creates its tables; there
  // is only one process anyway.
  const count = testDatabaseKind === 'postgres' ? 8 : 1
  await opened(() => undefined)
  await opened(
    async ({ queries }) => await sql`delete from server_meta where key = 'keys'`.execute(queries),
  )
  await rm(keysFile)
  const all = await Promise.all(Array.from({ length: count }, () => opened(({ keys }) => keys)))
  expect(new Set(all.map((keys) => JSON.stringify(keys))).size).toBe(1)
  expect(await readKeyFile(keysFile)).toEqual(all[0])
})

test.skipIf(testDatabaseKind !== 'postgres')(
  '[KF4] of two servers that share the database but no folder, one starts',
  async () => {
    const other = await mkdtemp(join(tmpdir(), 'tenderbook-keys-'))
    const starts = await Promise.allSettled([opened(() => 1), opened(() => 2, { dataDir: other })])
    const told = starts.flatMap((start) =>
      start.status === 'rejected' ? [String(start.reason)] : [],
    )
    expect(told).toHaveLength(1)
    expect(told[0]).toMatch(/Give every server process of one database the same keys|are not here/)
    await rm(other, { recursive: true })
  },
)
