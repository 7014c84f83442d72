import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { API } from '#schema/api/index.ts'
import { seedUser } from '#server/database/seed.ts'
import { linkTokens } from './identity-calls.ts'
import { newest, withNewest } from './newest.ts'
import { type ApiClient, signInApi } from '../support/api-client.ts'
import { expectRefused } from './people.ts'
import { SyncDevice } from './sync-client.ts'
import { buildWorld, PASSWORD, PROJECT as projectId, type World } from './world.ts'

let world: World
let owner: ApiClient
let count = 0
beforeAll(async () => {
  world = await buildWorld()
  owner = await world.as('owner')
})
afterAll(async () => {
  await world.close()
})
beforeEach(async () => {
  await world.setProject({ state: 'PREPARATION', publishedOn: null, ownerId: world.users.owner })
})

const params = { id: projectId }
/** A new member of the project with the role Collaborator. */
const newCollaborator = async () => {
  const username = `collaborator-${(count += 1)}`
  const id = await seedUser(world.database, {
    username,
    password: PASSWORD,
    firstname: username,
    lastname: 'Person',
    email: `${username}@x.example`,
    organizationId: world.companies.city,
    roles: [],
    iterations: 1_000,
  })
  await owner.call(API.projectMembers.add, {
    params,
    body: { userId: id, roleIds: ['role-project-req-colaborator'] },
  })
  return {
    id,
    username,
    name: `${username} Person`,
    client: await signInApi(world.url, username, PASSWORD),
  }
}
const rowsOf = (entity: 'package' | 'document', ids: readonly string[]) =>
  withNewest(
    world,
    entity,
    ids.map((id) => ({ id })),
  )
const own = async (ownerId: number | null, documentIds: string[], packageIds: string[] = []) => {
  const documents = await rowsOf('document', documentIds)
  const packages = await rowsOf('package', packageIds)
  return await owner.call(API.projects.setOwners, {
    params,
    body: { ownerId, packages, documents },
  })
}
const documentOf = (id: string, client: ApiClient = owner) =>
  client.call(API.documents.get, { params: { id } })
/** A person in a document, with the version that the owner sees. */
const membership = async (id: string, userId: number) => ({
  params: { id },
  body: { id: userId, updatedOn: await newest(world, 'document', id) },
})
const rename = async (client: ApiClient, id: string) => {
  const { updatedOn } = await documentOf(id)
  const name = `Renamed ${(count += 1)}`
  return await client.call(API.documents.update, { body: { id, updatedOn, name } })
}
const kindsOf = async () => {
  const page = await owner.call(API.projectLog.entries, {
    params,
    body: { audience: 'team', limit: 500 },
  })
  return page.entries.flatMap((entry) => ('kind' in entry ? [entry] : []))
}

test('[AS34] a collaborator works in what is assigned to them and reads the rest', async () => {
  const me = await newCollaborator()
  await expectRefused(rename(me.client, 'd1'), 'NOT_ALLOWED')
  await own(me.id, ['d1'])
  await rename(me.client, 'd1')
  await me.client.call(API.sections.create, { body: { documentId: 'd1', name: 'Mine' } })
  await expectRefused(rename(me.client, 'd2'), 'NOT_ALLOWED')
  expect((await documentOf('d2', me.client)).id).toBe('d2')
  await own(me.id, [], ['p2'])
  await rename(me.client, 'd2')
  await own(null, ['d1'], ['p2'])
  await expectRefused(rename(me.client, 'd1'), 'NOT_ALLOWED')
  await expectRefused(rename(me.client, 'd2'), 'NOT_ALLOWED')
})

test('[AS34] a member of a document works in it until they are removed', async () => {
  const me = await newCollaborator()
  await owner.call(API.documents.addMember, await membership('d1', me.id))
  await rename(me.client, 'd1')
  expect((await documentOf('d1')).members).toContainEqual({ id: me.id, name: me.name })
  await owner.call(API.documents.removeMember, await membership('d1', me.id))
  await expectRefused(rename(me.client, 'd1'), 'NOT_ALLOWED')
})

