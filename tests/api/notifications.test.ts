import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { API } from '#schema/api/index.ts'
import type { Notification } from '#schema/entities/notification.ts'
import { PROJECT_ID } from '../support/project-rows.ts'
import { listenLive } from '../support/live-client.ts'
import { SyncDevice } from './sync-client.ts'
import { buildWorld, type Username, type World } from './world.ts'

const projectId = PROJECT_ID
const params = { id: projectId }

let world: World
const deviceOf = async (username: Username) => new SyncDevice(await world.as(username))
const listOf = async (username: Username, body: object = { pageSize: 200 }) =>
  await (await world.as(username)).call(API.notifications.list, { body })
const messagesOf = async (username: Username): Promise<string[]> =>
  (await listOf(username)).items.map(({ message }) => message)
/** Waits until every event has left the outbox, then forgets what was told. */
const settled = async (): Promise<void> => {
  await vi.waitFor(async () =>
    expect(await world.database.queries.selectFrom('events').select('kind').execute()).toEqual([]),
  )
}
/** Who has which message since the last `forget`. */
const toldOf = async (): Promise<Partial<Record<Username, string[]>>> => {
  await settled()
  const told: Partial<Record<Username, string[]>> = {}
  for (const username of Object.keys(world.users) as Username[]) {
    const messages = await messagesOf(username)
    if (messages.length > 0) told[username] = messages
  }
  return told
}
const forget = async (): Promise<void> => {
  await settled()
  await world.database.write((tx) => tx.deleteFrom('notifications').execute())
}

const newestProject = async () => await (await world.as('owner')).call(API.projects.get, { params })

beforeAll(async () => {
  world = await buildWorld({ project: { state: 'PUBLISHED', publishedOn: 0, sealed: true } })
})
beforeEach(forget)
afterAll(async () => {
  await world.close()
})

const everyone = (message: string): Partial<Record<Username, string[]>> =>
  Object.fromEntries(
    (
      [
        'owner',
        'author',
        'reviewer',
        'approver',
        'alpha-primary',
        'alpha-contact',
        'alpha-restricted',
        'beta-primary',
      ] as const
    ).map((name) => [name, [message]]),
  )

