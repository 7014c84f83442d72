import { afterAll, beforeAll, expect, test } from 'vitest'
import { API } from '#schema/api/index.ts'
import { hashForSignIn } from '../support/api-client.ts'
import { expectRefused, type NewPerson, newPerson } from './people.ts'
import { buildWorld, PASSWORD, type World } from './world.ts'

let world: World
let root: NewPerson
beforeAll(async () => {
  world = await buildWorld()
  root = await newPerson(world, 'city', ['role-sys-admin'])
})
afterAll(async () => {
  await world.close()
})

const membersOf = async (company: keyof World['companies']) =>
  await world.database.queries
    .selectFrom('organization_members')
    .select(['user_id as userId', 'is_primary_contact as isPrimary'])
    .where('organization_id', '=', world.companies[company])
    .execute()
const deleteOwn = async ({ username, signIn }: Pick<NewPerson, 'username' | 'signIn'>) => {
  const hash = await hashForSignIn(world.url, username, PASSWORD)
  return await (await signIn()).call(API.profiles.delete, { body: { hash } })
}

test('[OR5] the administrators of an organization cannot be removed all at once', async () => {
  const second = await newPerson(world, 'village', ['role-org-admin'])
  const client = await root.signIn()
  const remove = (...userIds: number[]) =>
    client.call(API.members.remove, {
      params: { id: String(world.companies.village) },
      body: { userIds },
    })
  const before = await membersOf('village')
  await expectRefused(remove(second.id, world.users['village-admin']), 'LAST_ADMINISTRATOR')
  expect(await membersOf('village')).toEqual(before)
  await remove(second.id)
  await expectRefused(remove(world.users['village-admin']), 'LAST_ADMINISTRATOR')
})

test('[OR5] a blocked account does not count as a remaining administrator', async () => {
  const second = await newPerson(world, 'village', ['role-org-admin'])
  const client = await root.signIn()
  const block = (id: number) => client.call(API.members.block, { params: { id: String(id) } })
  await block(second.id)
  await expectRefused(block(world.users['village-admin']), 'LAST_ADMINISTRATOR')
  await client.call(API.members.unblock, { params: { id: String(second.id) } })
  await block(world.users['village-admin'])
  await client.call(API.members.unblock, { params: { id: String(world.users['village-admin']) } })
})

test('[OR5] [PF3] the last administrator cannot delete their own account', async () => {
  const others = (await membersOf('village')).filter(
    ({ userId }) => userId !== world.users['village-admin'],
  )
  const client = await root.signIn()
  for (const { userId } of others)
    await client.call(API.members.block, { params: { id: String(userId) } })
  const admin = { username: 'village-admin', signIn: () => world.as('village-admin') }
  await expectRefused(deleteOwn(admin), 'LAST_ADMINISTRATOR')
  await newPerson(world, 'village', ['role-org-owner'])
  await deleteOwn(admin)
})

test('[PF3] a primary contact who deletes the own account leaves the flag to a colleague', async () => {
  const primary = await newPerson(world, 'gamma', ['role-vendor-contact'])
  await (
    await world.as('gamma-primary')
  ).call(API.members.setRoles, {
    params: { id: String(world.companies.gamma) },
    body: { userId: primary.id, roleIds: ['role-vendor-primary-contact'] },
  })
  await deleteOwn(primary)
  expect(await membersOf('gamma')).toEqual([{ userId: world.users['gamma-primary'], isPrimary: 1 }])
})