test('[AS35] an update of a document or package sets its owner together with its name, or nothing', async () => {
  const me = await newCollaborator()
  const author = await world.as('author')
  const { name, updatedOn } = await documentOf('d1')
  const ownerData = { id: me.id }
  await expectRefused(
    author.call(API.documents.update, {
      body: { id: 'd1', updatedOn, name: 'By the author', ownerData },
    }),
    'NOT_ALLOWED',
  )
  expect((await documentOf('d1')).name).toBe(name)
  const both = { name: 'By the owner', ownerData }
  await owner.call(API.documents.update, { body: { id: 'd1', ...both, updatedOn } })
  const changed = await documentOf('d1')
  expect(changed.name).toBe('By the owner')
  expect(changed.ownerData).toEqual({ id: me.id, name: me.name })
  await expectRefused(
    owner.call(API.documents.update, { body: { id: 'd1', ownerData: null, updatedOn } }),
    'requirement.stale',
  )
  // The owner is as it was, so the author needs no permission for it.
  const now = changed.updatedOn
  await author.call(API.documents.update, { body: { id: 'd1', updatedOn: now, name, ownerData } })
  const seen = await newest(world, 'package', 'p1')
  const named = { id: 'p1', updatedOn: seen, name: 'With its owner', ownerData }
  await expectRefused(author.call(API.packages.update, { body: named }), 'NOT_ALLOWED')
  expect(await newest(world, 'package', 'p1')).toBe(seen)
  const row = await owner.call(API.packages.update, { body: named })
  expect([row.name, row.ownerId]).toEqual(['With its owner', me.id])
  await own(null, ['d1'], ['p1'])
})

test('[AS33] owners can be set in EVALUATED, where everything else is read-only', async () => {
  const me = await newCollaborator()
  await world.setProject({ state: 'EVALUATED', publishedOn: 1 })
  await own(me.id, ['d1'])
  await expectRefused(rename(owner, 'd1'), 'PROJECT_READ_ONLY')
  await own(null, ['d1'])
  await world.setProject({ state: 'CLOSED' })
  await expectRefused(own(me.id, ['d1']), 'PROJECT_READ_ONLY')
})

test('[AS31] people off the team, of a vendor and of another organization cannot be assigned', async () => {
  const { admin, colleague, 'alpha-primary': contact, 'village-admin': stranger } = world.users
  // An administrator sees every project, and is on the team of none.
  for (const id of [admin, colleague, contact, stranger, 999_999]) {
    await expectRefused(own(id, ['d1']), 'NOT_ON_TEAM')
    await expectRefused(
      owner.call(API.documents.addMember, await membership('d1', id)),
      'NOT_ON_TEAM',
    )
  }
  expect((await documentOf('d1')).ownerData).toBeNull()
  await own(world.users.owner, ['d1'])
  expect((await documentOf('d1')).ownerData?.id).toBe(world.users.owner)
  await own(null, ['d1'])
})

test('[AS36] a person removed from the project loses all assignments, and does not get them back', async () => {
  const me = await newCollaborator()
  await own(me.id, ['d1'], ['p2'])
  await owner.call(API.documents.addMember, await membership('d2', me.id))
  const former = new SyncDevice(owner)
  await former.pull(projectId)
  expect(former.get('document', 'd2')?.['members']).toEqual([me.id])
  await owner.call(API.projectMembers.remove, { params, body: { userIds: [me.id], emails: [] } })
  const device = new SyncDevice(owner)
  await device.pull(projectId)
  expect([
    device.get('document', 'd1')?.['ownerId'],
    device.get('package', 'p2')?.['ownerId'],
    device.get('document', 'd2')?.['members'],
  ]).toEqual([null, null, undefined])
  await owner.call(API.projectMembers.add, {
    params,
    body: { userId: me.id, roleIds: ['role-project-req-colaborator'] },
  })
  for (const id of ['d1', 'd2']) await expectRefused(rename(me.client, id), 'NOT_ALLOWED')
})