describe('who is told', () => {
  test('[NO1] a later deadline is told to the team and all contacts of both vendors, not to the owner who set it', async () => {
    const { updatedOn } = await newestProject()
    await (
      await world.as('owner')
    ).call(API.projects.update, {
      body: {
        id: projectId,
        updatedOn,
        deadline: { date: '2030-03-15', zone: 'UTC' },
        deadlineReason: 'Vendors asked for more time',
      },
    })
    const { owner: none, ...others } = everyone('The deadline of Groupware is now 15.03.2030 (UTC)')
    expect(none).toBeDefined()
    expect(await toldOf()).toEqual(others)
  })

  test('[NO2] a question is told to those who answer it; the reply only to contacts of the vendor who see its package', async () => {
    const [alpha, owner] = [await deviceOf('alpha-contact'), await deviceOf('owner')]
    await alpha.push(
      alpha.edit('comments.create', {
        projectId,
        id: 'asked',
        place: { kind: 'requirement', id: 'r1' },
        type: 'Q',
        severity: null,
        text: 'How many?',
      }),
    )
    const question = `asked.${world.companies.alpha}`
    expect(Object.keys(await toldOf())).toEqual(['owner', 'author', 'reviewer', 'approver'])
    await forget()
    await owner.pull(projectId)
    await owner.push(
      owner.edit('comments.reply', {
        projectId,
        id: 'answered',
        commentId: question,
        text: 'A hundred',
      }),
    )
    expect(await toldOf()).toEqual({})
    await owner.push(
      owner.edit('comments.markOfficial', { projectId, id: question, replyId: 'answered' }),
    )
    expect(await toldOf()).toEqual({
      'alpha-primary': ['Your question in Groupware was answered'],
      'alpha-contact': ['Your question in Groupware was answered'],
    })
  })

  test('[NO1] the owner of a document, its members, and those who are given a part are told', async () => {
    const [owner, primary] = [await deviceOf('owner'), await deviceOf('alpha-primary')]
    await owner.pull(projectId)
    await owner.push(
      owner.edit('owners.set', {
        projectId,
        ownerId: world.users.author,
        packageIds: [],
        documentIds: ['d1'],
      }),
    )
    await settled()
    expect((await listOf('author')).items).toMatchObject([
      {
        message: 'You own the document “Functions” in Groupware',
        link: `/project/${projectId}/documents/d1`,
      },
    ])
    expect(Object.keys(await toldOf())).toEqual(['author'])
    await forget()
    await primary.pull(projectId)
    await primary.push(
      primary.edit('parts.update', {
        projectId,
        documentId: 'd1',
        sectionId: null,
        vendorId: world.companies.alpha,
        patch: { userId: world.users['alpha-contact'] },
      }),
    )
    expect(Object.keys(await toldOf())).toEqual(['alpha-contact'])
  })

  test('[NO1] a text is in the language of its reader, and a muted project tells nothing', async () => {
    const [reviewer, approver] = [await world.as('reviewer'), await world.as('approver')]
    await reviewer.call(API.profiles.setLanguage, { body: { language: 'sk' } })
    await approver.call(API.projectMembers.setNotifications, {
      params,
      query: { enabled: 'false' },
    })
    await send('owner', { text: 'Visit on Monday', team: true })
    expect(await toldOf()).toEqual({
      author: ['Groupware: Visit on Monday'],
      reviewer: ['Groupware: Visit on Monday'],
    })
    await forget()
    const alpha = await deviceOf('alpha-contact')
    await alpha.push(
      alpha.edit('comments.create', {
        projectId,
        id: 'pain',
        place: { kind: 'project', id: projectId },
        type: 'PP',
        severity: 'MINOR',
        text: 'Slow',
      }),
    )
    expect((await toldOf()).reviewer).toEqual(['V projekte Groupware pribudol problém'])
    await reviewer.call(API.profiles.setLanguage, { body: { language: 'en' } })
    await approver.call(API.projectMembers.setNotifications, { params, query: { enabled: 'true' } })
  })

  test('[NO1] muting and unmuting concern one project of one person', async () => {
    const { author, approver } = world.users
    const muted = () =>
      world.database.queries
        .selectFrom('muted_projects')
        .selectAll()
        .orderBy('user_id')
        .orderBy('project_id')
        .execute()
    const elsewhere = [author, approver].map((user_id) => ({ user_id, project_id: 'elsewhere' }))
    await world.database.queries.insertInto('muted_projects').values(elsewhere).execute()
    const set = async (enabled: 'true' | 'false') =>
      await (
        await world.as('approver')
      ).call(API.projectMembers.setNotifications, { params, query: { enabled } })
    await set('false')
    await set('false')
    expect(await muted()).toEqual(
      [...elsewhere, { user_id: approver, project_id: projectId }].toSorted((one, other) =>
        one.user_id === other.user_id ? 0 : one.user_id - other.user_id,
      ),
    )
    expect(await (await world.as('approver')).call(API.projectMembers.notifications, {})).toEqual(
      expect.arrayContaining(['elsewhere', projectId]),
    )
    await set('true')
    expect(await muted()).toEqual(elsewhere.toSorted((a, b) => a.user_id - b.user_id))
    await send('owner', { text: 'Heard', team: true })
    expect(Object.keys(await toldOf())).toEqual(['author', 'reviewer', 'approver'])
    await world.database.queries.deleteFrom('muted_projects').execute()
  })

  test('[NO1] a reply in a discussion is told to those who wrote in it, and to no one of another discussion', async () => {
    const [owner, reviewer, approver] = [
      await deviceOf('owner'),
      await deviceOf('reviewer'),
      await deviceOf('approver'),
    ]
    const begin = (device: SyncDevice, id: string) =>
      device.push(
        device.edit('comments.create', {
          projectId,
          id,
          place: { kind: 'project', id: projectId },
          type: 'D',
          severity: null,
          text: 'Said',
        }),
      )
    const reply = (device: SyncDevice, id: string, commentId: string) =>
      device.push(device.edit('comments.reply', { projectId, id, commentId, text: 'Said again' }))
    await begin(reviewer, 'discussion-1')
    await begin(owner, 'discussion-2')
    await reply(approver, 'reply-2', 'discussion-2')
    expect(Object.keys(await toldOf())).toEqual(['owner'])
    await forget()
    await reply(owner, 'reply-1', 'discussion-1')
    expect(Object.keys(await toldOf())).toEqual(['reviewer'])
  })

  test('[NO2] a member who is also a contact of an invited vendor is told nothing of either side', async () => {
    const { reviewer } = world.users
    await world.database.queries
      .insertInto('organization_members')
      .values({
        organization_id: world.companies.alpha,
        user_id: reviewer,
        roles: '["role-vendor-primary-contact"]',
        is_primary_contact: 0,
        created_on: 0,
      })
      .execute()
    await send('owner', { text: 'For all', team: true, vendors: 'all' })
    await settled()
    const told = await world.database.queries
      .selectFrom('notifications')
      .select('user_id')
      .execute()
    expect(told.length).toBeGreaterThan(5)
    expect(told.map(({ user_id }) => user_id)).not.toContain(reviewer)
    await world.database.queries
      .deleteFrom('organization_members')
      .where('organization_id', '=', world.companies.alpha)
      .where('user_id', '=', reviewer)
      .execute()
  })
})

