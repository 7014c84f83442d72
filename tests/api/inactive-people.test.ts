import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { API } from '#schema/api/index.ts'
import { newest } from './newest.ts'
import { expectRefused, newPerson, type NewPerson } from './people.ts'
import { buildWorld, PROJECT as projectId, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await buildWorld()
})
afterAll(async () => {
  await world.close()
})
beforeEach(async () => {
  await world.setProject({ state: 'PREPARATION', publishedOn: null, ownerId: world.users.owner })
})

const params = { id: projectId }
const city = () => ({ id: String(world.companies.city) })
const roleIds = ['role-project-req-author']

/** The ways in which a person may not act for the organization that they belonged to. */
const ENDINGS = {
  'is blocked in the organization': (person) =>
    setMembership(person, { state: 'BLOCKED' as const }),
  'has run out of time in the organization': (person) =>
    setMembership(person, { state: 'EXPIRED' as const }),
  'is blocked everywhere': (person) => setUser(person, { blocked: 1 }),
  'is not approved': (person) => setUser(person, { approval: 'WAITING' as const }),
} satisfies Record<string, (person: NewPerson) => Promise<void>>
const WAYS = Object.keys(ENDINGS) as (keyof typeof ENDINGS)[]

const setMembership = (
  { id }: NewPerson,
  changes: { state: 'BLOCKED' | 'EXPIRED' },
): Promise<void> =>
  world.database.write(async (tx) => {
    await tx.updateTable('organization_members').set(changes).where('user_id', '=', id).execute()
  })
const setUser = (
  { id }: NewPerson,
  changes: { blocked?: 1; approval?: 'WAITING' },
): Promise<void> =>
  world.database.write(async (tx) => {
    await tx.updateTable('users').set(changes).where('id', '=', id).execute()
  })
const leave = async ({ id }: NewPerson): Promise<void> => {
  await (
    await world.as('admin')
  ).call(API.members.remove, { params: city(), body: { userIds: [id] } })
}
const addToProject = (userId: number, project: string): Promise<void> =>
  world.database.write(async (tx) => {
    const row = { user_id: userId, project_id: project, roles: '[]', created_on: 0 }
    await tx.insertInto('project_members').values(row).execute()
  })
const membersOf = async (project: string): Promise<number[]> =>
  (
    await world.database.queries
      .selectFrom('project_members')
      .select('user_id')
      .where('project_id', '=', project)
      .orderBy('user_id')
      .execute()
  ).map((row) => row.user_id)
const grantsOf = async (userId: number): Promise<string[]> =>
  (
    await world.database.queries
      .selectFrom('restrictions')
      .select('project_id')
      .where('user_id', '=', userId)
      .orderBy('project_id')
      .execute()
  ).map((row) => row.project_id)
const createProject = async (): Promise<string> =>
  (await (await world.as('owner')).call(API.projects.create, { body: { name: 'Another' } })).id

describe('[PM6] a person who may not act for the organization', () => {
  test.each(WAYS)('%s: neither owns a project nor joins it, and is not offered', async (way) => {
    const person = await newPerson(world, 'city', [])
    await ENDINGS[way](person)
    const owner = await world.as('owner')
    await expectRefused(
      owner.call(API.projectMembers.changeOwner, {
        params,
        body: { id: person.id, updatedOn: await newest(world, 'project', projectId) },
      }),
      'NOT_FOUND',
    )
    await expectRefused(
      owner.call(API.projectMembers.add, { params, body: { userId: person.id, roleIds } }),
      'NOT_FOUND',
    )
    const email = `${person.username}@x.example`
    await expectRefused(
      owner.call(API.projectMembers.add, { params, body: { email, roleIds } }),
      'NOT_FOUND',
    )
    const offered = await owner.call(API.projectMembers.unassigned, { params })
    expect(offered.map(({ userId }) => userId)).not.toContain(person.id)
    expect((await owner.call(API.projects.get, { params })).ownerId).toBe(world.users.owner)
    expect(await membersOf(projectId)).not.toContain(person.id)
  })

  test('has left it: the same', async () => {
    const person = await newPerson(world, 'city', [])
    await leave(person)
    const owner = await world.as('owner')
    await expectRefused(
      owner.call(API.projectMembers.changeOwner, {
        params,
        body: { id: person.id, updatedOn: await newest(world, 'project', projectId) },
      }),
      'NOT_FOUND',
    )
    await expectRefused(
      owner.call(API.projectMembers.add, { params, body: { userId: person.id, roleIds } }),
      'NOT_FOUND',
    )
  })
})

