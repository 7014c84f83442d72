import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { API } from '#schema/api/index.ts'
import { hashForSignIn } from '../support/api-client.ts'
import { newest, newestProfile } from './newest.ts'
import { expectRefused, newPerson } from './people.ts'
import { buildWorld, PASSWORD, PROJECT as id, type Username, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await buildWorld()
  await world.setProject({ state: 'PUBLISHED', publishedOn: 1 })
})
afterAll(async () => {
  await world.close()
})
const as = (username: Username) => world.as(username)
const params = { id }
/** A PNG of the given width as far as the server reads it. */
const pictureOf = (width: number): string => {
  const size = Buffer.alloc(8)
  size.writeUInt32BE(width, 0)
  size.writeUInt32BE(64, 4)
  const head = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
  return Buffer.concat([head, size, Buffer.alloc(40)]).toString('base64')
}
const hashOf = (picture: string): string =>
  createHash('sha256').update(Buffer.from(picture, 'base64')).digest('hex')
const statusOf = async (avatar: string | null): Promise<number> =>
  (await fetch(`${world.url}/api/users-service/avatars/${avatar}`)).status
const setProject = async (username: Username, picture: string | null) => {
  const updatedOn = await newest(world, 'project', params.id)
  return await (
    await as(username)
  ).call(API.projectAvatars.set, { params, body: { picture, updatedOn } })
}
const setPlace = async (username: Username, placeId: number, picture: string | null) =>
  (await as(username)).call(API.organizationSettings.setAvatar, {
    params: { id: String(placeId) },
    body: { picture },
  })

test('[PF5] people who may edit a project set its picture, others change nothing; its bytes are checked', async () => {
  const { avatar } = await setProject('owner', pictureOf(200))
  expect(avatar).toBe(hashOf(pictureOf(200)))
  expect((await (await as('owner')).call(API.projects.get, { params })).avatar).toBe(avatar)
  const answer = await fetch(`${world.url}/api/users-service/avatars/${avatar}`)
  expect([
    answer.headers.get('content-type'),
    answer.headers.get('content-security-policy'),
    answer.headers.get('x-content-type-options'),
  ]).toEqual(['image/png', "sandbox; default-src 'none'", 'nosniff'])
  for (const other of ['author', 'reviewer', 'alpha-primary', 'alpha-contact'] as const)
    await expectRefused(setProject(other, pictureOf(201)), 'NOT_ALLOWED')
  for (const other of ['beta-primary', 'village-admin'] as const)
    await expect(setProject(other, pictureOf(201))).rejects.toThrow()
  expect(await statusOf(hashOf(pictureOf(201)))).toBe(404)
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>')
  await expectRefused(setProject('owner', svg.toString('base64')), 'validation.mimes')
  await expectRefused(setProject('owner', pictureOf(1_025)), 'validation.size')
  expect((await (await as('owner')).call(API.projects.get, { params })).avatar).toBe(avatar)
})

test('[PF5] a picture goes with its last use: of projects, organizations and persons', async () => {
  const { city } = world.companies
  const shared = pictureOf(300)
  await setProject('owner', shared)
  await setPlace('admin', city, shared)
  await (await as('owner')).call(API.profiles.setAvatar, { body: { picture: shared } })
  await setProject('owner', null)
  expect(await statusOf(hashOf(shared))).toBe(200)
  await (await as('owner')).call(API.profiles.setAvatar, { body: { picture: null } })
  expect(await statusOf(hashOf(shared))).toBe(200)
  await setPlace('admin', city, null)
  expect(await statusOf(hashOf(shared))).toBe(404)
})

test('[PF5] people who may edit an organization or vendor set its picture, and no others', async () => {
  const { city, alpha, village } = world.companies
  const { avatar } = await setPlace('admin', city, pictureOf(400))
  const read = await (
    await as('alpha-contact')
  ).call(API.organizations.get, {
    params: { id: String(city) },
  })
  expect(read.avatar).toBe(avatar)
  const vendor = await setPlace('admin', alpha, pictureOf(401))
  const { items } = await (
    await as('admin')
  ).call(API.vendors.list, {
    params: { id: String(city) },
    body: {},
  })
  expect(items.find((one) => one.id === alpha)?.avatar).toBe(vendor.avatar)
  for (const other of ['owner', 'reviewer', 'alpha-primary', 'beta-primary'] as const)
    await expect(setPlace(other, city, null)).rejects.toThrow()
  for (const other of ['alpha-contact', 'beta-primary', 'village-admin'] as const)
    await expect(setPlace(other, alpha, null)).rejects.toThrow()
  await expect(setPlace('admin', village, pictureOf(402))).rejects.toThrow()
  expect(await statusOf(hashOf(pictureOf(402)))).toBe(404)
})