const send = async (username: Username, body: object) =>
  await (
    await world.as(username)
  ).raw('POST', `/projects-service/projects/${projectId}/notification`, body)

describe('the owner writes', () => {
  test('[NO4] to all vendors, or to one, which learns of no other', async () => {
    expect((await send('owner', { text: ' For all ', vendors: 'all' })).status).toBe(200)
    const { alpha, beta } = world.companies
    world.clock.now += 1_000
    expect((await send('owner', { text: 'For Beta', vendors: [beta, beta] })).status).toBe(200)
    expect(await toldOf()).toEqual({
      'alpha-primary': ['Groupware: For all'],
      'alpha-contact': ['Groupware: For all'],
      'alpha-restricted': ['Groupware: For all'],
      'beta-primary': ['Groupware: For Beta', 'Groupware: For all'],
    })
    const { items } = await listOf('beta-primary')
    expect(JSON.stringify(items)).not.toMatch(/Alpha|owner Person/)
    expect(items.flatMap((item) => Object.values(item))).not.toContain(alpha)
  })

  test.each<[object, string]>([
    [{ text: 'No one' }, 'vendors'],
    [{ text: '  ', team: true }, 'text'],
    [{ text: 'x'.repeat(1_001), team: true }, 'text'],
    [{ text: 'Gamma is not invited', vendors: [5] }, 'vendors'],
    [{ text: 'To no vendor', vendors: [] }, 'vendors'],
  ])('[NO4] %j is refused, names the field and tells no one', async (body, field) => {
    const { status, text } = await send('owner', body)
    expect(status).toBe(400)
    expect(JSON.parse(text)).toMatchObject({ messageCodes: ['INPUT_INVALID'] })
    expect(text).toContain(field)
    expect(await toldOf()).toEqual({})
  })

  test('[NO4] before the publishing, vendors cannot be written to, and no one else may write', async () => {
    await world.setProject({ state: 'PREPARATION', publishedOn: null })
    expect((await send('owner', { text: 'Early', vendors: 'all' })).status).toBe(400)
    for (const username of ['author', 'admin', 'alpha-primary', 'clerk', 'village-admin'] as const)
      expect((await send(username, { text: 'I', team: true })).status, username).not.toBe(200)
    await world.setProject({ state: 'ARCHIVED', publishedOn: 0 })
    expect((await send('owner', { text: 'Late', team: true })).status).toBe(409)
    await world.setProject({ state: 'PUBLISHED', publishedOn: 0 })
    expect(await toldOf()).toEqual({})
  })
})

