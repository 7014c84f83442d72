import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { NO_INPUT, outcomeOf } from '../../tests/support/call-context.ts'
import { watchRows } from '../../tests/support/changed-rows.ts'
import {
  buildPackage,
  buildProject,
  buildProjectVendor,
  buildRows,
  PROJECT_ID,
} from '../../tests/support/project-rows.ts'
import { inProject, storeRows } from '../../tests/support/stored-project.ts'
import { openTown, type Town } from '../../tests/support/town.ts'
import { restrictionHandlers as handlers } from './restrictions.ts'

let town: Town
let [olga, anna, vera, victor, blocked, bob] = [0, 0, 0, 0, 0, 0]
/** Two projects of Olga with the vendors Alpha and Beta, both with a grant to Victor. */
beforeEach(async () => {
  town = await openTown()
  const { city, alpha, beta, rows } = town
  olga = await town.person('olga', city, 'role-org-power-user')
  anna = await town.person('anna', city)
  vera = await town.person('vera', alpha, 'role-vendor-primary-contact')
  victor = await town.person('victor', alpha, 'role-vendor-contact')
  blocked = await town.person('blocked', alpha, 'role-vendor-contact')
  bob = await town.person('bob', beta, 'role-vendor-primary-contact')
  await rows.database.queries
    .updateTable('organization_members')
    .set({ state: 'BLOCKED' })
    .where('user_id', '=', blocked)
    .execute()
  const set = buildRows({
    project: [
      buildProject({
        ...{ organizationId: city, ownerId: olga, deadlineAt: null },
        ...{ state: 'PUBLISHED', publishedOn: 1 },
      }),
    ],
    projectVendor: [alpha, beta].map((vendorId) => buildProjectVendor(vendorId)),
  })
  for (const id of [PROJECT_ID, 'other']) {
    await storeRows(rows, inProject(set, id))
    await town.joins(id, anna, 'role-project-req-author')
    for (const [vendor_id, user_id] of [
      [alpha, victor],
      [beta, bob],
    ] as const)
      await rows.database.queries
        .insertInto('restrictions')
        .values({ project_id: id, vendor_id, user_id, package_ids: '["p1"]' })
        .execute()
  }
  await storeRows(
    rows,
    inProject(
      {
        project: [buildProject({ organizationId: 9, ownerId: 999 })],
        package: [buildPackage({ id: 'p9' })],
      },
      'third',
    ),
  )
})
afterEach(() => town.rows.close())

const get = async (by: number, vendorId: number, id = PROJECT_ID) =>
  await handlers.get({ ...NO_INPUT, params: { id, vendorId } }, await town.calls.by(by))
type Grants = { userId: number; packageIds: string[] | null }[]
const set = async (by: number, users: Grants, vendorId = town.alpha, id = PROJECT_ID) =>
  await handlers.set(
    { ...NO_INPUT, params: { id }, body: { vendorId, users } },
    await town.calls.by(by),
  )
const grants = async (vendorId = town.alpha, id = PROJECT_ID) =>
  (await get(olga, vendorId, id)).users