test('[PF7] the bodies of projects and organizations take a picture: another one is checked, the present one is left', async () => {
  const owner = await as('owner')
  const readProject = async () => await owner.call(API.projects.get, { params })
  const update = async (username: Username, body: { avatar?: string | null; weight?: number }) =>
    (await as(username)).call(API.projects.update, {
      body: { id, updatedOn: (await readProject()).updatedOn, ...body },
    })
  await update('owner', { avatar: pictureOf(600) })
  const avatar = hashOf(pictureOf(600))
  expect((await readProject()).avatar).toBe(avatar)
  await update('owner', { avatar, weight: 3 })
  expect(await readProject()).toMatchObject({ avatar, weight: 3 })
  for (const other of ['author', 'reviewer', 'alpha-primary'] as const)
    await expectRefused(update(other, { avatar: pictureOf(601) }), 'NOT_ALLOWED')
  await expect(update('author', { avatar: null })).rejects.toThrow('NOT_ALLOWED')
  await expectRefused(update('owner', { avatar: hashOf(pictureOf(500)) }), 'INPUT_INVALID')
  await expectRefused(update('owner', { avatar: pictureOf(1_025) }), 'validation.size')
  await expectRefused(
    owner.call(API.projects.update, {
      body: { id, updatedOn: 1, avatar: pictureOf(602), weight: 4 },
    }),
    'requirement.stale',
  )
  for (const width of [601, 602]) expect(await statusOf(hashOf(pictureOf(width)))).toBe(404)
  expect(await readProject()).toMatchObject({ avatar, weight: 3 })
  await update('owner', { avatar: null })
  expect([(await readProject()).avatar, await statusOf(avatar)]).toEqual([null, 404])

  const { city } = world.companies
  const admin = await as('admin')
  const readCity = async () =>
    await admin.call(API.organizations.get, { params: { id: String(city) } })
  const rename = async (username: Username, picture: string | null | undefined) => {
    const { name, description, zone, updatedOn } = await readCity()
    return await (
      await as(username)
    ).call(API.organizationSettings.update, {
      body: { id: city, name, description, zone, updatedOn, avatar: picture },
    })
  }
  const cityHash = hashOf(pictureOf(610))
  expect((await rename('admin', pictureOf(610))).avatar).toBe(cityHash)
  expect((await rename('admin', cityHash)).avatar).toBe(cityHash)
  expect((await rename('admin', undefined)).avatar).toBe(cityHash)
  for (const other of ['owner', 'reviewer', 'alpha-primary', 'village-admin'] as const)
    await expect(rename(other, pictureOf(611))).rejects.toThrow()
  expect(await statusOf(hashOf(pictureOf(611)))).toBe(404)
  expect([(await rename('admin', null)).avatar, await statusOf(cityHash)]).toEqual([null, 404])
})

test('[PF7] a project is created with its picture', async () => {
  const owner = await as('owner')
  const made = await owner.call(API.projects.create, {
    body: { name: 'With a picture', avatar: pictureOf(620) },
  })
  expect(made.avatar).toBe(hashOf(pictureOf(620)))
  expect(await statusOf(hashOf(pictureOf(620)))).toBe(200)
  await expectRefused(
    owner.call(API.projects.create, {
      body: { name: 'With the picture of another', avatar: hashOf(pictureOf(620)) },
    }),
    'INPUT_INVALID',
  )
})

test('[PF6] pictures are listed only of projects that the caller sees, and of members whose profile is public', async () => {
  const { avatar } = await setProject('owner', pictureOf(500))
  const list = async (username: Username) =>
    await (await as(username)).call(API.projectAvatars.list, { body: { ids: [id, 'unknown'] } })
  expect(await list('reviewer')).toEqual([{ id, avatar }])
  expect(await list('alpha-contact')).toEqual([{ id, avatar }])
  expect(await list('village-admin')).toEqual([])

  const reviewer = await as('reviewer')
  const own = await reviewer.call(API.profiles.setAvatar, { body: { picture: pictureOf(501) } })
  const listed = async () => {
    const { items } = await (
      await as('admin')
    ).call(API.members.list, {
      params: { id: String(world.companies.city) },
      body: { pageSize: 200 },
    })
    return items.find(({ username }) => username === 'reviewer')?.avatar
  }
  expect(await listed()).toBeNull()
  const updatedOn = await newestProfile(reviewer)
  const texts = { about: '', homepage: '', company: '', location: '', phone: '' }
  const body = { firstname: 'R', lastname: 'R', ...texts, isPublic: true, updatedOn }
  await reviewer.call(API.profiles.update, { body })
  expect(await listed()).toBe(own.avatar)
})

test('[PF5] the picture of a deleted account or project goes with it', async () => {
  const person = await newPerson(world, 'city', [])
  const client = await person.signIn()
  const own = await client.call(API.profiles.setAvatar, { body: { picture: pictureOf(250) } })
  const ofProject = await setProject('owner', pictureOf(251))
  const hash = await hashForSignIn(world.url, person.username, PASSWORD)
  await client.call(API.profiles.delete, { body: { hash } })
  expect(await statusOf(own.avatar ?? '')).toBe(404)
  expect(await statusOf(ofProject.avatar ?? '')).toBe(200)
  await world.setProject({ state: 'PREPARATION', publishedOn: null })
  await (await as('owner')).call(API.projects.delete, { params: { id } })
  expect(await statusOf(ofProject.avatar ?? '')).toBe(404)
})
