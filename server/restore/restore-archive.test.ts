import { mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Refusal } from '#schema/refusal.ts'
import { RESTORE_LIMITS } from '#schema/tables/limits.ts'
import { buildStores, readBytes, type TestStores } from '../../tests/support/blob-stores.ts'
import { outcomeOf } from '../../tests/support/call-context.ts'
import { watchRows } from '../../tests/support/changed-rows.ts'
import { NOW } from '../../tests/support/empty-database.ts'
import { buildProject, PROJECT_ID } from '../../tests/support/project-rows.ts'
import { linesOf, sha256 } from '../../tests/support/small-archive.ts'
import { openTown, type Town } from '../../tests/support/town.ts'
import {
  archive,
  change,
  ofVersion1,
  PLAN,
  teamChain,
  vendorChain,
  withFacts,
  withLines,
} from '../../tests/support/whole-archive.ts'
import { ArchiveProblem } from '../archive/archive-problem.ts'
import { readPersonIn } from '../database/access/read-actor.ts'
import { nextSeq } from '../database/project-lock.ts'
import type { BlobStore } from '../files/blob-store.ts'
import { UploadTurns } from '../files/receive.ts'
import type { ScanFile } from '../files/scan.ts'
import { restoreArchive } from './restore-archive.ts'

const [FIRST, SECOND] = [2_000_000_000, 2_000_000_001]
const HASH = sha256(PLAN)
const FROM = ' (from an archive)'
/** An archive of a sealed project that has an answer all the same. */
const UNREADABLE = archive(
  (parts) => {
    const project = buildProject({ state: 'PUBLISHED', publishedOn: 0, language: 'sk' })
    parts.set('rows/project.jsonl', linesOf([project]))
  },
  { leavesOutSealed: true },
)
let town: Town
let stores: TestStores
let blobs: BlobStore
let folder: string
let [olga, anna] = [0, 0]
beforeEach(async () => {
  town = await openTown()
  stores = await buildStores('folder')
  blobs = stores.open()
  folder = await mkdtemp(join(tmpdir(), 'tenderbook-restore-'))
  olga = await town.person('olga', town.city, 'role-org-power-user')
  anna = await town.person('anna', town.city)
})
afterEach(async () => {
  await town.rows.close()
  await stores.close()
  await rm(folder, { recursive: true })
})

interface Given {
  bytes?: Buffer
  quotaBytes?: number
  scan?: ScanFile
  by?: number
  place?: number
}
const restore = async ({ bytes = archive(), by = olga, place, ...ports }: Given = {}) => {
  const { database } = town.rows
  const person = await readPersonIn(database.queries, by, place ?? town.city)
  if (person === null) throw new Error('The person is no member')
  const path = join(folder, 'archive')
  await writeFile(path, bytes)
  const file = await open(path)
  const { commands, clock } = town.calls.services
  const files = { database, blobs, clock, quotaBytes: 1_000, turns: new UploadTurns(), ...ports }
  try {
    return await restoreArchive({ commands, files }, person, file)
  } finally {
    await file.close()
  }
}
const problemOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'restored',
    (error: unknown) => {
      if (error instanceof ArchiveProblem) return `${error.entry} ${error.line}: ${error.message}`
      throw error
    },
  )
const all = (table: 'archive_lines' | 'change_log' | 'project_vendors' | 'blob_uploads') =>
  town.rows.database.queries.selectFrom(table).selectAll()