describe('reading', () => {
  test('[NO3] arrives over the socket, and is read on every device of the person', async () => {
    const client = await world.as('author')
    const [live, other] = [
      await listenLive(world.url, client.token),
      await listenLive(world.url, (await world.as('beta-primary')).token),
    ]
    await send('owner', { text: 'Live', team: true })
    const items = () => live.items.map((text) => JSON.parse(text) as Partial<Notification>)
    await vi.waitFor(() =>
      expect(items()).toMatchObject([
        {
          message: 'Groupware: Live',
          read: false,
          project: { id: projectId, name: 'Groupware' },
          organization: { id: world.companies.city, name: 'City' },
          link: `/project/${projectId}/detail`,
        },
      ]),
    )
    const [item] = items()
    const mark = async (read: boolean) =>
      await client.call(API.notifications.markRead, { body: { id: item?.id ?? '', read } })
    expect((await listOf('author')).unread).toBe(1)
    expect(await mark(true)).toEqual({ unread: 0 })
    await vi.waitFor(() => expect(items().at(-1)).toMatchObject({ id: item?.id, read: true }))
    expect(await mark(true)).toEqual({ unread: 0 })
    expect(items()).toHaveLength(2)
    expect(await mark(false)).toEqual({ unread: 1 })
    expect((await listOf('author')).items).toMatchObject([{ read: false }])
    expect(other.items).toEqual([])
    // A poke without a project may come late from an earlier change of the person's rights.
    const pokes = other.heard.map((text) => JSON.parse(text) as { project: string | null })
    expect(pokes.filter(({ project }) => project !== null)).toEqual([])
    await live.close()
    await other.close()
  })

  test('[NO8] another person marks nothing, whatever ids they name', async () => {
    await send('owner', { text: 'Secret', team: true })
    await settled()
    const ids = (await listOf('author')).items.map(({ id }) => id)
    for (const username of ['reviewer', 'alpha-primary', 'village-admin'] as const)
      await (await world.as(username)).call(API.notifications.markRead, { body: { id: ids } })
    expect((await listOf('author')).unread).toBe(1)
  })

  test('[NO1] lists newest first in pages, of one project on request', async () => {
    for (let index = 0; index < 12; index += 1) {
      world.clock.now += 1_000
      await send('owner', { text: `No. ${index}`, team: true })
    }
    await settled()
    const first = await listOf('author', {})
    expect(first).toMatchObject({ total: 12, pageNumber: 0, pageSize: 10, unread: 12 })
    expect(first.items.map(({ message }) => message.split(' ').at(-1))).toEqual(
      [11, 10, 9, 8, 7, 6, 5, 4, 3, 2].map(String),
    )
    const second = await listOf('author', { pageNumber: 1, projectId })
    expect(second.items.map(({ message }) => message.split(' ').at(-1))).toEqual(['1', '0'])
    const { status } = await (
      await world.as('author')
    ).raw('POST', '/notification-service/notifications', { projectId: 'elsewhere' })
    expect(status).toBe(403)
  })

  test('[NO2] a removed member and a vendor of a withdrawn project see nothing of it, also not what they got before', async () => {
    await send('owner', { text: 'Everybody', team: true, vendors: 'all' })
    await settled()
    world.clock.now += 1_000
    const owner = await world.as('owner')
    const { approver } = world.users
    await owner.call(API.projectMembers.remove, { params, body: { userIds: [approver] } })
    const removed = 'You are no longer a member of a project of City'
    await settled()
    expect(await messagesOf('approver')).toEqual([removed])
    expect(await listOf('approver')).toMatchObject({ total: 1, unread: 1 })
    expect(JSON.stringify(await listOf('approver'))).not.toMatch(/Groupware|Everybody/)
    world.clock.now += 1_000
    await owner.call(API.projectMembers.add, {
      params,
      body: { userId: approver, roleIds: ['role-project-req-approver'] },
    } as never)
    await settled()
    expect(await messagesOf('approver')).toEqual([
      'You are a member of Groupware',
      removed,
      'Groupware: Everybody',
    ])
    await world.setProject({ state: 'PREPARATION', publishedOn: null })
    expect(await messagesOf('alpha-primary')).toEqual([])
    await world.setProject({ state: 'PUBLISHED', publishedOn: 0 })
    expect(await messagesOf('alpha-primary')).toEqual(['Groupware: Everybody'])
  })
})
