import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { MutationResult, PushMutation } from '#schema/api/sync.ts'
import { type EmptyDatabase, NOW, openEmptyDatabase } from '../../tests/support/empty-database.ts'
import { forgetVerdicts, readLastMid, readVerdicts, saveResults } from './sync-client.ts'

let rows: EmptyDatabase
let [city, village, anna, boris] = [0, 0, 0, 0]
beforeEach(async () => {
  rows = await openEmptyDatabase()
  city = await rows.organization('City')
  village = await rows.organization('Village')
  anna = await rows.person('anna', { active_organization_id: city })
  boris = await rows.person('boris', { active_organization_id: city })
})
afterEach(() => rows.close())

const begin = (clientId: string, userId: number): Promise<number> =>
  rows.database.write((tx) =>
    readLastMid(tx, rows.database.dialect, { clientId, userId, schemaVersion: 5, now: NOW }),
  )
const edit = (mid: number, args: unknown = { projectId: 'p' }): PushMutation => ({
  mid,
  command: 'sections.update',
  args,
  base: {},
  clientAt: NOW - 5.4,
})
const verdict = (mid: number, status: MutationResult['status'] = 'applied'): MutationResult => ({
  mid,
  status,
  reason: status === 'applied' ? null : 'CONFLICT',
  detail: { at: mid },
  conflicts: [],
  at: NOW + mid,
})
/** Stores verdicts of a device. */
const save = async (
  clientId: string,
  results: readonly MutationResult[],
  mutations: readonly PushMutation[] = results.map(({ mid }) => edit(mid)),
): Promise<void> => {
  await rows.database.write((tx) =>
    saveResults(tx, {
      client: { clientId, schemaVersion: 6 },
      mutations,
      results,
      lastMid: results.at(-1)?.mid ?? 0,
      now: NOW + 50,
    }),
  )
}
const stored = async (clientId: string) =>
  await rows.database.queries
    .selectFrom('mutation_result')
    .selectAll()
    .where('client_id', '=', clientId)
    .orderBy('mid')
    .execute()
const codeOf = (work: Promise<unknown>): Promise<unknown> =>
  work.catch(({ code }: { code: string }) => code)

describe('a device', () => {
  it('[SY2] begins at 0 in the active organization and continues at its last edit', async () => {
    expect(await begin('a', anna)).toBe(0)
    await save('a', [verdict(1), verdict(2)])
    await begin('b', boris)
    expect(await begin('a', anna)).toBe(2)
    const devices = await rows.database.queries
      .selectFrom('sync_client')
      .selectAll()
      .orderBy('client_id')
      .execute()
    expect(devices).toEqual([
      {
        client_id: 'a',
        user_id: anna,
        organization_id: city,
        last_mid: 2,
        schema_version: 6,
        seen_at: NOW + 50,
      },
      {
        client_id: 'b',
        user_id: boris,
        organization_id: city,
        last_mid: 0,
        schema_version: 5,
        seen_at: NOW,
      },
    ])
  })

  it('[SY6] [BR5] belongs to one person and one organization', async () => {
    await begin('a', anna)
    const read = (userId: number) =>
      codeOf(readVerdicts(rows.database.queries, { clientId: 'a', userId, ackMid: 0 }))
    expect(await codeOf(begin('a', boris))).toBe('CLIENT_FOREIGN')
    expect(await read(boris)).toBe('CLIENT_FOREIGN')
    expect(await read(anna)).toEqual({ lastMid: 0, results: [], ackAt: null })
    const move = (id: number) =>
      rows.database.queries
        .updateTable('users')
        .set({ active_organization_id: id })
        .where('id', '=', anna)
        .execute()
    await move(village)
    expect(await codeOf(begin('a', anna))).toBe('OTHER_ORGANIZATION')
    expect(await read(anna)).toBe('OTHER_ORGANIZATION')
    await move(city)
    expect(await begin('a', anna)).toBe(0)
  })

  it('[BR5] of a former version gets the organization in which it works next', async () => {
    await begin('a', anna)
    await begin('b', anna)
    await rows.database.queries.updateTable('sync_client').set({ organization_id: null }).execute()
    expect(await begin('a', anna)).toBe(0)
    const devices = await rows.database.queries
      .selectFrom('sync_client')
      .select('organization_id')
      .orderBy('client_id')
      .execute()
    expect(devices).toEqual([{ organization_id: city }, { organization_id: null }])
  })
})

describe('verdicts', () => {
  it('[SY5] of a device are read in their order, from the first that it has not acknowledged', async () => {
    await begin('a', anna)
    await begin('b', anna)
    await save('a', [verdict(1), verdict(2, 'refused'), verdict(3)])
    await save('b', [verdict(4)])
    const read = (ackMid: number) =>
      readVerdicts(rows.database.queries, { clientId: 'a', userId: anna, ackMid })
    const results = [verdict(2, 'refused'), verdict(3)]
    expect(await read(1)).toEqual({ lastMid: 3, results, ackAt: NOW + 1 })
    expect(await read(3)).toEqual({ lastMid: 3, results: [], ackAt: NOW + 3 })
    expect(await read(4), 'the server went back').toMatchObject({ results: [], ackAt: null })
    const unknown = { clientId: 'unknown', userId: anna, ackMid: 0 }
    expect(await readVerdicts(rows.database.queries, unknown)).toEqual({
      lastMid: 0,
      results: [],
      ackAt: null,
    })
  })

  it('[SY4] [SY18] keep the text of edits that were not applied, in a form that every database stores', async () => {
    await begin('a', anna)
    const args = { projectId: `p\u0000${'x'.repeat(300)}`, name: 'Text' }
    const edits = [
      edit(1),
      { ...edit(2, args), command: 'sections\u0000.update' },
      edit(3, null),
      edit(4, { projectId: 7 }),
    ]
    await save('a', [verdict(1), verdict(2, 'refused'), verdict(3, 'conflict'), verdict(4)], edits)
    const found = await stored('a')
    expect(found.map((row) => [row.args, row.project_id?.length ?? null, row.command])).toEqual([
      [null, 1, 'sections.update'],
      [JSON.stringify(args), 200, 'sections.update'],
      ['null', null, 'sections.update'],
      [null, 1, 'sections.update'],
    ])
    expect(found.map((row) => [row.client_at - NOW, row.at - NOW])).toEqual([
      [-5, 1],
      [-5, 2],
      [-5, 3],
      [-5, 4],
    ])
  })

  it.each([
    [199, 0],
    [200, 200],
  ])(
    '[SY5] of %i applied and acknowledged edits, %i are forgotten at once, and none of others',
    async (applied, forgotten) => {
      const results = Array.from({ length: applied }, (_, index) => verdict(index + 1))
      const acknowledged = applied + 1
      for (const id of ['a', 'b']) {
        await begin(id, anna)
        await save(id, [...results, verdict(acknowledged, 'refused'), verdict(acknowledged + 1)])
      }
      await forgetVerdicts(rows.database, 'a', acknowledged)
      expect(await stored('a')).toHaveLength(applied + 2 - forgotten)
      expect((await stored('a')).slice(-2).map(({ mid }) => mid)).toEqual([
        acknowledged,
        acknowledged + 1,
      ])
      expect(await stored('b')).toHaveLength(applied + 2)
    },
  )
})
