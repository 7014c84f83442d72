import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { canonicalJson, type Json } from '#schema/rules/answers/canonical-json.ts'
import { type ChainAudience, entryText, vendorAudience } from '#schema/rules/project/project-log.ts'
import type { LogEntry } from '#schema/tables/log-kinds.ts'
import type { Database } from '#server/database/database.ts'
import { appendToLog } from '#server/database/project-log/append.ts'
import { verifyLogs } from '#server/database/project-log/verify-logs.ts'
import type { Tables } from '#server/database/tables.ts'
import { projectRoot } from '../support/project-root.ts'
import { buildWorld, PROJECT as projectId, type World } from './world.ts'

type LogRow = Tables['project_log']
type HeadRow = Tables['project_log_heads']

let world: World
let rows: LogRow[] = []
let heads: HeadRow[] = []
const folders: string[] = []

const ENTRIES: LogEntry[] = [
  { kind: 'moved', detail: { from: 'PREPARATION', to: 'PUBLISHED', by: 'person' } },
  { kind: 'published', detail: { deadline: null } },
  { kind: 'excluded', detail: { requirementId: 'r1', reason: 'Twice.' } },
  {
    kind: 'opened',
    detail: { isEarly: false, reason: null, requestedBy: null, confirmedBy: null },
  },
  { kind: 'included', detail: { requirementId: 'r1' } },
]

beforeAll(async () => {
  world = await buildWorld({ project: { state: 'PUBLISHED', publishedOn: 1 } })
  const { database, clock } = world
  await database.write(async (tx) => {
    const context = { projectId, now: clock.now, actorId: null }
    for (const entry of ENTRIES) await appendToLog(tx, context, entry)
    for (const statement of CHANGEABLE[database.dialect]) await sql.raw(statement).execute(tx)
  })
  rows = await database.queries.selectFrom('project_log').selectAll().execute()
  heads = await database.queries.selectFrom('project_log_heads').selectAll().execute()
})
afterAll(async () => {
  await world.close()
  for (const folder of folders) await rm(folder, { recursive: true })
})
beforeEach(() => lay(world.database, rows, heads))

/** Statements by which the owner of a database disables the protection of the log. */
const CHANGEABLE = {
  sqlite: ['drop trigger project_log_no_update', 'drop trigger project_log_no_delete'],
  postgres: ['alter table project_log disable trigger user'],
}

const lay = async (
  database: Database,
  log: readonly LogRow[],
  ends: readonly HeadRow[],
): Promise<void> => {
  await database.write(async (tx) => {
    await tx.deleteFrom('project_log').execute()
    await tx.deleteFrom('project_log_heads').execute()
    if (log.length > 0) await tx.insertInto('project_log').values(log).execute()
    if (ends.length > 0) await tx.insertInto('project_log_heads').values(ends).execute()
  })
}

const isTeam = ({ audience }: { audience: ChainAudience }): boolean => audience === 'team'
const others = (): LogRow[] => rows.filter((row) => !isTeam(row))
const team = (): LogRow[] => rows.filter(isTeam).sort((a, b) => a.serial - b.serial)
const withTeam = (change: (own: LogRow[]) => LogRow[]) => async (): Promise<void> =>
  await lay(world.database, [...others(), ...change(team())], heads)
const changed = (own: readonly LogRow[], serial: number, change: Partial<LogRow>): LogRow[] =>
  own.map((row) => (row.serial === serial ? { ...row, ...change } : row))

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
/** The chain as rewritten by a person who knows how its hashes are computed. */
const rehashed = (own: readonly LogRow[]): LogRow[] => {
  let prev = '0'.repeat(64)
  return own.map((row, index) => {
    const { at, actor_id: actorId, kind, salt, audience } = row
    const entry = {
      serial: index + 1,
      at,
      actorId,
      kind,
      salt,
      detail: JSON.parse(row.detail) as Json,
    }
    const next = {
      ...row,
      serial: index + 1,
      prev,
      hash: sha256(entryText({ projectId, audience }, entry, prev)),
    }
    prev = next.hash
    return next
  })
}
const headOf = (own: readonly LogRow[]): HeadRow => {
  const last = own.at(-1)
  return {
    project_id: projectId,
    audience: 'team',
    serial: last?.serial ?? 0,
    hash: last?.hash ?? '',
  }
}

