import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Notification } from '#schema/entities/notification.ts'
import type { Project } from '#schema/entities/project.ts'
import type { NoticeKind } from '#schema/tables/notices.ts'
import { NO_INPUT, outcomeOf } from '../../tests/support/call-context.ts'
import { watchRows } from '../../tests/support/changed-rows.ts'
import { NOW } from '../../tests/support/empty-database.ts'
import {
  buildProject,
  buildProjectVendor,
  buildRows,
  PROJECT_ID,
} from '../../tests/support/project-rows.ts'
import { inProject, storeRows } from '../../tests/support/stored-project.ts'
import { openTown, type Town } from '../../tests/support/town.ts'
import { notificationHandlers as handlers } from './handlers.ts'

let town: Town
let [olga, anna, vera, bob] = [0, 0, 0, 0]
let sent: [number, string][]
/** Olga's published projects with the vendors Alpha and Beta; Anna is an author of the first. */
beforeEach(async () => {
  town = await openTown()
  const { city, alpha, beta } = town
  olga = await town.person('olga', city, 'role-org-power-user')
  anna = await town.person('anna', city)
  vera = await town.person('vera', alpha, 'role-vendor-primary-contact')
  bob = await town.person('bob', beta, 'role-vendor-primary-contact')
  for (const id of [PROJECT_ID, 'other'])
    await storeRows(
      town.rows,
      inProject(
        buildRows({
          project: [project({ name: id })],
          projectVendor: [alpha, beta].map((vendorId) => buildProjectVendor(vendorId)),
        }),
        id,
      ),
    )
  await town.joins(PROJECT_ID, anna, 'role-project-req-author')
  sent = []
  Object.assign(town.calls.services.hub, {
    sendItems: (items: ReadonlyMap<number, string>) => {
      for (const [userId, item] of items) sent.push([userId, (JSON.parse(item) as Notification).id])
    },
  })
})
afterEach(() => town.rows.close())
const project = (changes: Partial<Project> = {}): Project =>
  buildProject({
    ...{ organizationId: town.city, organizationName: 'City', ownerId: olga },
    ...{ state: 'PUBLISHED', publishedOn: 1, deadlineAt: null, ...changes },
  })
const setState = (state: Project['state'], publishedOn: number | null) =>
  town.rows.database.queries
    .updateTable('projects')
    .set({ state, body: JSON.stringify(project({ state, publishedOn })) })
    .where('id', '=', PROJECT_ID)
    .execute()
const add = async (id: string, userId: number, row: object = {}): Promise<void> => {
  await town.rows.database.queries
    .insertInto('notifications')
    .values({
      ...{ id, user_id: userId, event_id: id, project_id: PROJECT_ID, organization_id: null },
      ...{ kind: 'message.team' as NoticeKind, detail: '{"text":"Hello"}', created_on: NOW },
      ...{ read_on: null, ...row },
    })
    .execute()
}
const list = async (by: number, body: object = {}) =>
  await handlers.list(
    { ...NO_INPUT, body: { pageNumber: 0, pageSize: 20, ...body } },
    await town.calls.by(by),
  )
const ids = async (...given: Parameters<typeof list>) =>
  (await list(...given)).items.map(({ id }) => id)
const mark = async (by: number, id: string | string[], read = true) =>
  (await handlers.markRead({ ...NO_INPUT, body: { id, read } }, await town.calls.by(by))).unread

describe('the list of notifications', () => {
  it('is the own one, newest first, of the projects that the person sees now', async () => {
    await add('n1', anna)
    await add('n3', anna, { read_on: 5 })
    await add('n2', anna, { project_id: '' })
    await add('n4', olga)
    await add('n5', anna, { project_id: 'other' })
    await add('n6', anna, { project_id: '', organization_id: town.city })
    await add('n7', anna, { project_id: '', organization_id: town.village })
    expect(await list(anna)).toMatchObject({
      items: [{ id: 'n6' }, { id: 'n3', read: true }, { id: 'n2' }, { id: 'n1', read: false }],
      ...{ total: 4, unread: 3, pageNumber: 0, pageSize: 20 },
      projects: [{ id: PROJECT_ID, name: PROJECT_ID, total: 2 }],
    })
  })

  it('has pages, also those before a notification, and those of one project', async () => {
    for (const id of ['n1', 'n2', 'n3', 'n4']) await add(id, olga)
    await add('n5', olga, { project_id: 'other' })
    expect(await ids(olga, { pageNumber: 1, pageSize: 2 })).toEqual(['n3', 'n2'])
    expect(await ids(olga, { before: 'n3' })).toEqual(['n2', 'n1'])
    const one = await list(olga, { projectId: 'other' })
    expect([one.items.map(({ id }) => id), one.total, one.unread]).toEqual([['n5'], 1, 5])
    expect(one.projects.map(({ id, total }) => `${id} ${total}`).toSorted()).toEqual([
      'other 1',
      `${PROJECT_ID} 4`,
    ])
    expect(await outcomeOf(list(anna, { projectId: 'other' }))).toBe('ACCESS_TO_PROJECT_IS_DENIED')
  })

  it('keeps the zone of the browser where the person has none', async () => {
    const zones = async () =>
      (
        await town.rows.database.queries
          .selectFrom('notice_settings')
          .select(['user_id', 'zone', 'digest_hour'])
          .execute()
      ).map(({ user_id, zone }) => `${user_id} ${zone}`)
    await list(anna)
    await list(anna, { zone: 'Nowhere/Land' })
    expect(await zones()).toEqual([])
    await list(anna, { zone: 'Europe/Bratislava' })
    await list(anna, { zone: 'Asia/Tokyo' })
    expect(await zones()).toEqual([`${anna} Europe/Bratislava`])
  })

  it('names who acted among colleagues, and no one to a vendor', async () => {
    const detail = JSON.stringify({ text: 'Hi', actorId: olga })
    await add('n1', anna, { detail })
    await add('n2', vera, { detail, kind: 'message.vendors' })
    expect((await list(anna)).items[0]?.actor).toEqual({ id: olga, name: 'olga Person' })
    expect((await list(vera)).items).toMatchObject([{ id: 'n2' }])
    expect((await list(vera)).items[0]).not.toHaveProperty('actor')
  })
})