test('[AS36] assignments of a blocked person rest: no call and no list names them, and they cannot be assigned', async () => {
  const me = await newCollaborator()
  await own(me.id, ['d1'])
  const setState = (state: 'BLOCKED' | 'ACTIVE') =>
    world.database.write(async (tx) => {
      await tx
        .updateTable('organization_members')
        .set({ state })
        .where('user_id', '=', me.id)
        .execute()
    })
  await setState('BLOCKED')
  expect((await documentOf('d1')).ownerData).toBeNull()
  const device = new SyncDevice(owner)
  await device.pull(projectId)
  expect(device.home?.projects[0]?.team?.map(({ id }) => id)).not.toContain(me.id)
  await expectRefused(own(me.id, ['d2']), 'NOT_ON_TEAM')
  await setState('ACTIVE')
  expect((await documentOf('d1')).ownerData).toEqual({ id: me.id, name: me.name })
  await own(null, ['d1'])
})

const waysBack = [
  ['the project', 'role-project-req-colaborator'],
  ['the organization, with every project', 'role-org-admin'],
] as const
test.each(waysBack)(
  '[AS36] a person who left and is invited again to %s gets no assignment back',
  async (_way, role) => {
    const me = await newCollaborator()
    const { city, village } = world.companies
    const setOrganization = (table: 'add' | 'choose') =>
      world.database.write(async (tx) => {
        if (table === 'add')
          await tx
            .insertInto('organization_members')
            .values({
              organization_id: village,
              user_id: me.id,
              roles: '[]',
              is_primary_contact: 0,
              created_on: 0,
              state: 'ACTIVE',
            })
            .execute()
        else
          await tx
            .updateTable('users')
            .set({ active_organization_id: village })
            .where('id', '=', me.id)
            .execute()
      })
    // The person keeps an account through another organization.
    await setOrganization('add')
    await own(me.id, ['d1'], ['p2'])
    await (
      await world.as('admin')
    ).call(API.members.remove, { params: { id: String(city) }, body: { userIds: [me.id] } })
    const email = `${me.username}@x.example`
    if (role === 'role-org-admin')
      await (
        await world.as('admin')
      ).call(API.invitations.invite, { body: { email, organizationId: city, roles: [role] } })
    else await owner.call(API.projectMembers.add, { params, body: { email, roleIds: [role] } })
    const [token = ''] = await linkTokens(world, email)
    await setOrganization('choose')
    const stranger = await signInApi(world.url, me.username, PASSWORD)
    await stranger.call(API.invitations.accept, { body: { token } })
    const back = await signInApi(world.url, me.username, PASSWORD)
    const stored = await world.database.queries
      .selectFrom('documents')
      .select('body')
      .where('id', '=', 'd1')
      .executeTakeFirstOrThrow()
    expect(JSON.parse(stored.body)).toMatchObject({ ownerId: null })
    if (role === 'role-org-admin') return
    expect((await documentOf('d1', owner)).ownerData).toBeNull()
    expect((await documentOf('d1', back)).ownerData).toBeNull()
    await expectRefused(rename(back, 'd1'), 'NOT_ALLOWED')
    await expectRefused(rename(back, 'd2'), 'NOT_ALLOWED')
  },
)

