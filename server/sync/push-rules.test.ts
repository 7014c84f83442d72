import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type PushMutation, SYNC_PROTOCOL } from '#schema/api/sync.ts'
import type { FieldConflict } from '#schema/api/sync.ts'
import { type EmptyDatabase, NOW, openEmptyDatabase } from '../../tests/support/empty-database.ts'
import type { CommandServices } from '../commands/execute.ts'
import { findTheirs } from './find-theirs.ts'
import { requireKnownProtocol } from './push.ts'
import { projectIdOf, type PushContext, takeFresh } from './push-context.ts'
import { refuseUnread } from './push-edits.ts'

const edit = (mid: number, args: unknown = { projectId: 'p' }): PushMutation => ({
  mid,
  command: 'sections.update',
  args,
  base: {},
  clientAt: NOW,
})

it.each([
  [-3, 'UPDATE_NEEDED'],
  [-2, 'taken'],
  [-1, 'taken'],
  [0, 'taken'],
  [1, 'UPDATE_NEEDED'],
])('[PT1] [PT2] a device %i versions from the server: %s', (versions, outcome) => {
  const require = (): void => requireKnownProtocol(SYNC_PROTOCOL + versions)
  if (outcome === 'taken') expect(require).not.toThrow()
  else expect(require).toThrow(outcome)
})

describe('edits', () => {
  it('[SY2] [SY3] continue after the last processed one without a gap', () => {
    const midsOf = (mids: number[], last: number): number[] =>
      takeFresh(
        mids.map((mid) => edit(mid)),
        last,
      ).map(({ mid }) => mid)
    expect(midsOf([1, 2, 3], 0)).toEqual([1, 2, 3])
    expect(midsOf([1, 2, 3], 2)).toEqual([3])
    expect(midsOf([1, 2, 3], 3)).toEqual([])
    expect(midsOf([], 3)).toEqual([])
    for (const [mids, last] of [
      [[2], 0],
      [[5], 3],
      [[4, 6], 3],
      [[4, 4], 3],
      [[5, 4], 3],
    ] as const)
      expect(() => midsOf([...mids], last), `${String(mids)} after ${last}`).toThrow('SYNC_GAP')
  })

  it('[AT49] name their project by a text, or none', () => {
    expect(projectIdOf(edit(1))).toBe('p')
    for (const args of [null, 7, 'p', {}, { projectId: 7 }])
      expect(projectIdOf(edit(1, args))).toBe('')
  })
})

describe('with rows', () => {
  let rows: EmptyDatabase
  let anna = 0
  beforeEach(async () => {
    rows = await openEmptyDatabase()
    const city = await rows.organization('City')
    anna = await rows.person('anna', { active_organization_id: city })
  })
  afterEach(() => rows.close())

  it('[SY18] [SY2] an edit that fails is refused for good once, also when it is sent twice', async () => {
    const context = {
      services: { database: rows.database, clock: () => NOW } as unknown as CommandServices,
      serverId: 'server',
      userId: anna,
      onError: () => undefined,
    } satisfies PushContext
    const request = { serverId: 'server', clientId: 'a', schemaVersion: 6, mutations: [] }
    const refuse = (mid: number) => refuseUnread(context, request, edit(mid))
    expect(await refuse(1)).toEqual({ lastMid: 1 })
    expect(await refuse(1)).toEqual({ lastMid: 1 })
    expect(await refuse(2)).toEqual({ lastMid: 2 })
    expect(await refuse(1)).toEqual({ lastMid: 2 })
    const stored = await rows.database.queries
      .selectFrom('mutation_result')
      .select(['mid', 'status', 'reason', 'at'])
      .execute()
    const verdict = { status: 'refused', reason: 'INTERNAL', at: NOW }
    expect(stored).toEqual([
      { mid: 1, ...verdict },
      { mid: 2, ...verdict },
    ])
  })

  it('[SY9] a conflict names who wrote the field last, else who changed the row last', async () => {
    const line = (
      seq: number,
      actor: string,
      row: { fields?: string; entity_id?: string; project_id?: string } = {},
    ) =>
      rows.database.queries
        .insertInto('change_log')
        .values({
          project_id: 'p',
          seq,
          entity: 'section',
          entity_id: 's1',
          document_id: null,
          vendor_id: null,
          kind: 'changed',
          actor_id: null,
          actor_name: actor,
          fields: '["name"]',
          details: null,
          at: NOW + seq,
          ...row,
        })
        .execute()
    await line(1, 'first')
    await line(2, 'second')
    await line(3, 'third', { fields: '["+parts.x","-text"]' })
    await line(4, 'of another row', { entity_id: 's2' })
    await line(5, 'of another project', { project_id: 'q' })
    const conflict = (field: string, id = 's1'): FieldConflict => ({
      entity: 'section',
      id,
      field,
      base: null,
      mine: 'a',
      theirs: 'b',
      theirsBy: '',
      theirsOn: 0,
    })
    const left = {
      ...conflict('submitted'),
      theirs: { reason: 'NOT_FOUND', detail: {} },
    } as FieldConflict
    const found = await findTheirs(rows.database.queries, 'p', [
      conflict('name'),
      conflict('parts.x'),
      conflict('text'),
      conflict('other'),
      conflict('name', 'unknown'),
      left,
    ])
    expect(found.map(({ theirsBy, theirsOn }) => [theirsBy, theirsOn && theirsOn - NOW])).toEqual([
      ['second', 2],
      ['third', 3],
      ['third', 3],
      ['third', 3],
      ['', 0],
      ['', 0],
    ])
  })
})
