import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readlink, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { gather } from '../../tests/support/gather.ts'
import { type Entry, packBackup, sha256, WRITTEN_ON } from '../../tests/support/small-backup.ts'
import { ArchiveProblem } from '../archive/archive-problem.ts'
import { type BackupFile, openBackup } from './backup-file.ts'
import type { BackupManifest, BackupTable } from './manifest.ts'

const TABLE = 'tables/server_meta.jsonl.gz'
const [PLAN, PLOT] = [sha256('the plan'), sha256('the plot')]
let folder: string
let path: string
let opened: BackupFile[]
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tenderbook-backup-file-'))
  path = join(folder, 'backup.tar')
  opened = []
})
afterEach(async () => {
  for (const backup of opened) await backup.close()
  await rm(folder, { recursive: true })
})
const open = async (
  ...given: Parameters<typeof packBackup> extends [string, ...infer R] ? R : never
) => {
  await packBackup(path, ...given)
  const backup = await openBackup(path)
  opened.push(backup)
  return backup
}
const problemOf = async (work: Promise<unknown>): Promise<string> =>
  await work.then(
    () => 'none',
    (error: unknown) => {
      if (error instanceof ArchiveProblem) return error.message
      throw error
    },
  )
const linesOf = async (backup: BackupFile, table = backup.manifest.tables[0]) => {
  if (table === undefined) throw new Error('There is no table')
  return await gather(backup.lines(table))
}
const bytesOf = async (backup: BackupFile, hash: string): Promise<string> =>
  Buffer.concat(await gather(backup.bytesOf(hash))).toString()
const withTable = (change: Partial<BackupTable>) => (manifest: BackupManifest) => ({
  ...manifest,
  tables: manifest.tables.map((table) => ({ ...table, ...change })),
})

describe('[BU1] a backup', () => {
  it('gives its lines and its files as its manifest names them', async () => {
    const backup = await open()
    expect(backup.manifest).toMatchObject({ writtenOn: WRITTEN_ON, dialect: 'sqlite' })
    expect(await linesOf(backup)).toEqual(['["a","1"]', '["b","2"]'])
    expect([await bytesOf(backup, PLOT), await bytesOf(backup, PLAN)]).toEqual([
      ...['the plot', 'the plan'],
    ])
    expect(await problemOf(bytesOf(backup, sha256('other')))).toBe(
      `files/${sha256('other')}: is missing`,
    )
  })

  it('may have an empty table and no file', async () => {
    const backup = await open({}, { lines: [], files: [] })
    expect([await linesOf(backup), backup.manifest.files]).toEqual([[], []])
  })

  it.runIf(existsSync('/proc/self/fd'))('is closed if it cannot be opened', async () => {
    await expect(open({ writtenOn: 1 })).rejects.toThrow()
    const links = (await readdir('/proc/self/fd')).map((name) =>
      readlink(`/proc/self/fd/${name}`).catch(() => ''),
    )
    expect(await Promise.all(links)).not.toContain(path)
  })
})

describe('[BU5] a table is refused', () => {
  const OTHER = gzipSync('["c","3"]\n["d","4"]\n')
  /** Other bytes of a table, of the length and hash that the manifest names for the stored entry. */
  const storing = (packed: Buffer, change: Partial<BackupTable> = {}) => ({
    manifest: withTable({ packed: { bytes: packed.length, sha256: sha256(packed) }, ...change }),
    entries: (entries: Entry[]): Entry[] => [[TABLE, packed], ...entries.slice(1)],
  })
  const problem = async (...given: Parameters<typeof open>): Promise<string> => {
    const backup = await open(...given)
    return await problemOf(linesOf(backup))
  }

  it('whose stored bytes are other ones', async () => {
    const one = Buffer.alloc(10)
    const { entries, manifest } = storing(one, { packed: { bytes: 10, sha256: sha256('other') } })
    expect(await problem({ entries, manifest })).toMatch(`${TABLE}: `)
    const same = storing(OTHER, { packed: { bytes: OTHER.length, sha256: sha256('other') } })
    expect(await problem(same)).toBe(`${TABLE}: does not have the SHA-256 that the manifest names`)
  })

  it('that is not packed, or not to its end', async () => {
    expect(await problem(storing(Buffer.from('not packed')))).toBe(`${TABLE}: is damaged`)
    expect(await problem(storing(OTHER.subarray(0, -9)))).toBe(`${TABLE}: is damaged`)
  })

  it('that has other lines, more or fewer bytes, or another number of lines', async () => {
    expect(await problem(storing(OTHER))).toBe(
      `${TABLE}: does not have the SHA-256 that the manifest names`,
    )
    expect(await problem({ manifest: withTable({ bytes: 19 }) })).toBe(
      `${TABLE}: unpacks to more than the manifest names`,
    )
    expect(await problem({ manifest: withTable({ bytes: 21 }) })).toBe(
      `${TABLE}: does not have the SHA-256 that the manifest names`,
    )
    for (const rows of [1, 3])
      expect(await problem({ manifest: withTable({ rows }) })).toBe(
        `${TABLE}: has 2 lines instead of ${rows}`,
      )
  })

  it('that the file does not hold', async () => {
    const backup = await open()
    const [table] = backup.manifest.tables
    if (table === undefined) throw new Error('There is no table')
    expect(await problemOf(linesOf(backup, { ...table, name: 'users' }))).toBe(
      'tables/users.jsonl.gz: is missing',
    )
  })
})

