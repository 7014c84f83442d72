import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { API } from '#schema/api/index.ts'
import { listenLive } from '../support/live-client.ts'
import { newest } from './newest.ts'
import { SyncDevice } from './sync-client.ts'
import { buildWorld, PROJECT as id, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await buildWorld()
})
afterAll(async () => {
  await world.close()
})
beforeEach(async () => {
  await world.setProject({ state: 'PUBLISHED', publishedOn: 0 })
})

const params = { id }
const owner = () => world.as('owner')
const listed = async () =>
  (await (await owner()).call(API.projectMembers.list, { params, body: {} })).items

test('[PM1] the owner comes first, then the members by name; people to add are those of the organization outside the project', async () => {
  const members = await listed()
  expect(members.map(({ username, isOwner, roles }) => [username, isOwner, roles])).toEqual([
    ['owner', true, []],
    ['approver', false, ['role-project-req-approver']],
    ['author', false, ['role-project-req-author']],
    ['reviewer', false, ['role-project-req-reviewer']],
  ])
  const page = await (
    await owner()
  ).call(API.projectMembers.list, {
    params,
    body: { pageSize: 2, pageNumber: 1, filters: { roles: 'role-project' } },
  })
  expect([page.total, page.items.map(({ username }) => username)]).toEqual([3, ['reviewer']])
  expect(
    (await (await owner()).call(API.projectMembers.unassigned, { params })).map(
      ({ username }) => username,
    ),
  ).toEqual(['admin', 'clerk', 'colleague'])
})

test('[PM2] an added person finds the project, and a removed one loses its rows on every device and hears of it by the socket', async () => {
  const clerk = await world.as('clerk')
  const live = await listenLive(world.url, clerk.token)
  const lives = [live]
  const devices = [new SyncDevice(clerk), new SyncDevice(clerk)]
  try {
    await (
      await owner()
    ).call(API.projectMembers.add, {
      params,
      body: { userId: world.users.clerk, roleIds: ['role-project-req-reviewer'] },
    })
    await vi.waitFor(() => expect(live.messages).toHaveLength(1))
    for (const device of devices) {
      await device.pull(id)
      expect(device.home?.projects.map((project) => project.id)).toEqual([id])
      expect(device.get('requirement', 'r1')).toBeDefined()
    }
    // The next reader has never heard of the project.
    await live.close()
    lives.push(await listenLive(world.url, clerk.token))
    await (
      await owner()
    ).call(API.projectMembers.remove, { params, body: { userIds: [world.users.clerk] } })
    await vi.waitFor(() => expect(lives[1]?.messages).toHaveLength(1))
    for (const device of devices) {
      await device.pull(id)
      expect([device.denied, device.all(), device.home?.projects]).toEqual([[id], [], []])
    }
  } finally {
    for (const one of lives) await one.close()
  }
})

test('[PM3] an address unknown to the organization is invited, shown, given other roles and withdrawn', async () => {
  const email = 'new@city.example'
  const client = await owner()
  expect(
    await client.call(API.projectMembers.add, {
      params,
      body: { email: ' New@city.example ', roleIds: ['role-project-req-author'] },
    }),
  ).toEqual({ isInvited: true })
  expect((await listed()).at(-1)).toMatchObject({
    userId: null,
    email,
    roles: ['role-project-req-author'],
  })
  const invitations = world.database.queries.selectFrom('mails').select('to_address')
  expect(await invitations.where('notices', 'is', null).execute()).toEqual([{ to_address: email }])
  await client.call(API.projectMembers.setRoles, {
    params,
    body: { email, roleIds: ['role-project-req-reviewer'] },
  })
  expect((await listed()).at(-1)).toMatchObject({ email, roles: ['role-project-req-reviewer'] })
  await client.call(API.projectMembers.remove, { params, body: { emails: [email] } })
  expect((await listed()).map((member) => member.email)).not.toContain(email)
  expect(
    await client.call(API.projectMembers.add, {
      params,
      body: { email: 'colleague@city.example', roleIds: ['role-project-req-author'] },
    }),
  ).toEqual({ isInvited: false })
  await client.call(API.projectMembers.remove, {
    params,
    body: { userIds: [world.users.colleague] },
  })
})

test('[PM4] the next owner owns the project on every device, and the previous owner stays as its administrator', async () => {
  const device = new SyncDevice(await world.as('reviewer'))
  await device.pull(id)
  await (
    await owner()
  ).call(API.projectMembers.changeOwner, {
    params,
    body: { id: world.users.author, updatedOn: await newest(world, 'project', id) },
  })
  await device.pull(id)
  expect(device.get('project', id)).toMatchObject({
    ownerId: world.users.author,
    ownerName: 'author Person',
  })
  const { me } = await (await owner()).call(API.projects.get, { params })
  expect([me.relation, me.permissions.includes('PROJECT_MEMBERS_MANAGE')]).toEqual([
    'collaborator',
    true,
  ])
  const refused = await (
    await owner()
  ).raw('POST', `/projects-service/projects/${id}/change-owner`, {
    id: world.users.owner,
    updatedOn: 0,
  })
  expect([refused.status, JSON.parse(refused.text)]).toMatchObject([
    403,
    { messageCodes: ['NOT_ALLOWED'] },
  ])
  await (
    await world.as('author')
  ).call(API.projectMembers.changeOwner, {
    params,
    body: { id: world.users.owner, updatedOn: await newest(world, 'project', id) },
  })
  expect((await (await world.as('author')).call(API.projects.get, { params })).me.relation).toBe(
    'collaborator',
  )
})

test('[PM5] a person chooses the projects that they get mails about', async () => {
  const [reviewer, author] = [await world.as('reviewer'), await world.as('author')]
  expect(
    await reviewer.call(API.projectMembers.setNotifications, {
      params,
      query: { enabled: 'false' },
    }),
  ).toEqual({ enabled: false })
  expect([
    await reviewer.call(API.projectMembers.notifications, {}),
    await author.call(API.projectMembers.notifications, {}),
  ]).toEqual([[id], []])
  await reviewer.call(API.projectMembers.setNotifications, { params, query: { enabled: 'true' } })
  expect(await reviewer.call(API.projectMembers.notifications, {})).toEqual([])
})