describe('[EX15] a restored archive', () => {
  it('is answered with what it holds', async () => {
    const answer = await restore()
    expect(answer).toEqual({
      ...{ id: answer.id, name: 'Groupware', version: '1', leavesOutSealed: false },
      counts: { rows: 16, requirements: 3, answers: 1, vendors: 2, files: 1, logEntries: 5 },
    })
    expect(answer.id).not.toBe(PROJECT_ID)
    expect(town.calls.told).toEqual([`publish ${answer.id}`])
  })

  it('writes its rows under the new project, in the order of their kinds', async () => {
    const changes = await watchRows(town.rows.database)
    const { id } = await restore()
    const lines = await changes()
    const count = (table: string) => lines.filter((line) => line.startsWith(`${table} `)).length
    const tables = ['packages', 'documents', 'sections', 'requirements', 'releases', 'commitments']
    expect(tables.map(count)).toEqual([2, 2, 2, 3, 1, 1])
    expect(lines.filter((line) => line.startsWith('numbering '))).toEqual([
      expect.stringMatching(/numbering ….FUN \+ last_number=\S+$/),
      expect.stringMatching(/numbering ….SEC \+ last_number=\S+$/),
    ])
    const numbers = await town.rows.database.queries.selectFrom('numbering').selectAll().execute()
    expect(numbers).toEqual(
      ['FUN', 'SEC'].map((prefix) => ({ lineage_id: id, prefix, last_number: 2_147_483_647 })),
    )
    expect(lines.filter((line) => /^(events|notifications|mails) /.test(line))).toEqual([])
  })

  it('keeps the progress of each vendor', async () => {
    const counted = { answered: 3, submitted: 2 }
    const vendor = (vendorId: number, counts: object) => ({
      ...{ id: `${PROJECT_ID}.${vendorId}`, projectId: PROJECT_ID, vendorId, name: 'V' },
      ...{ addedOn: 0, started: true, allSubmitted: false, updatedOn: 0, ...counts },
    })
    const bytes = withLines('rows/projectVendor.jsonl', [
      vendor(7, counted),
      vendor(8, { answered: null, submitted: null }),
    ])
    await restore({ bytes })
    const found = await all('project_vendors').orderBy('vendor_id').execute()
    expect(found.map((row) => [row.vendor_id, row.answered, row.submitted])).toEqual([
      [FIRST, 3, 2],
      [SECOND, 0, 0],
    ])
  })

  it('keeps the history of the archive after the rows, and its position', async () => {
    const { id } = await restore()
    const log = await all('change_log').orderBy('seq').execute()
    expect(log).toHaveLength(2)
    const [first, second] = log
    expect(first).toMatchObject({
      ...{ project_id: id, entity: 'commitment', entity_id: `r1.${FIRST}`, vendor_id: FIRST },
      ...{ document_id: 'd1', kind: 'changed', fields: '["values"]', details: null, at: 1 },
      ...{ actor_id: null, actor_name: `Vera${FROM}` },
    })
    const { queries } = town.rows.database
    const newest = await queries
      .selectFrom('sync_row')
      .select((eb) => [eb.fn.min('seq').as('first'), eb.fn.max('seq').as('last')])
      .executeTakeFirstOrThrow()
    expect(Number(newest.first)).toBe(nextSeq(0, NOW))
    const head = Number(newest.last) + 2
    expect([first?.seq, second?.seq]).toEqual([head - 1, head])
    const sync = await queries.selectFrom('project_sync').selectAll().execute()
    expect(sync).toEqual([{ project_id: id, head, floor: 0, visibility_version: 1 }])
  })

  it('keeps the archived lines, in their order, with what tells them from the rows', async () => {
    const { id } = await restore()
    const linesIn = async (part: string) =>
      (await all('archive_lines').where('part', '=', part).orderBy('serial').execute()).map(
        ({ project_id, serial, row_id, body }) => [project_id === id, serial, row_id, body],
      )
    const answers = await linesIn('commitment')
    expect(answers.map(([own, serial, row]) => [own, serial, row])).toEqual([
      [true, 1, `r1.${FIRST}`],
    ])
    expect(JSON.parse(String(answers[0]?.[3]))).toEqual({
      set: { id: 'r1.7', vendorId: 7, updatedBy: 'Vera' },
      drop: [],
    })
    const requirements = await linesIn('requirement')
    expect(requirements.map(([, serial, row]) => [serial, row])).toEqual([
      [1, 'r1'],
      [2, 'r2'],
      [3, 'r3'],
    ])
    const log = await all('change_log').orderBy('seq').execute()
    expect((await linesIn('history.jsonl')).map(([, serial, row]) => [serial, row])).toEqual(
      log.map(({ seq }, index) => [index + 1, String(seq)]),
    )
    const chain = await linesIn('log/v7.jsonl')
    expect(chain.map(([, serial, row, body]) => [serial, row, JSON.parse(String(body))])).toEqual(
      vendorChain.map((entry, index) => [index + 1, '', entry]),
    )
    expect(await linesIn('log/team.jsonl')).toHaveLength(teamChain.length)
    const members = await linesIn('members.jsonl')
    expect(members.map(([, , , body]) => JSON.parse(String(body)) as object)).toMatchObject([
      { userId: 1 },
      { userId: 2 },
    ])
  })

  it('is listed with who restored it, when, and the bytes of its lines', async () => {
    const { id } = await restore()
    const { queries } = town.rows.database
    const sizes = await all('archive_lines').execute()
    const numbers = linesOf([{ lastNumber: 2_147_483_647, prefix: 'FUN' }]).length * 2
    // Each line ends with a line break, which the kept line has not.
    const kept = sizes.reduce((sum, { bytes }) => sum + bytes + 1, 0) + numbers
    expect(await queries.selectFrom('restorations').selectAll().execute()).toEqual([
      {
        ...{ project_id: id, archived_id: PROJECT_ID, version: 2, restored_on: NOW },
        chains: JSON.stringify(['log/team.jsonl', 'log/v7.jsonl']),
        ...{ user_id: olga, by_name: 'olga Person', text_bytes: kept },
      },
    ])
  })

  it('begins a log of its own, which says that it was restored', async () => {
    const { id } = await restore()
    const log = await town.rows.database.queries.selectFrom('project_log').selectAll().execute()
    expect(log.map((entry) => [entry.project_id, entry.kind, entry.actor_id, entry.at])).toEqual([
      [id, 'created', olga, NOW],
    ])
    expect(JSON.parse(log[0]?.detail ?? '')).toEqual({ isRestored: true })
  })

  it('of version 1, which has no history, is restored too', async () => {
    const { id } = await restore({ bytes: archive(ofVersion1, { version: 1 }) })
    expect(await all('change_log').execute()).toEqual([])
    const { queries } = town.rows.database
    expect(
      await queries.selectFrom('restorations').select(['project_id', 'version']).execute(),
    ).toEqual([{ project_id: id, version: 1 }])
  })

  it('keeps every line of a part longer than a page', async () => {
    const lines = Array.from({ length: 450 }, (_, at) => ({ ...change, at: at + 1 }))
    await restore({ bytes: withLines('history.jsonl', lines) })
    const log = await all('change_log').orderBy('seq').execute()
    expect(log.map(({ at }) => at)).toEqual(lines.map(({ at }) => at))
    const kept = await all('archive_lines').where('part', '=', 'history.jsonl').execute()
    expect(kept.map(({ serial }) => serial).toSorted((a, b) => a - b)).toEqual(
      lines.map(({ at }) => at),
    )
  })
})