test('[AS37] a vendor receives no owner, no member, no one of the team and no row when these change', async () => {
  const me = await newCollaborator()
  await world.setProject({ state: 'PUBLISHED', publishedOn: 1 })
  const vendor = await world.as('alpha-primary')
  const device = new SyncDevice(vendor)
  await device.pull(projectId)
  const before = device.all()
  await own(me.id, ['d1'], ['p1'])
  await owner.call(API.documents.addMember, await membership('d1', me.id))
  const pages = await device.pull(projectId)
  expect(pages.flatMap(({ project }) => project?.rows ?? [])).toEqual([])
  expect(device.all()).toEqual(before)
  // A device that reads the project first after the change learns no more.
  const later = new SyncDevice(vendor)
  await later.pull(projectId)
  expect(later.all()).toEqual(before)
  // A vendor reads only its own contacts.
  const {
    'alpha-primary': primary,
    'alpha-contact': contact,
    'alpha-restricted': limited,
  } = world.users
  expect(device.home?.projects[0]?.team?.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(
    [primary, contact, limited].toSorted((a, b) => a - b),
  )
  expect(JSON.stringify([device.all(), device.home])).not.toContain(me.name)
  const seen = await documentOf('d1', vendor)
  expect([seen.ownerData, seen.members, seen.ownerId]).toEqual([null, [], null])
  await own(null, ['d1'], ['p1'])
})

test('[AS38] each change of an owner and of members is in the project log with the people whom it concerns', async () => {
  const me = await newCollaborator()
  const from = (await kindsOf()).length
  await own(me.id, ['d2'], ['p1'])
  await owner.call(API.documents.addMember, await membership('d2', me.id))
  await own(null, ['d2'], ['p1'])
  await owner.call(API.documents.removeMember, await membership('d2', me.id))
  const { updatedOn } = await documentOf('d1')
  await owner.call(API.documents.update, {
    body: { id: 'd1', updatedOn, ownerData: { id: me.id } },
  })
  await own(null, ['d1'])
  const entries = (await kindsOf()).slice(from).map(({ kind, detail }) => ({ kind, detail }))
  const assigned = (packageId: string | null, documentId: string | null, to: number | null) => ({
    kind: 'contentAssigned',
    detail: { packageId, documentId, from: to === null ? me.id : null, to },
  })
  expect(entries).toEqual([
    assigned('p1', null, me.id),
    assigned(null, 'd2', me.id),
    { kind: 'documentMembersSet', detail: { documentId: 'd2', added: [me.id], removed: [] } },
    assigned('p1', null, null),
    assigned(null, 'd2', null),
    { kind: 'documentMembersSet', detail: { documentId: 'd2', added: [], removed: [me.id] } },
    assigned(null, 'd1', me.id),
    assigned(null, 'd1', null),
  ])
})

test('[AS39] the dashboard counts the documents of a project in Preparation that are assigned to the caller', async () => {
  const me = await newCollaborator()
  const other = await newCollaborator()
  const assigned = async ({ client } = me) =>
    (await client.call(API.projects.waiting, {})).find(({ kind }) => kind === 'assignedContent')
  expect(await assigned()).toBeUndefined()
  await own(me.id, ['d1'], ['p2'])
  expect(await assigned()).toEqual({ projectId, kind: 'assignedContent', count: 2 })
  expect(await assigned(other)).toBeUndefined()
  await own(other.id, ['d1'])
  expect([await assigned(), await assigned(other)]).toMatchObject([{ count: 1 }, { count: 1 }])
  await world.setProject({ state: 'PUBLISHED', publishedOn: 1 })
  expect(await assigned()).toBeUndefined()
})

test('[AS32] an assignment made offline is applied once, and one over a newer owner is a conflict', async () => {
  const [me, other] = [await newCollaborator(), await newCollaborator()]
  const device = new SyncDevice(owner)
  await device.pull(projectId)
  await own(null, ['d1', 'd2'])
  await own(other.id, ['d1'])
  const args = { projectId, ownerId: me.id, packageIds: [], documentIds: ['d1', 'd2'] }
  const base = { 'document/d1#ownerId': null, 'document/d2#ownerId': null }
  await device.push(device.edit('owners.set', args, base))
  await device.pull(projectId)
  expect(device.results.at(-1)).toMatchObject({
    status: 'conflict',
    conflicts: [{ id: 'd1', field: 'ownerId', mine: me.id, theirs: other.id }],
  })
  expect(device.get('document', 'd1')?.['ownerId']).toBe(other.id)
  expect(device.get('document', 'd2')?.['ownerId']).toBe(me.id)
})
