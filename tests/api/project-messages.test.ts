import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { API } from '#schema/api/index.ts'
import type { ProjectMessage } from '#schema/entities/project-message.ts'
import { forgetOldNotifications } from '#server/jobs/forget-notifications.ts'
import { hashForSignIn } from '../support/api-client.ts'
import { PROJECT_ID } from '../support/project-rows.ts'
import { buildWorld, PASSWORD, type Username, type World } from './world.ts'

const params = { id: PROJECT_ID }
const pathOf = (projectId: string) => `/projects-service/projects/${projectId}/notifications`
const PATH = pathOf(PROJECT_ID)

let world: World
beforeAll(async () => {
  world = await buildWorld({ project: { state: 'PUBLISHED', publishedOn: 0, sealed: true } })
})
beforeEach(async () => {
  await world.setProject({ state: 'PUBLISHED', publishedOn: 0 })
  await world.database.write((tx) => tx.deleteFrom('project_messages').execute())
  world.clock.now += 1_000
})
afterAll(() => world.close())

interface Message {
  text: string
  team?: boolean
  vendors?: 'all' | number[]
}
const send = async (body: Message): Promise<void> => {
  world.clock.now += 1_000
  await (await world.as('owner')).call(API.notifications.send, { params, body })
}
const readBy = async (username: Username): Promise<ProjectMessage[]> =>
  await (await world.as(username)).call(API.notifications.messages, { params })
const textsOf = async (username: Username): Promise<string[]> =>
  (await readBy(username)).map(({ text }) => text)
const answerTo = async (username: Username, path = PATH) =>
  await (await world.as(username)).raw('GET', path)

describe('the team', () => {
  test('[NO15] reads every message, newest first, with sender, time and receivers', async () => {
    const { alpha, beta } = world.companies
    await send({ text: 'To the team', team: true })
    const at = world.clock.now
    await send({ text: 'To all', vendors: 'all' })
    await send({ text: 'To both', vendors: [beta, alpha, beta] })
    await send({ text: ' To Beta and the team ', team: true, vendors: [beta] })
    for (const username of ['owner', 'admin', 'author', 'reviewer', 'approver'] as const) {
      const messages = await readBy(username)
      expect(messages.map(({ id: _id, sentOn: _sentOn, ...message }) => message)).toEqual([
        { text: 'To Beta and the team', senderName: 'owner Person', team: true, vendors: ['Beta'] },
        { text: 'To both', senderName: 'owner Person', team: false, vendors: ['Alpha', 'Beta'] },
        { text: 'To all', senderName: 'owner Person', team: false, vendors: null },
        { text: 'To the team', senderName: 'owner Person', team: true, vendors: [] },
      ])
      expect(messages.at(-1)?.sentOn).toBe(at)
      expect(new Set(messages.map(({ id }) => id)).size).toBe(4)
    }
  })

  test('[NO15] reads them in every later state, and later members read the earlier ones', async () => {
    await send({ text: 'Early', team: true })
    for (const state of ['VALIDATION', 'EVALUATION', 'EVALUATED', 'CLOSED', 'ARCHIVED'] as const) {
      await world.setProject({ state, publishedOn: 0 })
      expect(await textsOf('author'), state).toEqual(['Early'])
    }
    await world.setProject({ state: 'PUBLISHED', publishedOn: 0 })
    expect((await answerTo('clerk')).status).toBe(403)
    const owner = await world.as('owner')
    const { clerk } = world.users
    await owner.call(API.projectMembers.add, {
      params,
      body: { userId: clerk, roleIds: ['role-project-req-reviewer'] },
    } as never)
    expect(await textsOf('clerk')).toEqual(['Early'])
    await owner.call(API.projectMembers.remove, { params, body: { userIds: [clerk] } })
    expect((await answerTo('clerk')).status).toBe(403)
  })

  test('[NO15] the name of a sender whose account is deleted stays', async () => {
    await send({ text: 'Signed', team: true })
    // The approver owned the project when it was sent.
    await world.database.queries
      .updateTable('project_messages')
      .set({ sender_id: world.users.approver, sender_name: 'approver Person' })
      .execute()
    const hash = await hashForSignIn(world.url, 'approver', PASSWORD)
    await (await world.as('approver')).call(API.profiles.delete, { body: { hash } })
    expect(await readBy('owner')).toMatchObject([{ text: 'Signed', senderName: 'approver Person' }])
  })

  test('[NO15] a refused message is not kept', async () => {
    const owner = await world.as('owner')
    const refused = [{ text: 'No one' }, { text: 'Gamma', vendors: [world.companies.gamma] }]
    for (const body of refused)
      expect(
        (await owner.raw('POST', PATH.replace(/s$/, ''), { team: false, ...body })).status,
      ).toBe(400)
    expect(await readBy('owner')).toEqual([])
  })
})

