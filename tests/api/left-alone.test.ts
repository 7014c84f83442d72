import { afterAll, beforeAll, expect, test } from 'vitest'
import { API } from '#schema/api/index.ts'
import { signInApi } from '../support/api-client.ts'
import { expectRefused, newPerson } from './people.ts'
import { hashOf, pdf, sendPiece } from './send-file.ts'
import { buildWorld, PASSWORD, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await buildWorld()
})
afterAll(async () => {
  await world.close()
})

const picture = (width: number): string => {
  const head = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
  const size = Buffer.alloc(8)
  size.writeUInt32BE(width, 0)
  size.writeUInt32BE(64, 4)
  return Buffer.concat([head, size, Buffer.alloc(40)]).toString('base64')
}

test('a vendor with a single contact is not deleted', async () => {
  const admin = await world.as('admin')
  const made = await admin.call(API.vendors.create, {
    params: { id: String(world.companies.city) },
    body: { name: 'One contact', description: '', zone: 'UTC' },
  })
  const { id: userId } = await newPerson(world, 'alpha', ['role-vendor-contact'])
  await world.database.write(async (tx) => {
    await tx
      .updateTable('organization_members')
      .set({ organization_id: made.id })
      .where('user_id', '=', userId)
      .execute()
  })
  const removing = admin.call(API.vendors.remove, { body: { id: made.id } })
  await expectRefused(removing, 'vendor.contacts')
  const kept = await admin.call(API.vendors.get, { params: { id: String(made.id) } })
  expect(kept.contactsCount).toBe(1)
})

test('a person who removes their picture leaves the pictures of others', async () => {
  const author = await world.as('author')
  const reviewer = await world.as('reviewer')
  const kept = await author.call(API.profiles.setAvatar, { body: { picture: picture(60) } })
  const shared = await reviewer.call(API.profiles.setAvatar, { body: { picture: picture(61) } })
  await author.call(API.profiles.setAvatar, { body: { picture: picture(61) } })
  const statusOf = async (sha256: string | null) =>
    (await fetch(`${world.url}/api/users-service/avatars/${sha256}`)).status
  expect([await statusOf(kept.avatar), await statusOf(shared.avatar)]).toEqual([404, 200])
  await reviewer.call(API.profiles.setAvatar, { body: { picture: null } })
  expect(await statusOf(shared.avatar)).toBe(200)
  await author.call(API.profiles.setAvatar, { body: { picture: null } })
  expect(await statusOf(shared.avatar)).toBe(404)
})

test('an upload that is refused leaves the other uploads of the person', async () => {
  const author = await world.as('author')
  const whole = pdf('sent in two pieces', 3_000)
  const half = { total: whole.length, hash: hashOf(whole) }
  await sendPiece(author, whole.subarray(0, 1_000), half)
  const counted = async () =>
    (
      await world.database.queries
        .selectFrom('blob_uploads')
        .select('sha256')
        .where('user_id', '=', world.users.author)
        .execute()
    ).map(({ sha256 }) => sha256)
  expect(await counted()).toContain(half.hash)
  // The bytes are not those that the hash promises.
  const false_ = { total: 500, hash: hashOf(Buffer.from('other bytes')) }
  const refused = await sendPiece(author, pdf('not these').subarray(0, 500), {
    ...false_,
    total: pdf('not these').length,
  })
  expect(refused.status).toBeGreaterThanOrEqual(400)
  expect(await counted()).toEqual([half.hash])
  const { body } = await sendPiece(author, whole.subarray(1_000), { ...half, offset: 1_000 })
  expect(body).toEqual({ received: whole.length, isComplete: true })
})

test('a system administrator cannot block their own account, and blocks that of another', async () => {
  const root = await newPerson(world, 'city', ['role-sys-admin'])
  const other = await newPerson(world, 'city', [])
  const admin = await root.signIn()
  const block = (id: number) => admin.call(API.members.block, { params: { id: String(id) } })
  await expectRefused(block(root.id), 'NOT_ALLOWED')
  await block(other.id)
  await expect(signInApi(world.url, other.username, PASSWORD)).rejects.toThrow()
  await expect(root.signIn()).resolves.toBeDefined()
})

test('the list of vendors says which contact is the primary one', async () => {
  const admin = await world.as('admin')
  const vendors = await admin.call(API.organizations.vendors, {
    params: { id: String(world.companies.city) },
  })
  const alpha = vendors.find(({ value }) => value === world.companies.alpha)
  const primary = await world.database.queries
    .selectFrom('organization_members')
    .select('user_id')
    .where('organization_id', '=', world.companies.alpha)
    .where('is_primary_contact', '=', 1)
    .execute()
  expect(alpha?.people.length).toBeGreaterThan(1)
  expect(
    alpha?.people.filter(({ isPrimaryContact }) => isPrimaryContact).map(({ userId }) => userId),
  ).toEqual(primary.map(({ user_id }) => user_id))
})