const TAMPERINGS: Record<string, { tamper: () => Promise<void>; serial: number }> = {
  'a changed detail': {
    tamper: withTeam((own) =>
      changed(own, 4, { detail: canonicalJson({ requirementId: 'r1', reason: 'Other.' }) }),
    ),
    serial: 4,
  },
  'a changed actor': { tamper: withTeam((own) => changed(own, 3, { actor_id: 1 })), serial: 3 },
  'a changed time': { tamper: withTeam((own) => changed(own, 3, { at: 1 })), serial: 3 },
  'a changed hash': {
    tamper: withTeam((own) => changed(own, 3, { hash: 'f'.repeat(64) })),
    serial: 3,
  },
  'a changed link': {
    tamper: withTeam((own) => changed(own, 3, { prev: 'f'.repeat(64) })),
    serial: 3,
  },
  'a detail that is no JSON': {
    tamper: withTeam((own) => changed(own, 3, { detail: '{' })),
    serial: 3,
  },
  'a deleted entry in the middle': {
    tamper: withTeam((own) => own.filter(({ serial }) => serial !== 4)),
    serial: 4,
  },
  'a deleted end': { tamper: withTeam((own) => own.slice(0, -1)), serial: 6 },
  'a deleted beginning': { tamper: withTeam((own) => own.slice(1)), serial: 1 },
  'two swapped entries': {
    tamper: withTeam((own) =>
      own.map((row) => ({ ...row, serial: { 3: 4, 4: 3 }[row.serial] ?? row.serial })),
    ),
    serial: 3,
  },
  'an inserted entry': {
    tamper: withTeam((own) =>
      own.flatMap((row) =>
        row.serial < 4
          ? [row]
          : row.serial === 4
            ? [row, { ...row, serial: 5 }]
            : [{ ...row, serial: row.serial + 1 }],
      ),
    ),
    serial: 5,
  },
  'an entry added at the end': {
    tamper: withTeam((own) => rehashed([...own, ...own.slice(-1)])),
    serial: 7,
  },
  'an entry changed with all hashes behind it': {
    tamper: withTeam((own) =>
      rehashed(
        changed(own, 4, { detail: canonicalJson({ requirementId: 'r2', reason: 'Twice.' }) }),
      ),
    ),
    serial: 6,
  },
  'a chain deleted with its noted end': {
    tamper: () =>
      lay(
        world.database,
        others(),
        heads.filter((head) => !isTeam(head)),
      ),
    serial: 1,
  },
}

describe('changes behind the server', () => {
  test.each(Object.entries(TAMPERINGS))(
    '[PL39] %s is found, with project and entry',
    async (_what, { tamper, serial }) => {
      expect((await verifyLogs(world.database)).broken).toEqual([])
      await tamper()
      expect((await verifyLogs(world.database)).broken).toEqual([
        { projectId, audience: 'team', serial, problem: expect.any(String) },
      ])
    },
  )

  test("[PL40] a vendor's chain rewritten with its noted end breaks the opening's anchor", async () => {
    const audience = vendorAudience(world.companies.alpha)
    const isOwn = (row: { audience: ChainAudience }): boolean => row.audience === audience
    const own = rehashed(
      changed(
        rows.filter(isOwn).sort((a, b) => a.serial - b.serial),
        2,
        { at: 5 },
      ),
    )
    const end = { ...headOf(own), audience }
    await lay(
      world.database,
      [...rows.filter((row) => !isOwn(row)), ...own],
      [...heads.filter((row) => !isOwn(row)), end],
    )
    expect((await verifyLogs(world.database)).broken).toEqual([
      { projectId, audience, serial: 4, problem: 'head' },
    ])
  })

  test('[PL41] only ends kept elsewhere reveal a chain rewritten with its noted end', async () => {
    const { heads: kept } = await verifyLogs(world.database)
    const own = rehashed(changed(team(), 6, { at: 5 }))
    await lay(
      world.database,
      [...others(), ...own],
      [...heads.filter((head) => !isTeam(head)), headOf(own)],
    )
    expect((await verifyLogs(world.database)).broken).toEqual([])
    expect((await verifyLogs(world.database, kept)).broken).toEqual([
      { projectId, audience: 'team', serial: 6, problem: 'head' },
    ])
  })
})

const command = async (...args: string[]): Promise<{ code: number; output: string }> => {
  const place = world.databaseUrl === undefined ? {} : { DATABASE_URL: world.databaseUrl }
  const env = { ...process.env, ...place, DATA_DIR: dirname(world.filesDir), BASE_URL: '' }
  const run = promisify(execFile)(process.execPath, ['server/verify-log.ts', ...args], {
    cwd: projectRoot,
    env,
  })
  return await run.then(
    ({ stdout }) => ({ code: 0, output: stdout }),
    (error: { code: number; stdout: string; stderr: string }) => ({
      code: error.code,
      output: `${error.stdout}${error.stderr}`,
    }),
  )
}

test('[PL42] the command names broken chains, ends with 1, and keeps ends to compare', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tenderbook-ends-'))
  folders.push(folder)
  const file = join(folder, 'ends.json')
  expect(await command('--write', file)).toEqual({
    code: 0,
    output: `3 chains, ${rows.length} entries, 0 broken\n`,
  })
  expect(JSON.parse(await readFile(file, 'utf8'))).toHaveLength(3)
  expect((await command('--against', file)).code).toBe(0)
  await withTeam((own) => changed(own, 3, { at: 1 }))()
  const { code, output } = await command('--against', file)
  expect(code).toBe(1)
  expect(output).toContain(`BROKEN project ${projectId}, chain team, entry 3: `)
  expect((await command('--against', join(folder, 'none.json'))).code).toBe(2)
})