describe('[EX16] the files of a restored archive', () => {
  it('count as if the person had sent them', async () => {
    await restore()
    expect(await all('blob_uploads').execute()).toEqual([
      {
        ...{ user_id: olga, sha256: HASH, organization_id: town.city, counted: PLAN.length },
        ...{ started_on: NOW, completed_on: NOW },
      },
    ])
    expect(String(await readBytes(blobs, HASH))).toBe(PLAN)
  })

  it('are scanned, and an infected one leaves nothing', async () => {
    const refusal = new Refusal('FILE_STORAGE_NOT_CLEAN_REJECTED', { detail: { name: 'x' } })
    const changes = await watchRows(town.rows.database)
    const scan: ScanFile = async (bytes) => {
      for await (const _ of bytes);
      throw refusal
    }
    expect(await outcomeOf(restore({ scan }))).toBe('FILE_STORAGE_NOT_CLEAN_REJECTED')
    expect(await changes()).toEqual([])
  })

  it('have room in the quota to the last byte', async () => {
    expect(await outcomeOf(restore({ quotaBytes: PLAN.length - 1 }))).toBe('FILE_QUOTA')
    expect(await outcomeOf(restore({ quotaBytes: PLAN.length }))).toBe('done')
  })

  it('are taken back if the restoration fails, but not those that the person sent before', async () => {
    expect(await problemOf(restore({ bytes: UNREADABLE }))).toMatch(
      /^rows\/commitment\.jsonl 1: .* is a row that the owner of the project may not read$/,
    )
    expect(await all('blob_uploads').execute()).toEqual([])
    await restore({ by: olga })
    const before = await all('blob_uploads').execute()
    expect(before).toHaveLength(1)
    await problemOf(restore({ bytes: UNREADABLE }))
    expect(await all('blob_uploads').execute()).toEqual(before)
  })

  it('of another person stay theirs when a restoration of the same files fails', async () => {
    const carla = await town.person('carla', town.city, 'role-org-power-user')
    await restore({ by: carla })
    expect(await problemOf(restore({ bytes: UNREADABLE }))).not.toBe('restored')
    expect((await all('blob_uploads').execute()).map(({ user_id }) => user_id)).toEqual([carla])
  })
})