describe('a vendor', () => {
  test('[NO16] reads what was sent to it or to all, with text and time alone', async () => {
    const { alpha, beta } = world.companies
    await send({ text: 'To the team', team: true })
    await send({ text: 'To Alpha', team: true, vendors: [alpha] })
    const at = world.clock.now
    await send({ text: 'To Beta', vendors: [beta] })
    await send({ text: 'To all', vendors: 'all' })
    for (const username of ['alpha-primary', 'alpha-contact', 'alpha-restricted'] as const) {
      const messages = await readBy(username)
      expect(messages).toEqual([
        { id: expect.any(String), text: 'To all', sentOn: world.clock.now },
        { id: expect.any(String), text: 'To Alpha', sentOn: at },
      ])
    }
    expect(await textsOf('beta-primary')).toEqual(['To all', 'To Beta'])
    const { text } = await answerTo('beta-primary')
    expect(text).not.toMatch(/owner|Person|Alpha|team|vendor/i)
  })

  test('[NO16] has ids that are the same at every reading, and are neither the team’s nor another vendor’s', async () => {
    await send({ text: 'First', vendors: 'all' })
    await send({ text: 'Second', vendors: 'all' })
    const idsOf = async (username: Username) => (await readBy(username)).map(({ id }) => id)
    const [team, alpha, beta] = [
      await idsOf('owner'),
      await idsOf('alpha-primary'),
      await idsOf('beta-primary'),
    ]
    expect(new Set([...team, ...alpha, ...beta]).size).toBe(6)
    expect(await idsOf('alpha-contact')).toEqual(alpha)
    // An id of the team begins with the time and would be found in the vendors' ids.
    for (const id of team) expect([...alpha, ...beta].join()).not.toContain(id.slice(0, 8))
  })

  test('[NO16] gets the same answer whether or not another vendor was written to', async () => {
    await send({ text: 'To Alpha', vendors: [world.companies.alpha] })
    const before = await answerTo('alpha-contact')
    await send({ text: 'To Beta', vendors: [world.companies.beta] })
    await send({ text: 'To the team', team: true })
    const after = await answerTo('alpha-contact')
    expect(after.text).toBe(before.text)
  })

  test('[NO15] a contact who is added later reads what their vendor got before', async () => {
    await send({ text: 'To Alpha', vendors: [world.companies.alpha] })
    await send({ text: 'To Beta', vendors: [world.companies.beta] })
    expect((await answerTo('alpha-ungranted')).status).toBe(403)
    const grant = {
      project_id: PROJECT_ID,
      vendor_id: world.companies.alpha,
      user_id: world.users['alpha-ungranted'],
      package_ids: null,
    }
    await world.database.queries.insertInto('restrictions').values(grant).execute()
    expect(await textsOf('alpha-ungranted')).toEqual(['To Alpha'])
    await world.database.queries
      .deleteFrom('restrictions')
      .where('user_id', '=', grant.user_id)
      .execute()
    expect((await answerTo('alpha-ungranted')).status).toBe(403)
  })

  test('[NO16] that is invited later reads no earlier message to all, and one that left reads nothing', async () => {
    const { gamma } = world.companies
    await send({ text: 'To all', vendors: 'all' })
    const [beta] = await world.database.queries
      .selectFrom('project_vendors')
      .selectAll()
      .where('vendor_id', '=', world.companies.beta)
      .execute()
    if (beta === undefined) throw new Error('Beta is not invited')
    await world.database.queries
      .insertInto('project_vendors')
      .values({ ...beta, id: 'gamma', vendor_id: gamma, body: beta.body.replace(/Beta/g, 'Gamma') })
      .execute()
    expect(await textsOf('gamma-primary')).toEqual([])
    await send({ text: 'To all again', vendors: 'all' })
    expect(await textsOf('gamma-primary')).toEqual(['To all again'])
    expect(await textsOf('beta-primary')).toEqual(['To all again', 'To all'])
    await world.database.queries
      .deleteFrom('project_vendors')
      .where('vendor_id', '=', gamma)
      .execute()
    expect((await answerTo('gamma-primary')).status).toBe(403)
  })

  test('[NO16] gets of a project that it may not see what every other call gives', async () => {
    await send({ text: 'To all', vendors: 'all' })
    const unknown = pathOf('unknown')
    const errorOf = ({ status, text }: { status: number; text: string }) => [
      status,
      (JSON.parse(text) as { messageCodes: string[] }).messageCodes,
    ]
    const refused = [403, ['ACCESS_TO_PROJECT_IS_DENIED']]
    for (const username of ['gamma-primary', 'village-admin', 'clerk'] as const) {
      expect(errorOf(await answerTo(username)), username).toEqual(refused)
      expect(errorOf(await answerTo(username, unknown)), username).toEqual(refused)
    }
    await world.setProject({ state: 'PREPARATION', publishedOn: null })
    expect(errorOf(await answerTo('alpha-primary'))).toEqual(refused)
  })
})

test('[NO15] a message outlives notifications, and leaves with its project alone', async () => {
  await send({ text: 'Kept', team: true })
  const { queries } = world.database
  const row = await queries.selectFrom('project_messages').selectAll().executeTakeFirstOrThrow()
  await queries
    .insertInto('project_messages')
    .values({ ...row, id: `${row.id}-other`, project_id: 'other' })
    .execute()
  const places = async () =>
    (await queries.selectFrom('project_messages').select('project_id').execute())
      .map(({ project_id }) => project_id)
      .toSorted()
  const yearMs = 31_536_000_000
  await forgetOldNotifications(world.database, world.clock.now + yearMs)
  expect(await places()).toEqual(['other', PROJECT_ID].toSorted())
  await world.setProject({ state: 'ARCHIVED' })
  await (await world.as('owner')).call(API.projects.delete, { params })
  expect(await places()).toEqual(['other'])
})
