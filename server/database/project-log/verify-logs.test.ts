import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { entryText } from '#schema/rules/project/project-log.ts'
import type { LogEntry } from '#schema/tables/log-kinds.ts'
import {
  type EmptyDatabase,
  NOW,
  openEmptyDatabase,
} from '../../../tests/support/empty-database.ts'
import { buildProject, buildRows, PROJECT_ID } from '../../../tests/support/project-rows.ts'
import { inProject, storeRows } from '../../../tests/support/stored-project.ts'
import type { Tables } from '../tables.ts'
import { appendToLog } from './append.ts'
import { type ChainEnd, verifyLogs } from './verify-logs.ts'

const OPENED: LogEntry = {
  kind: 'opened',
  detail: { isEarly: false, reason: null, requestedBy: null, confirmedBy: null },
}
const created: LogEntry = { kind: 'created', detail: {} }
const moved: LogEntry = {
  kind: 'moved',
  detail: { from: 'PREPARATION', to: 'PUBLISHED', by: 'person' },
}

let rows: EmptyDatabase
const append = (entry: LogEntry, projectId = PROJECT_ID) =>
  rows.database.write((tx) => appendToLog(tx, { projectId, now: NOW, actorId: 3 }, entry))
/**
 * Two projects with chains of the team and of the vendors 7 and 8, with four entries each.
 */
beforeEach(async () => {
  rows = await openEmptyDatabase()
  const set = buildRows({ project: [buildProject({ state: 'PUBLISHED', publishedOn: 1 })] })
  await storeRows(rows, set)
  await storeRows(rows, inProject(set, 'other'))
  for (const projectId of [PROJECT_ID, 'other'])
    for (const entry of [created, moved, moved, OPENED]) await append(entry, projectId)
  const { rows: triggers } = await sql<{ name: string }>`
    select name from sqlite_master where type = 'trigger'`.execute(rows.database.queries)
  for (const { name } of triggers)
    await sql`drop trigger ${sql.ref(name)}`.execute(rows.database.queries)
})
afterEach(() => rows.close())
const verify = (noted: readonly ChainEnd[] = []) => verifyLogs(rows.database, noted)
const broken = async (noted: readonly ChainEnd[] = []): Promise<string[]> =>
  (await verify(noted)).broken.map(
    ({ projectId, audience, serial, problem }) => `${projectId} ${audience} ${serial} ${problem}`,
  )
const change = (audience: string, serial: number, values: Partial<Tables['project_log']>) =>
  rows.database.queries
    .updateTable('project_log')
    .set(values)
    .where('project_id', '=', PROJECT_ID)
    .where('audience', '=', audience as 'team')
    .where('serial', '=', serial)
    .execute()
const cut = (audience: string, serial: number) =>
  rows.database.queries
    .deleteFrom('project_log')
    .where('project_id', '=', PROJECT_ID)
    .where('audience', '=', audience as 'team')
    .where('serial', '>=', serial)
    .execute()
const endAt = async (audience: string, serial: number): Promise<ChainEnd> => {
  const query = rows.database.queries.selectFrom('project_log').select(['hash', 'serial'])
  const { hash } = await query
    .where('project_id', '=', PROJECT_ID)
    .where('audience', '=', audience as 'team')
    .where('serial', '=', serial)
    .executeTakeFirstOrThrow()
  return { projectId: PROJECT_ID, audience: audience as 'team', serial, hash }
}
/** Moves the recorded end of a chain, as a forger who may write the database would. */
const setEnd = ({ projectId, audience, serial, hash }: ChainEnd) =>
  rows.database.queries
    .updateTable('project_log_heads')
    .set({ serial, hash })
    .where('project_id', '=', projectId)
    .where('audience', '=', audience)
    .execute()
/** Rewrites an entry and its hash. */
const forge = async (audience: string, serial: number, values: Partial<Tables['project_log']>) => {
  await change(audience, serial, values)
  const { queries } = rows.database
  const row = await queries
    .selectFrom('project_log')
    .selectAll()
    .where('project_id', '=', PROJECT_ID)
    .where('audience', '=', audience as 'team')
    .where('serial', '=', serial)
    .executeTakeFirstOrThrow()
  const { actor_id: actorId, prev, detail, ...entry } = row
  const chain = { projectId: PROJECT_ID, audience: row.audience }
  const text = entryText(chain, { ...entry, actorId, detail: JSON.parse(detail) as null }, prev)
  await change(audience, serial, { hash: createHash('sha256').update(text).digest('hex') })
}
const setSince = (value: number) =>
  rows.database.queries
    .updateTable('server_meta')
    .set({ value: String(value) })
    .where('key', '=', 'projectLogSince')
    .execute()

