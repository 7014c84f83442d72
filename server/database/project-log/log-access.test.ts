import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  type EmptyDatabase,
  NOW,
  openEmptyDatabase,
} from '../../../tests/support/empty-database.ts'
import { buildProject, buildProjectVendor, buildRows } from '../../../tests/support/project-rows.ts'
import { inProject, storeRows } from '../../../tests/support/stored-project.ts'
import type { Queries } from '../database.ts'
import { loggingAccess, projectsOfPeople } from './log-access.ts'

/** Two projects with the vendors 7 and 8, each with members 9 and 10, and contacts of 7. */
let rows: EmptyDatabase
beforeEach(async () => {
  rows = await openEmptyDatabase()
  const project = [buildProject({ state: 'PUBLISHED', publishedOn: 1 })]
  const set = buildRows({ project, projectVendor: [7, 8].map(buildProjectVendor) })
  await storeRows(rows, set)
  await storeRows(rows, inProject(set, 'other'))
  const { queries } = rows.database
  for (const projectId of ['project', 'other']) {
    for (const userId of [9, 10]) await member(queries, projectId, userId)
    await grant(queries, projectId, { vendorId: 7, userId: 20, packages: ['p1'] })
    await grant(queries, projectId, { vendorId: 7, userId: 21, packages: null })
    await grant(queries, projectId, { vendorId: 8, userId: 22, packages: ['p1'] })
  }
})
afterEach(() => rows.close())

const member = (tx: Queries, projectId: string, userId: number) =>
  tx
    .insertInto('project_members')
    .values({ project_id: projectId, user_id: userId, roles: '["a"]', created_on: 1 })
    .execute()
interface GrantRow {
  vendorId: number
  userId: number
  packages: string[] | null
}
const grant = (tx: Queries, projectId: string, { vendorId, userId, packages }: GrantRow) =>
  tx
    .insertInto('restrictions')
    .values({
      ...{ project_id: projectId, vendor_id: vendorId, user_id: userId },
      package_ids: packages === null ? null : JSON.stringify(packages),
    })
    .execute()
const setPackages = (tx: Queries, userId: number, packages: string[] | null) =>
  tx
    .updateTable('restrictions')
    .set({ package_ids: packages === null ? null : JSON.stringify(packages) })
    .where('user_id', '=', userId)
    .where('project_id', '=', 'project')
    .execute()

const log = <T>(work: (tx: Queries) => Promise<T>, projectIds = ['project'], actorId = 5) =>
  rows.database.write((tx) => loggingAccess(tx, { projectIds, now: NOW, actorId }, () => work(tx)))
const logged = async () =>
  (
    await rows.database.queries
      .selectFrom('project_log')
      .selectAll()
      .where('kind', '<>', 'begun')
      .orderBy('project_id')
      .orderBy('serial')
      .execute()
  ).map(({ project_id, audience, kind, detail, actor_id, at }) => [
    ...[project_id, audience, kind, JSON.parse(detail), actor_id, at],
  ])
const events = async () =>
  (
    await rows.database.queries
      .selectFrom('events')
      .selectAll()
      .orderBy('kind')
      .orderBy('vendor_id')
      .execute()
  ).map((row) => [
    row.project_id,
    row.kind,
    row.vendor_id,
    row.user_ids,
    row.actor_id,
    row.created_on,
  ])