describe('the grants of a vendor', () => {
  it('are shown with all contacts of this vendor, by name, and who of them is active', async () => {
    expect(await get(olga, town.alpha)).toEqual({
      vendorId: town.alpha,
      contacts: [
        { userId: blocked, name: 'blocked Person', isPrimaryContact: false, isActive: false },
        { userId: vera, name: 'vera Person', isPrimaryContact: true, isActive: true },
        { userId: victor, name: 'victor Person', isPrimaryContact: false, isActive: true },
      ],
      users: [{ userId: victor, packageIds: ['p1'] }],
    })
    expect((await get(vera, town.alpha)).users).toHaveLength(1)
  })

  it('are replaced, and those of other vendors and projects stay', async () => {
    const changes = await watchRows(town.rows.database)
    await set(vera, [
      { userId: victor, packageIds: ['p1', 'p2'] },
      { userId: vera, packageIds: null },
    ])
    expect((await changes()).filter((line) => line.startsWith('restrictions'))).toEqual([
      `restrictions ${PROJECT_ID}/Alpha/vera +`,
      `restrictions ${PROJECT_ID}/Alpha/victor ~ package_ids=["p1","p2"]`,
    ])
    expect(await grants()).toEqual([
      { userId: vera, packageIds: null },
      { userId: victor, packageIds: ['p1', 'p2'] },
    ])
    await set(vera, [])
    expect((await changes()).filter((line) => line.startsWith('restrictions'))).toEqual([
      `restrictions ${PROJECT_ID}/Alpha/vera -`,
      `restrictions ${PROJECT_ID}/Alpha/victor -`,
    ])
    expect([await grants(town.beta), await grants(town.alpha, 'other')]).toEqual([
      [{ userId: bob, packageIds: ['p1'] }],
      [{ userId: victor, packageIds: ['p1'] }],
    ])
  })

  it('raise the version of what people see, and are told by the log with their former state', async () => {
    const version = async () =>
      (
        await town.rows.database.queries
          .selectFrom('project_sync')
          .select('visibility_version')
          .where('project_id', '=', PROJECT_ID)
          .executeTakeFirstOrThrow()
      ).visibility_version
    const before = await version()
    await set(vera, [{ userId: victor, packageIds: ['p2'] }])
    expect(await version()).toBe(before + 1)
    const entry = await town.rows.database.queries
      .selectFrom('project_log')
      .select(['kind', 'actor_id', 'detail'])
      .where('project_id', '=', PROJECT_ID)
      .orderBy('serial', 'desc')
      .executeTakeFirstOrThrow()
    expect([entry.kind, entry.actor_id]).toEqual(['restrictionsSet', vera])
    expect(JSON.parse(entry.detail)).toMatchObject({ vendorId: town.alpha })
  })

  it('go to contacts of this vendor who are active or had one, once each, for packages of the project', async () => {
    const { alpha } = town
    const queries = () => town.rows.database.queries
    for (const [users, outcome] of [
      [[{ userId: bob, packageIds: null }], 'INPUT_INVALID users'],
      [[{ userId: anna, packageIds: null }], 'INPUT_INVALID users'],
      [[{ userId: blocked, packageIds: null }], 'INPUT_INVALID users'],
      [
        [
          { userId: victor, packageIds: null },
          { userId: victor, packageIds: ['p1'] },
        ],
        'INPUT_INVALID users',
      ],
      [[{ userId: victor, packageIds: ['p1', 'p9'] }], 'INPUT_INVALID packageIds'],
      [
        [
          { userId: victor, packageIds: ['p1'] },
          { userId: vera, packageIds: ['none'] },
        ],
        'INPUT_INVALID packageIds',
      ],
      [[{ userId: victor, packageIds: [] }], 'done'],
    ] as const)
      expect(await outcomeOf(set(vera, users as never))).toBe(outcome)
    await queries()
      .insertInto('restrictions')
      .values({ project_id: PROJECT_ID, vendor_id: alpha, user_id: blocked, package_ids: null })
      .execute()
    expect(await outcomeOf(set(vera, [{ userId: blocked, packageIds: ['p1'] }]))).toBe('done')
    await queries().deleteFrom('organization_members').where('user_id', '=', blocked).execute()
    expect(await outcomeOf(set(vera, [{ userId: blocked, packageIds: ['p1'] }]))).toBe(
      'INPUT_INVALID users',
    )
  })

  it('are neither read nor set by others, nor of a vendor outside of the project', async () => {
    const { alpha, beta, village } = town
    await town.rows.database.queries
      .deleteFrom('project_vendors')
      .where('project_id', '=', 'other')
      .where('vendor_id', '=', beta)
      .execute()
    const changes = await watchRows(town.rows.database)
    for (const [call, outcome] of [
      [() => get(anna, alpha), 'NOT_ALLOWED'],
      [() => get(victor, alpha), 'NOT_ALLOWED'],
      [() => get(bob, alpha), 'NOT_FOUND'],
      [() => set(anna, []), 'NOT_ALLOWED'],
      [() => set(victor, []), 'NOT_ALLOWED'],
      [() => get(olga, beta, 'other'), 'NOT_FOUND'],
      [() => get(olga, village), 'NOT_FOUND'],
      [() => set(bob, [], beta, 'other'), 'ACCESS_TO_PROJECT_IS_DENIED'],
      [() => set(olga, []), 'NOT_ALLOWED'],
      [() => set(bob, []), 'NOT_FOUND'],
      [() => get(olga, alpha, 'third'), 'ACCESS_TO_PROJECT_IS_DENIED'],
      [() => set(vera, [], alpha, 'third'), 'ACCESS_TO_PROJECT_IS_DENIED'],
    ] as const)
      expect(await outcomeOf(call()), String(call)).toBe(outcome)
    expect(await changes()).toEqual([])
  })
})