describe('[PL39] every chain of the database', () => {
  it('is valid as the server wrote it, and is counted with its end', async () => {
    const { heads, ...verdict } = await verify()
    expect(verdict).toEqual({ chains: 6, entries: 24, broken: [] })
    expect(heads).toHaveLength(6)
    expect(heads.map(({ projectId, audience }) => `${projectId} ${audience}`)).toEqual(
      ['other', PROJECT_ID].flatMap((id) => ['team', 'v7', 'v8'].map((one) => `${id} ${one}`)),
    )
    expect(heads).toContainEqual(await endAt('team', 4))
    expect(await broken(heads)).toEqual([])
    expect(await broken([await endAt('v7', 1), await endAt('team', 2)])).toEqual([])
  })

  it.each<[string, Partial<Tables['project_log']>]>([
    ['its time', { at: NOW + 1 }],
    ['its person', { actor_id: 4 }],
    ['its kind', { kind: 'deleted' }],
    ['its detail', { detail: '{"by":"person","from":"PUBLISHED","to":"PUBLISHED"}' }],
    ['a detail that is no JSON', { detail: '{' }],
    [
      'the order of its detail',
      { detail: '{"to":"PUBLISHED","from":"PREPARATION","by":"person"}' },
    ],
    ['its salt', { salt: 'x' }],
    ['its hash', { hash: '0'.repeat(64) }],
    ['its link', { prev: '0'.repeat(64) }],
  ])('shows an entry that was changed in %s', async (_what, values) => {
    await change('team', 2, values)
    expect(await broken()).toEqual([`${PROJECT_ID} team 2 content`])
  })

  it('shows a lost entry, lost last entries, and entries after the recorded end', async () => {
    const { queries } = rows.database
    await queries
      .deleteFrom('project_log')
      .where('project_id', '=', PROJECT_ID)
      .where('audience', '=', 'team')
      .where('serial', '=', 3)
      .execute()
    await cut('v7', 3)
    await setEnd(await endAt('v8', 2))
    expect(await broken()).toEqual([
      `${PROJECT_ID} team 3 missing`,
      `${PROJECT_ID} v7 3 head`,
      `${PROJECT_ID} v8 3 head`,
    ])
  })

  it('shows a chain whose recorded end is gone', async () => {
    await rows.database.queries
      .deleteFrom('project_log_heads')
      .where('project_id', '=', PROJECT_ID)
      .where('audience', '=', 'v7')
      .execute()
    const verdict = await verify()
    expect(verdict.chains).toBe(6)
    expect(await broken()).toEqual([`${PROJECT_ID} v7 1 head`])
  })
})

describe('[PL40] [PL41] a chain that was rewritten with its end', () => {
  it('contradicts an end that was noted elsewhere, also in the middle of it', async () => {
    const noted = [await endAt('v7', 2), await endAt('v7', 1)]
    const [end] = noted
    await cut('v7', 2)
    await setEnd(await endAt('v7', 1))
    expect(end).toBeDefined()
    expect(await broken(noted)).toEqual([`${PROJECT_ID} v7 2 head`])
  })

  it('contradicts the anchor in the chain of the team, which names its end at the opening', async () => {
    await forge('v8', 4, { at: NOW + 1 })
    await setEnd(await endAt('v8', 4))
    expect(await broken()).toEqual([`${PROJECT_ID} v8 4 head`])
  })

  it('contradicts a note if all of it is gone', async () => {
    const end = await endAt('v7', 3)
    await cut('v7', 1)
    await rows.database.queries
      .deleteFrom('project_log_heads')
      .where('project_id', '=', PROJECT_ID)
      .where('audience', '=', 'v7')
      .execute()
    expect(await broken([end]), 'once, though the anchor is missing too').toEqual([
      `${PROJECT_ID} v7 3 head`,
    ])
    expect((await verify([end])).chains).toBe(6)
    expect(await broken()).toEqual([`${PROJECT_ID} v7 4 head`])
  })
})

describe('[PL39] a project', () => {
  const dropTeam = async (): Promise<void> => {
    for (const audience of ['team', 'v7', 'v8']) {
      await cut(audience, 1)
      await rows.database.queries
        .deleteFrom('project_log_heads')
        .where('project_id', '=', PROJECT_ID)
        .where('audience', '=', audience as 'team')
        .execute()
    }
  }
  it('without a chain of the team has lost it', async () => {
    await dropTeam()
    expect(await broken()).toEqual([`${PROJECT_ID} team 1 missing`])
  })
  it('with a chain that begins after the log itself has lost the one before', async () => {
    await dropTeam()
    await append({ kind: 'begun', detail: {} })
    await setSince(NOW)
    expect(await broken()).toEqual([])
    await setSince(NOW - 1)
    expect(await broken()).toEqual([`${PROJECT_ID} team 1 missing`])
  })
  it('is not missed where no log has begun', async () => {
    await dropTeam()
    await rows.database.queries
      .deleteFrom('server_meta')
      .where('key', '=', 'projectLogSince')
      .execute()
    expect(await broken()).toEqual([])
  })
})