it('[BU5] a file with other bytes of the same length is refused after its last byte', async () => {
  const backup = await open({
    entries: ([table, , plot]) =>
      [table, [`files/${PLAN}`, Buffer.from('the PLAN')], plot] as Entry[],
  })
  expect(await problemOf(bytesOf(backup, PLAN))).toBe(
    `files/${PLAN}: does not have the SHA-256 that the manifest names`,
  )
  expect(await bytesOf(backup, PLOT)).toBe('the plot')
})

describe('[BU5] [BU6] a backup is refused', () => {
  const problem = (...given: Parameters<typeof open>) => problemOf(open(...given))
  const NO_END = 'The file does not end with manifest.json and manifest.json.sha256'

  it('that does not end with its manifest and the hash of it', async () => {
    expect(await problem({ ends: ([one]) => (one === undefined ? [] : [one]) })).toBe(NO_END)
    expect(await problem({ ends: (ends) => ends.slice(1) })).toBe(NO_END)
    expect(await problem({ ends: (ends) => ends.toReversed() })).toBe(NO_END)
    expect(await problem({ ends: () => [], entries: () => [] })).toBe(NO_END)
    expect(
      await problem({
        ends: ([one]) => [
          ...(one === undefined ? [] : [one]),
          ['manifest.json.sha256', Buffer.from('x')],
        ],
      }),
    ).toBe('manifest.json: does not have the SHA-256 that manifest.json.sha256 names')
  })

  it.each<[string, (manifest: BackupManifest) => unknown, string]>([
    ['of another format', (one) => ({ ...one, format: 'x' }), 'is not that of a backup'],
    ['without a version', ({ format }) => ({ format }), 'is not that of a backup'],
    ['that is no object', () => 7, 'is not that of a backup'],
    [
      '[BU8] of another version',
      (one) => ({ ...one, version: 2 }),
      'has version 2 of the format; this program reads 1',
    ],
    ['without migrations', (one) => ({ ...one, migrations: [] }), 'migrations is not valid'],
    ['with a wrong hash', withTable({ sha256: 'x' }), 'tables.0.sha256 is not valid'],
  ])('whose manifest is one %s', async (_what, manifest, words) => {
    expect(await problem({ manifest })).toBe(`manifest.json: ${words}`)
  })

  it('whose manifest is no JSON', async () => {
    const text = Buffer.from('{')
    const ends = (): Entry[] => [
      ['manifest.json', text],
      ['manifest.json.sha256', Buffer.from(`${sha256(text)}  manifest.json\n`)],
    ]
    expect(await problem({ ends })).toBe('manifest.json: is not that of a backup')
  })

  it('[BU8] with a migration of a newer version', async () => {
    const manifest = (one: BackupManifest) => ({ ...one, migrations: ['9999-of-the-future'] })
    await expect(open({ manifest })).rejects.toThrow(/^The backup /)
  })

  it('with an entry of another time', async () => {
    expect(await problem({ writtenOn: 1_900_000_001 })).toBe(`${TABLE}: has another time`)
    expect(await problem({ writtenOn: 1_899_999_999 })).toBe(`${TABLE}: has another time`)
    await open({ manifest: (one) => ({ ...one, writtenOn: 1_900_000_000_999 }) })
  })

  it('that lacks an entry, has one more, or has them in another order', async () => {
    const [plan, plot] = [`files/${PLAN}`, `files/${PLOT}`]
    const moved = 'is missing, or not in its place'
    expect(await problem({ entries: (all) => all.slice(1) })).toBe(`${TABLE}: ${moved}`)
    expect(await problem({ entries: (all) => all.toSpliced(1, 1) })).toBe(`${plan}: ${moved}`)
    expect(await problem({ entries: (all) => all.slice(0, -1) })).toBe(`${plot}: is missing`)
    expect(await problem({ entries: (all) => all.slice(0, 1) })).toBe(`${plan}: is missing`)
    expect(await problem({ entries: (all) => [...all, ['more', Buffer.from('x')]] })).toBe(
      `more: ${moved}`,
    )
    expect(
      await problem({
        entries: ([table, ...files]) => [
          ...(table === undefined ? [] : [table]),
          ...files.toReversed(),
        ],
      }),
    ).toBe(`${plan}: ${moved}`)
  })

  it('with an entry of another size', async () => {
    const more = (name: string) => `${name}: has another size than the manifest names`
    const [first, second] = ['the plan', 'the plot'].map((text) => ({
      ...{ sha256: sha256(text), bytes: 9 },
    }))
    const files =
      (...list: unknown[]) =>
      (one: BackupManifest) => ({ ...one, files: list })
    expect(await problem({ manifest: files(first, { ...second, bytes: 8 }) })).toBe(
      more(`files/${PLAN}`),
    )
    expect(await problem({ manifest: files({ ...first, bytes: 8 }, second) })).toBe(
      more(`files/${PLOT}`),
    )
    const packed = { bytes: 1, sha256: sha256('') }
    expect(await problem({ manifest: withTable({ packed }) })).toBe(more(TABLE))
  })
})