describe('a change of members', () => {
  it('is logged by person, in the order of their numbers, with its author and time', async () => {
    const result = await log(async (tx) => {
      await member(tx, 'project', 100)
      await tx.deleteFrom('project_members').where('user_id', '=', 9).execute()
      await tx
        .updateTable('project_members')
        .set({ roles: '["b","c"]' })
        .where('user_id', '=', 10)
        .execute()
      return 'result'
    })
    expect(result).toBe('result')
    expect(await logged()).toEqual([
      ['project', 'team', 'memberRemoved', { userId: 9 }, 5, NOW],
      ['project', 'team', 'rolesSet', { userId: 10, roles: ['b', 'c'] }, 5, NOW],
      ['project', 'team', 'memberAdded', { userId: 100, roles: ['a'] }, 5, NOW],
    ])
    expect(await events()).toEqual([
      ['project', 'member.added', null, '[100]', 5, NOW],
      ['project', 'member.removed', null, '[9]', 5, NOW],
      ['project', 'roles.changed', null, '[10]', 5, NOW],
    ])
  })

  it('is logged in the named projects alone, each once', async () => {
    const leave = async (tx: Queries) => {
      await tx.deleteFrom('project_members').where('user_id', '=', 9).execute()
    }
    await log(leave, ['project', 'project', 'unknown'])
    expect((await logged()).map(([projectId, , kind]) => [projectId, kind])).toEqual([
      ['project', 'memberRemoved'],
    ])
  })

  it('that fails is not logged, and nothing of it stays', async () => {
    const failing = log(async (tx) => {
      await tx.deleteFrom('project_members').where('user_id', '=', 9).execute()
      throw new Error('refused')
    })
    await expect(failing).rejects.toThrow('refused')
    expect([await logged(), await projectsOfPeople(rows.database.queries, [9])]).toEqual([
      [],
      ['project', 'other'],
    ])
  })

  it('that changes nothing is not logged', async () => {
    await log(async (tx) => {
      await tx.updateTable('project_members').set({ created_on: 2 }).execute()
    })
    expect([await logged(), await events()]).toEqual([[], []])
  })
})

describe('a change of the grants of a vendor’s contacts', () => {
  it('is logged with all contacts of that vendor, and told to those whom it concerns', async () => {
    await log((tx) => setPackages(tx, 20, ['p1', 'p2']))
    const users = [
      { userId: 20, packageIds: ['p1', 'p2'] },
      { userId: 21, packageIds: null },
    ]
    const found = await logged()
    expect(
      found.map(([projectId, , kind, detail, by, at]) => [projectId, kind, detail, by, at]),
    ).toEqual(
      Array(found.length).fill([...['project', 'restrictionsSet', { vendorId: 7, users }, 5, NOW]]),
    )
    expect(found.length).toBeGreaterThan(0)
    expect(found.map(([, audience]) => audience)).not.toContain('v8')
    expect(await events()).toEqual([['project', 'access.changed', 7, '[20]', 5, NOW]])
  })

  it.each([
    ['to all packages', 20, null],
    ['to no package', 20, []],
    ['from all packages', 21, ['p1']],
  ])('%s is told to the contact', async (_what, userId, packages) => {
    await log((tx) => setPackages(tx, userId, packages))
    expect((await events()).map(([, , vendorId, userIds]) => [vendorId, userIds])).toEqual([
      [7, `[${userId}]`],
    ])
  })

  it('of two vendors is told to the contacts of each', async () => {
    await log(async (tx) => {
      for (const userId of [20, 22]) await setPackages(tx, userId, null)
    })
    expect((await events()).map(([, , vendorId, userIds]) => [vendorId, userIds])).toEqual([
      [7, '[20]'],
      [8, '[22]'],
    ])
  })

  it('that takes one away is told to none', async () => {
    await log(async (tx) => {
      await tx.deleteFrom('restrictions').where('user_id', '=', 21).execute()
    })
    expect((await logged()).map(([, , kind]) => kind)).toContain('restrictionsSet')
    expect(await events()).toEqual([])
  })
})

it('[IS4] the projects of people are found in memberships and grants, each once', async () => {
  const { queries } = rows.database
  const of = async (ids: number[]) => (await projectsOfPeople(queries, ids)).toSorted()
  await member(queries, 'third', 30)
  await grant(queries, 'fourth', { vendorId: 7, userId: 31, packages: null })
  expect([await of([30]), await of([31]), await of([9, 20, 31])]).toEqual([
    ['third'],
    ['fourth'],
    ['fourth', 'other', 'project'],
  ])
  expect([await of([]), await of([99])]).toEqual([[], []])
  const many = Array.from({ length: 2_000 }, (_, at) => at + 1_000)
  expect(await of([...many, 30]), 'in pieces').toEqual(['third'])
})
