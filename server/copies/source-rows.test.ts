import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type ContentTown, openContentTown } from '../../tests/support/content-town.ts'
import {
  buildCommitment,
  buildProjectVendor,
  buildRequirement,
  PROJECT_ID,
} from '../../tests/support/project-rows.ts'
import { execute } from '../commands/execute.ts'
import { countSource, isChangedSince, readSource } from './source-rows.ts'

const UNKNOWN_VENDOR = 2_000_000_000
let town: ContentTown
const open = async (requirements = 3) => {
  town = await openContentTown({}, ({ alpha, beta }) => ({
    projectVendor: [alpha, beta, UNKNOWN_VENDOR].map(buildProjectVendor),
    requirement: Array.from({ length: requirements }, (_, index) =>
      buildRequirement({ id: `r${index + 1}`, fullId: `FUN-${index + 1}` }),
    ),
    commitment: [
      buildCommitment({ vendorId: alpha }),
      buildCommitment({ vendorId: beta, requirementId: 'r2' }),
    ],
  }))
}
beforeEach(() => open())
afterEach(() => town.rows.close())
const queries = () => town.rows.database.queries
const ALL = { requirements: true, vendorAnswers: true }
const read = (options = ALL) => readSource(queries(), PROJECT_ID, options)
const grant = async (project_id: string, package_ids: string | null) =>
  await queries()
    .insertInto('restrictions')
    .values({ project_id, vendor_id: town.alpha, user_id: town.vera, package_ids })
    .execute()

describe('the source of a copy', () => {
  it('has the rows and people of its project alone', async () => {
    await grant(PROJECT_ID, '["p1"]')
    await grant('zother', null)
    const { head, rows } = await read()
    const sync = await queries()
      .selectFrom('project_sync')
      .select('head')
      .where('project_id', '=', PROJECT_ID)
      .executeTakeFirstOrThrow()
    expect(head).toBe(sync.head)
    const lists = [rows.releases, rows.packages, rows.documents, rows.sections, rows.requirements]
    expect(lists.map((list) => list.map(({ id }) => id))).toEqual([
      ...[['rel0'], ['p1', 'p2'], ['d1', 'd2'], ['s1', 's2']],
      ['r1', 'r2', 'r3'],
    ])
    const foreign = [...lists.flat(), ...rows.commitments, ...rows.vendors].filter(
      ({ projectId }) => projectId !== PROJECT_ID,
    )
    expect(foreign).toEqual([])
    expect(rows.commitments).toHaveLength(2)
    // A vendor of a restored project is no organization here.
    expect(rows.vendors.map(({ vendorId }) => vendorId).toSorted()).toEqual([
      ...[town.alpha, town.beta],
    ])
    expect(rows.members).toEqual([{ userId: town.anna, roleIds: ['role-project-req-author'] }])
    expect(rows.restrictions).toEqual([
      { vendorId: town.alpha, userId: town.vera, packageIds: ['p1'] },
    ])
    await queries().updateTable('restrictions').set({ package_ids: null }).execute()
    expect((await read()).rows.restrictions[0]?.packageIds).toBeNull()
  })

  it.each([
    [false, false, [0, 0, 0]],
    [true, false, [3, 0, 0]],
    [false, true, [0, 2, 0]],
  ])('with requirements %s and answers %s', async (requirements, vendorAnswers, counts) => {
    const { rows } = await read({ requirements, vendorAnswers })
    const lists = [rows.requirements, rows.vendors, rows.commitments]
    expect(lists.map(({ length }) => length)).toEqual(counts)
  })

  it('has each row once, however many there are', async () => {
    await town.rows.close()
    await open(805)
    const ids = (await read()).rows.requirements.map(({ id }) => id)
    expect([ids.length, new Set(ids).size]).toEqual([805, 805])
    expect(await countSource(queries(), PROJECT_ID)).toBe(807)
  })
})

describe('a source that was read', () => {
  const isChanged = async (source: Awaited<ReturnType<typeof read>>) =>
    await isChangedSince(queries(), PROJECT_ID, source)

  it('has changed if a row that is copied has, in this project', async () => {
    const source = await read()
    expect(await isChanged(source)).toBe(false)
    const rename = async (projectId: string, userId: number) => {
      const args = { projectId, id: 's1', name: 'Renamed' }
      await execute(town.calls.services.commands, userId, { command: 'sections.update', args })
    }
    await rename('zother', town.villager)
    expect(await isChanged(source)).toBe(false)
    await rename(PROJECT_ID, town.olga)
    expect(await isChanged(source)).toBe(true)
  })

  it('has not changed if a row that is not copied has', async () => {
    const source = await read()
    const args = {
      ...{ projectId: PROJECT_ID, id: 'c1', type: 'D' as const, severity: null, text: 'Hm' },
      place: { kind: 'project' as const, id: PROJECT_ID },
    }
    await execute(town.calls.services.commands, town.olga, { command: 'comments.create', args })
    expect((await read()).head).toBeGreaterThan(source.head)
    expect(await isChanged(source)).toBe(false)
  })

  it('has changed if its people have, or if the log has been shortened', async () => {
    const source = await read()
    await grant('zother', null)
    expect(await isChanged(source)).toBe(false)
    await grant(PROJECT_ID, null)
    expect(await isChanged(source)).toBe(true)
    const newer = await read()
    expect(await isChanged(newer)).toBe(false)
    const floor = async (value: number) =>
      await queries()
        .updateTable('project_sync')
        .set({ floor: value })
        .where('project_id', '=', PROJECT_ID)
        .execute()
    await floor(newer.head)
    expect(await isChanged(newer)).toBe(false)
    await floor(newer.head + 1)
    expect(await isChanged(newer)).toBe(true)
    await floor(0)
    await queries().deleteFrom('project_members').where('project_id', '=', PROJECT_ID).execute()
    expect(await isChanged(newer)).toBe(true)
  })
})