describe('[EX17] an archive is refused', () => {
  const refused = async (given: Given): Promise<string> => {
    const changes = await watchRows(town.rows.database)
    const outcome = await outcomeOf(restore(given))
    // `collect-files` removes bytes that belong to no upload.
    expect((await changes()).filter((line) => !line.startsWith('blobs '))).toEqual([])
    expect(town.calls.told).toEqual([])
    return outcome
  }
  it('with a person who may not create projects, or of a vendor', async () => {
    expect(await refused({ by: anna })).toBe('NOT_ALLOWED')
    const vera = await town.person('vera', town.alpha, 'role-org-power-user')
    expect(await refused({ by: vera, place: town.alpha })).toBe('NOT_ALLOWED')
  })

  it('with a person whose right was taken during the check', async () => {
    const scan: ScanFile = async (bytes) => {
      for await (const _ of bytes);
      await town.rows.database.queries
        .updateTable('organization_members')
        .set({ roles: '[]' })
        .where('user_id', '=', olga)
        .execute()
    }
    expect(await outcomeOf(restore({ scan }))).toBe('NOT_ALLOWED')
    expect(await all('archive_lines').execute()).toEqual([])
    expect(await all('blob_uploads').execute()).toEqual([])
  })

  it('with a person who left during the check', async () => {
    const scan: ScanFile = async (bytes) => {
      for await (const _ of bytes);
      const { queries } = town.rows.database
      await queries.deleteFrom('organization_members').where('user_id', '=', olga).execute()
    }
    expect(await outcomeOf(restore({ scan }))).toBe('NOT_ALLOWED')
  })

  it('with more lines than one restoration may have', async () => {
    // 16 rows, 2 numbers, 2 changes and 5 entries of chains besides the members.
    const most = RESTORE_LIMITS.rows - 25
    const bytes = (rows: number) => withFacts('members.jsonl', { rows })
    expect(await refused({ bytes: bytes(most + 1) })).toBe('TOO_LARGE')
    expect(await problemOf(restore({ bytes: bytes(most) }))).toContain(`instead of ${most}`)
  })
})

describe('[EX20] an organization restores', () => {
  /** Restored projects of an organization, with these bytes in the last. */
  const restoredBefore = async (place: number, projects: number, bytes: number) => {
    const { rows } = town
    for (let one = 1; one <= projects; one += 1) {
      await rows.project(`old-${place}-${one}`, place)
      await rows.database.queries
        .insertInto('restorations')
        .values({
          ...{ project_id: `old-${place}-${one}`, archived_id: 'x', chains: '[]', user_id: anna },
          ...{ by_name: 'anna', version: 2, restored_on: 1 },
          text_bytes: one === projects ? bytes : 0,
        })
        .execute()
    }
  }
  it('a limited number of projects', async () => {
    const most = RESTORE_LIMITS.organizationProjects
    await restoredBefore(town.village, most, 0)
    await restoredBefore(town.city, most - 1, 0)
    expect(await outcomeOf(restore())).toBe('done')
    expect(await outcomeOf(restore())).toBe('RESTORED_FULL')
  })

  it('a limited number of bytes', async () => {
    await restore()
    const { queries } = town.rows.database
    const { text_bytes } = await queries
      .selectFrom('restorations')
      .select('text_bytes')
      .executeTakeFirstOrThrow()
    const left = RESTORE_LIMITS.organizationTextBytes - 2 * text_bytes
    await restoredBefore(town.city, 1, left + 1)
    expect(await outcomeOf(restore())).toBe('RESTORED_FULL')
    await queries
      .updateTable('restorations')
      .set({ text_bytes: left })
      .where('archived_id', '=', 'x')
      .execute()
    expect(await outcomeOf(restore())).toBe('done')
  })
})

describe('[EX14] an archive that no server wrote', () => {
  it('is refused for a change with values that its owner may not read', async () => {
    const value = { field: 'met', label: null, before: 1, after: 2 }
    const openings = [{ kind: 'deadline', at: 50 }]
    const project = { ...buildProject({ state: 'EVALUATION', language: 'sk' }), openings }
    const bytes = (at: number) =>
      archive((parts) => {
        parts.set('rows/project.jsonl', linesOf([project]))
        parts.set(
          'history.jsonl',
          linesOf([change, { ...change, at, details: { whole: [value] } }]),
        )
      })
    expect(await problemOf(restore({ bytes: bytes(49) }))).toMatch(
      /^history\.jsonl 2: .*may not read$/,
    )
    expect(await all('change_log').execute()).toEqual([])
    expect(await problemOf(restore({ bytes: bytes(51) }))).toBe('restored')
  })
})