describe('marking', () => {
  it('changes the own notifications that are not so yet, and tells the other devices once', async () => {
    for (const id of ['n1', 'n2', 'n3']) await add(id, olga)
    await add('x', anna)
    await add('n4', olga, { read_on: 7 })
    const changes = await watchRows(town.rows.database)
    expect(await mark(olga, ['n1', 'n2', 'n4', 'x'])).toBe(1)
    expect(await changes()).toEqual([
      'notifications n1/olga ~ read_on=now',
      'notifications n2/olga ~ read_on=now',
    ])
    expect(sent).toEqual([[olga, 'n1']])
    expect(await mark(olga, 'n1')).toBe(1)
    expect([await changes(), sent.length]).toEqual([[], 1])
    expect(await mark(olga, 'n4', false)).toBe(2)
    expect(await changes()).toEqual(['notifications n4/olga ~ read_on=null'])
    expect(await mark(olga, 'n3', false)).toBe(2)
    expect(await changes()).toEqual([])
  })

  it('tells no device of a notification that the person may not read any more', async () => {
    await add('n1', anna, { project_id: 'other' })
    await add('n2', anna)
    expect(await mark(anna, 'n1')).toBe(1)
    expect(sent).toEqual([])
  })
})

describe('a message of the owner', () => {
  const send = async (by: number, body: object, id = PROJECT_ID) =>
    await handlers.send(
      { ...NO_INPUT, params: { id }, body: { text: 'Hello', team: false, ...body } },
      await town.calls.by(by),
    )
  const messages = async (by: number, id = PROJECT_ID) =>
    await handlers.messages({ ...NO_INPUT, params: { id } }, await town.calls.by(by))
  const events = async () =>
    (
      await town.rows.database.queries
        .selectFrom('events')
        .select(['project_id', 'kind', 'vendor_id', 'actor_id', 'detail'])
        .execute()
    ).map(({ project_id, kind, vendor_id, actor_id, detail }) => [
      ...[project_id, kind, vendor_id, actor_id, JSON.parse(detail).text],
    ])

  it('goes to the team, to all vendors or to chosen ones, each told apart', async () => {
    const { beta } = town
    await send(olga, { team: true })
    town.calls.now += 1
    await send(olga, { vendors: 'all', team: true })
    town.calls.now += 1
    await send(olga, { vendors: [beta, beta] })
    const of = [PROJECT_ID] as const
    expect(await events()).toEqual([
      [...of, 'message.team', null, olga, 'Hello'],
      [...of, 'message.team', null, olga, 'Hello'],
      [...of, 'message.vendors', null, olga, 'Hello'],
      [...of, 'message.vendor', beta, olga, 'Hello'],
    ])
    const read = await messages(anna)
    expect(
      read
        .map((one) => ('team' in one ? [one.senderName, one.team, one.vendors] : []))
        .toReversed(),
    ).toEqual([
      ['olga Person', true, []],
      ['olga Person', true, null],
      ['olga Person', false, ['Beta']],
    ])
    const [vendorsOwn, ...others] = await messages(vera)
    expect([others, Object.keys(vendorsOwn ?? {}).toSorted()]).toEqual([
      [],
      ['id', 'sentOn', 'text'],
    ])
    const ofBob = await messages(bob)
    expect(ofBob).toHaveLength(2)
    const all = [...read, ...ofBob, vendorsOwn].map((one) => one?.id)
    expect(new Set(all).size, 'no two readers can compare ids').toBe(all.length)
    expect(await messages(olga, 'other')).toEqual([])
  })

  it('of later vendors has only what was sent to them', async () => {
    await send(olga, { vendors: 'all' })
    const gamma = await town.rows.organization('Gamma', { parent_id: town.city })
    const gustav = await town.person('gustav', gamma, 'role-vendor-primary-contact')
    await town.rows.database.queries
      .insertInto('project_vendors')
      .values({
        ...{ project_id: PROJECT_ID, id: 'g', vendor_id: gamma, updated_on: 1 },
        ...{ answered: 0, submitted: 0, body: JSON.stringify(buildProjectVendor(gamma)) },
      })
      .execute()
    expect(await messages(gustav)).toEqual([])
  })

  it('is refused from other people, without receivers, and to vendors that are not invited', async () => {
    const changes = await watchRows(town.rows.database)
    for (const [call, outcome] of [
      [send(anna, { team: true }), 'NOT_ALLOWED'],
      [send(vera, { team: true }), 'NOT_ALLOWED'],
      [send(anna, { team: true }, 'other'), 'ACCESS_TO_PROJECT_IS_DENIED'],
      [send(olga, {}), 'INPUT_INVALID vendors'],
      [send(olga, { vendors: [town.alpha, 999] }), 'INPUT_INVALID vendors'],
      [messages(anna, 'other'), 'ACCESS_TO_PROJECT_IS_DENIED'],
    ] as const)
      expect(await outcomeOf(call)).toBe(outcome)
    await setState('PREPARATION', null)
    await changes()
    expect(await outcomeOf(send(olga, { vendors: 'all' }))).toBe('INPUT_INVALID vendors')
    expect(await changes()).toEqual([])
    expect(await outcomeOf(send(olga, { team: true }))).toBe('done')
  })
})
