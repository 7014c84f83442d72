import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { API } from '#schema/api/index.ts'
import { SyncDevice } from './sync-client.ts'
import { buildWorld, PROJECT as projectId, type Username, type World } from './world.ts'

let world: World
let count = 0
const project = { kind: 'project', id: projectId } as const

const settled = (): Promise<void> =>
  vi.waitFor(async () =>
    expect(await world.database.queries.selectFrom('events').select('kind').execute()).toEqual([]),
  )
const toldOf = async (): Promise<Partial<Record<Username, string[]>>> => {
  await settled()
  const told: Partial<Record<Username, string[]>> = {}
  for (const username of Object.keys(world.users) as Username[]) {
    const { items } = await (
      await world.as(username)
    ).call(API.notifications.list, { body: { pageSize: 200 } })
    if (items.length > 0) told[username] = items.map(({ message }) => message)
  }
  return told
}
const at = (username: Username, name = 'Name'): string => `@[${world.users[username]}:${name}]`

/** Starts a comment on a device. @returns its id and the verdict */
const start = async (username: Username, type: 'D' | 'Q' | 'PP', text: string) => {
  const device = new SyncDevice(await world.as(username))
  count += 1
  const id = `comment-${count}`
  await device.push(
    device.edit('comments.create', {
      projectId,
      id,
      place: project,
      type,
      severity: type === 'PP' ? 'MINOR' : null,
      text,
    }),
  )
  await device.pull(projectId)
  const { status, reason, detail } = device.results.at(-1) ?? {}
  return { id, verdict: [status ?? 'applied', reason ?? null], detail, device }
}

beforeAll(async () => {
  world = await buildWorld({ project: { state: 'PUBLISHED', publishedOn: 0 } })
})
beforeEach(async () => {
  await settled()
  await world.database.write((tx) => tx.deleteFrom('notifications').execute())
})
afterAll(async () => {
  await world.close()
})

test('[TK12] people of the team who are mentioned are told, and of a reply with their mention once', async () => {
  const { id } = await start('owner', 'D', `Look, ${at('author')} and ${at('owner')}`)
  const mentioned = 'You are mentioned in a discussion in Groupware'
  expect(await toldOf()).toEqual({ author: [mentioned] })
  await world.database.write((tx) => tx.deleteFrom('notifications').execute())
  const reviewer = new SyncDevice(await world.as('reviewer'))
  await reviewer.pull(projectId)
  await reviewer.push(
    reviewer.edit('comments.reply', {
      projectId,
      id: 'reply',
      commentId: id,
      text: `${at('owner')} ${at('approver')} yes`,
    }),
  )
  expect(await toldOf()).toEqual({ owner: [mentioned], approver: [mentioned] })
})

test.each(['clerk', 'colleague', 'village-admin', 'alpha-primary', 'gamma-primary'] as const)(
  '[TK12] a mention of %s, who may not read the discussion, is refused with its name and tells no one',
  async (username) => {
    const { verdict, detail } = await start('author', 'D', `Hello ${at(username, 'Zoe')}`)
    expect(verdict).toEqual(['refused', 'comment.mention'])
    expect(detail).toMatchObject({ field: 'text', name: 'Zoe' })
    expect(await toldOf()).toEqual({})
  },
)

test('[TK12] an id without a person, a removed member and a blocked one are refused alike', async () => {
  const of = async (text: string) => (await start('owner', 'D', text)).verdict
  expect(await of('@[999999:No one]')).toEqual(['refused', 'comment.mention'])
  const params = { id: projectId }
  await (
    await world.as('owner')
  ).call(API.projectMembers.remove, { params, body: { userIds: [world.users.approver] } })
  expect(await of(at('approver'))).toEqual(['refused', 'comment.mention'])
  await world.database.write((tx) =>
    tx.updateTable('users').set({ blocked: 1 }).where('id', '=', world.users.reviewer).execute(),
  )
  expect(await of(at('reviewer'))).toEqual(['refused', 'comment.mention'])
})

test.each(['Q', 'PP'] as const)(
  '[TK12] in a comment of type %s neither side can mention a person of any side',
  async (type) => {
    for (const username of ['owner', 'alpha-primary', 'beta-primary', 'clerk'] as const) {
      const { verdict } = await start('alpha-contact', type, `Hi ${at(username)}`)
      expect(verdict, username).toEqual(['refused', 'comment.mention'])
    }
    const { id } = await start('alpha-contact', type, 'Without')
    const owner = new SyncDevice(await world.as('owner'))
    await owner.pull(projectId)
    await owner.push(
      owner.edit('comments.reply', {
        projectId,
        id: `answer-${type}`,
        commentId: `${id}.${world.companies.alpha}`,
        text: `Ask ${at('author', 'Eva Secret')}`,
      }),
    )
    await owner.pull(projectId)
    expect(owner.results.at(-1)).toMatchObject({ status: 'refused', reason: 'comment.mention' })
  },
)

test('[TK12] the call refuses the same with 400 and words', async () => {
  const { status, text } = await (
    await world.as('owner')
  ).raw('POST', `/projects-service/projects/${projectId}/comments/create`, {
    place: project,
    type: 'D',
    text: `Hello ${at('clerk', 'Zoe')}`,
  })
  expect(status).toBe(400)
  expect(text).toContain('Zoe cannot read this discussion')
})