describe('leaving', () => {
  test('[PM7] a member who is removed from one project stays in every other, and so do the others', async () => {
    const [person, second] = [await newPerson(world, 'city', []), await createProject()]
    for (const project of [projectId, second]) await addToProject(person.id, project)
    const before = await membersOf(projectId)
    await (
      await world.as('owner')
    ).call(API.projectMembers.remove, { params, body: { userIds: [person.id] } })
    expect(await membersOf(projectId)).toEqual(before.filter((id) => id !== person.id))
    expect(await membersOf(second)).toEqual([person.id])
  })

  test.each(['leaves', 'is removed'] as const)(
    '[OR11] a person who %s is no longer in any project of the organization, and still in those of another',
    async (how) => {
      const [person, second] = [await newPerson(world, 'city', []), await createProject()]
      for (const project of [projectId, second]) await addToProject(person.id, project)
      const village = await (
        await world.as('village-admin')
      ).call(API.projects.create, { body: { name: 'Of the village' } })
      await addToProject(person.id, village.id)
      if (how === 'leaves')
        await (await person.signIn()).call(API.members.leave, { params: city() })
      else await leave(person)
      expect([await membersOf(second), await membersOf(village.id)]).toEqual([[], [person.id]])
      expect(await membersOf(projectId)).not.toContain(person.id)
    },
  )

  test('[OR11] a contact who is removed from a vendor has no grant of it left', async () => {
    const person = await newPerson(world, 'alpha', ['role-vendor-contact'])
    const primary = await world.as('alpha-primary')
    await world.setProject({ state: 'PUBLISHED', publishedOn: 0 })
    const { alpha } = world.companies
    const path = { id: projectId, vendorId: String(alpha) }
    const { users } = await primary.call(API.restrictions.get, { params: path })
    const body = { vendorId: alpha, users: [...users, { userId: person.id, packageIds: null }] }
    await primary.call(API.restrictions.set, { params, body })
    expect(await grantsOf(person.id)).toEqual([projectId])
    await primary.call(API.members.remove, {
      params: { id: String(alpha) },
      body: { userIds: [person.id] },
    })
    expect(await grantsOf(person.id)).toEqual([])
    expect((await primary.call(API.restrictions.get, { params: path })).users).toEqual(users)
  })

  test('[OR12] an owner stays until the projects are handed over or archived', async () => {
    const person = await newPerson(world, 'city', ['role-org-power-user'])
    const client = await person.signIn()
    const { id } = await client.call(API.projects.create, { body: { name: 'Owned' } })
    const admin = await world.as('admin')
    const remove = () =>
      admin.call(API.members.remove, { params: city(), body: { userIds: [person.id] } })
    await expectRefused(client.call(API.members.leave, { params: city() }), 'MEMBER_OWNS_PROJECTS')
    await expectRefused(remove(), 'MEMBER_OWNS_PROJECTS')
    await admin.call(API.projectMembers.changeOwner, {
      params: { id },
      body: { id: world.users.owner, updatedOn: await newest(world, 'project', id) },
    })
    expect(await membersOf(id)).toEqual([person.id])
    await remove()
    expect(await membersOf(id)).toEqual([])
  })
})

describe('[VE8] a contact who may not act for the vendor', () => {
  test.each(WAYS)('%s: is no primary contact, by flag or by role', async (way) => {
    const person = await newPerson(world, 'alpha', ['role-vendor-contact'])
    await ENDINGS[way](person)
    const { alpha } = world.companies
    const admin = await world.as('admin')
    await expectRefused(
      admin.call(API.vendors.setPrimaryContact, {
        body: { id: alpha, userId: person.id, isPrimaryContact: true },
      }),
      'primary.notflagged',
    )
    await expectRefused(
      admin.call(API.members.setRoles, {
        params: { id: String(alpha) },
        body: { userId: person.id, roleIds: ['role-vendor-primary-contact'] },
      }),
      'primary.notflagged',
    )
  })

  test.each(WAYS)(
    '%s: gets no grant, by hand or with the vendor, and keeps the one held before',
    async (way) => {
      const [holder, other] = [
        await newPerson(world, 'alpha', ['role-vendor-contact']),
        await newPerson(world, 'alpha', ['role-vendor-contact']),
      ]
      const { alpha } = world.companies
      await world.setProject({ state: 'PUBLISHED', publishedOn: 0 })
      const primary = await world.as('alpha-primary')
      const { users } = await primary.call(API.restrictions.get, {
        params: { id: projectId, vendorId: String(alpha) },
      })
      const held = [...users, { userId: holder.id, packageIds: null }]
      const set = (granted: typeof users) =>
        primary.call(API.restrictions.set, { params, body: { vendorId: alpha, users: granted } })
      await set(held)
      await ENDINGS[way](holder)
      await ENDINGS[way](other)
      await expectRefused(set([...held, { userId: other.id, packageIds: null }]), 'INPUT_INVALID')
      await set(held)
      expect(await grantsOf(holder.id)).toEqual([projectId])

      const id = await createProject()
      const body = { vendorIds: [alpha] }
      await (
        await world.as('owner')
      ).call(API.stateTransitions.moveToPreparation, { params: { id }, body })
      expect(await grantsOf(holder.id)).toEqual([projectId])
      expect(await grantsOf(world.users['alpha-contact'])).toContain(id)
    },
  )
})

test('[VE9] a vendor that is at rest, deleted, of another organization or no vendor is not invited', async () => {
  const { gamma, city: own, village } = world.companies
  const admin = await world.as('admin')
  const deleted = await admin.call(API.vendors.create, {
    params: city(),
    body: { name: 'Short-lived', description: '', zone: 'UTC' },
  })
  await admin.call(API.vendors.remove, { body: { id: deleted.id } })
  const foreign = await (
    await world.as('village-admin')
  ).call(API.vendors.create, {
    params: { id: String(village) },
    body: { name: 'Foreign', description: '', zone: 'UTC' },
  })
  await admin.call(API.vendors.setState, { body: { id: gamma, state: 'INACTIVE' } })
  const owner = await world.as('owner')
  const calls = {
    PREPARATION: API.stateTransitions.addVendor,
    DRAFT: API.stateTransitions.moveToPreparation,
  } as const
  for (const state of ['PREPARATION', 'DRAFT'] as const) {
    await world.setProject({ state })
    for (const id of [gamma, deleted.id, foreign.id, own, village]) {
      const body = { vendorIds: [id] }
      await expectRefused(owner.call(calls[state], { params, body }), 'INPUT_INVALID')
    }
  }
  await admin.call(API.vendors.setState, { body: { id: gamma, state: 'ACTIVE' } })
})
