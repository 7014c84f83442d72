import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Project } from '#schema/entities/project.ts'
import type { NoticeKind } from '#schema/tables/notices.ts'
import { type EmptyDatabase, NOW, openEmptyDatabase } from '../../tests/support/empty-database.ts'
import {
  buildDocument,
  buildPackage,
  buildProject,
  buildProjectVendor,
  buildRows,
  buildSection,
  PROJECT_ID,
} from '../../tests/support/project-rows.ts'
import { inProject, storeRows } from '../../tests/support/stored-project.ts'
import { type NewEvent, writeEvents } from '../database/events/write-events.ts'
import { createSession } from '../database/sessions/create-session.ts'
import { deliverEvents, startDelivery } from './deliver-events.ts'

const DAY_MS = 86_400_000

let rows: EmptyDatabase
let now: number
let delivered: [string, readonly number[]][]
let errors: unknown[]
let [city, village, alpha, beta] = [0, 0, 0, 0]
/** Olga owns the project, Carl works in it, Dora does not. Vera answers for Alpha, Bob for Beta. */
const people = { olga: 0, carl: 0, dora: 0, vera: 0, bob: 0 }
type Name = keyof typeof people
const queries = () => rows.database.queries
beforeEach(async () => {
  rows = await openEmptyDatabase()
  now = NOW
  ;[delivered, errors] = [[], []]
  city = await rows.organization('City')
  village = await rows.organization('Village')
  alpha = await rows.organization('Alpha', { parent_id: city })
  beta = await rows.organization('Beta', { parent_id: city })
  const contact = { is_primary_contact: 1, roles: '["role-vendor-primary-contact"]' } as const
  for (const [name, place, row] of [
    ['olga', city, {}],
    ['carl', city, {}],
    ['dora', city, {}],
    ['vera', alpha, contact],
    ['bob', beta, contact],
  ] as const) {
    people[name] = await rows.person(name, { active_organization_id: place })
    await rows.member(place, people[name], row)
  }
  await work(PROJECT_ID, people.carl)
})
afterEach(() => rows.close())

const work = (projectId: string, userId: number) =>
  queries()
    .insertInto('project_members')
    .values({
      project_id: projectId,
      user_id: userId,
      roles: '["role-project-req-author"]',
      created_on: NOW,
    })
    .execute()
/** The project, and another one with the same ids and other names, in which Dora works. */
const store = async (
  project: Partial<Project> = {},
  content: Parameters<typeof buildRows>[0] = {},
) => {
  const own = buildProject({
    organizationId: city,
    ownerId: people.olga,
    state: 'PUBLISHED',
    publishedOn: 1,
    ...project,
  })
  const vendors = [buildProjectVendor(alpha), buildProjectVendor(beta)]
  await storeRows(rows, buildRows({ project: [own], projectVendor: vendors, ...content }))
  const other = buildRows({
    project: [buildProject({ organizationId: village })],
    projectVendor: [{ ...buildProjectVendor(beta), allSubmitted: true }],
    package: [buildPackage({ name: 'Other package' })],
    document: [buildDocument({ name: 'Other document', ownerId: people.carl })],
    section: [buildSection({ name: 'Other section' })],
  })
  await storeRows(rows, inProject(other, 'other'))
}
const write = (event: NewEvent, more: { projectId?: string; actorId?: number; at?: number } = {}) =>
  rows.database.write((tx) =>
    writeEvents(
      tx,
      {
        projectId: more.projectId ?? PROJECT_ID,
        actorId: more.actorId ?? null,
        now: more.at ?? now,
      },
      [event],
    ),
  )
const deliver = (signal?: AbortSignal) =>
  deliverEvents(
    {
      database: rows.database,
      clock: () => now,
      onDelivered: (id, userIds) => void delivered.push([id, userIds]),
      onError: (error) => void errors.push(error),
    },
    signal,
  )
const nameOf = (userId: number) => Object.entries(people).find(([, id]) => id === userId)?.[0] ?? ''
const notifications = () =>
  queries().selectFrom('notifications').selectAll().orderBy('created_on').orderBy('id').execute()
const waitingEvents = async () =>
  (await queries().selectFrom('events').select('kind').orderBy('id').execute()).map(
    ({ kind }) => kind,
  )
/** Delivers one event. @returns who is told of it and with what */
const told = async (event: NewEvent, more?: Parameters<typeof write>[1]) => {
  await queries().deleteFrom('notifications').execute()
  await write(event, more)
  await deliver()
  const found = await notifications()
  expect([await waitingEvents(), errors]).toEqual([[], []])
  return {
    to: found.map((row) => nameOf(row.user_id)).toSorted(),
    detail: found[0] === undefined ? null : (JSON.parse(found[0].detail) as object),
  }
}
const toldOf = async (kind: NoticeKind, event: Omit<NewEvent, 'kind'> = {}, actorId?: number) =>
  (await told({ kind, ...event }, actorId === undefined ? {} : { actorId })).to

describe('an event of a project', () => {
  it('becomes one notification per receiver, and leaves the outbox', async () => {
    await store()
    await write(
      { kind: 'project.published', detail: { count: 2 } },
      { at: NOW - 5, actorId: people.olga },
    )
    const { id } = await queries().selectFrom('events').select('id').executeTakeFirstOrThrow()
    await deliver()
    await deliver()
    const found = await notifications()
    expect(found.toSorted((a, b) => a.user_id - b.user_id)).toEqual(
      [people.carl, people.vera, people.bob].map((userId) => ({
        id: expect.any(String),
        user_id: userId,
        event_id: id,
        project_id: PROJECT_ID,
        organization_id: null,
        kind: 'project.published',
        detail: JSON.stringify({ count: 2, actorId: people.olga }),
        created_on: NOW - 5,
        read_on: null,
      })),
    )
    expect(new Set(found.map((row) => row.id)).size).toBe(3)
    expect(delivered.map(([event, ids]) => [event, ids.toSorted((a, b) => a - b)])).toEqual([
      [id, [people.carl, people.vera, people.bob]],
    ])
    expect(await waitingEvents()).toEqual([])
  })

  it('reaches the sides, people and vendor that its kind names', async () => {
    await store()
    expect(await toldOf('message.team')).toEqual(['carl', 'olga'])
    expect(await toldOf('message.vendors')).toEqual(['bob', 'vera'])
    expect(await toldOf('message.vendor', { vendorId: alpha })).toEqual(['vera'])
    expect(await toldOf('project.closed', {}, people.carl)).toEqual(['olga'])
    expect(await toldOf('member.added', { userIds: [people.carl, people.dora] })).toEqual(['carl'])
    expect(await toldOf('member.added')).toEqual([])
  })

  it('of packages reaches the people who see one of them', async () => {
    await store()
    await queries()
      .insertInto('restrictions')
      .values(
        [alpha, beta].map((vendorId) => ({
          project_id: PROJECT_ID,
          vendor_id: vendorId,
          user_id: vendorId === alpha ? people.vera : people.bob,
          package_ids: JSON.stringify([vendorId === alpha ? 'p1' : 'p2']),
        })),
      )
      .execute()
    await queries()
      .updateTable('organization_members')
      .set({ is_primary_contact: 0, roles: '["role-vendor-contact"]' })
      .where('organization_id', 'in', [alpha, beta])
      .execute()
    expect(await toldOf('answer.published', { packageIds: ['p1'] })).toEqual(['vera'])
    expect(await toldOf('answer.published', { packageIds: ['p1', 'p2'] })).toEqual(['bob', 'vera'])
    expect(await toldOf('answer.published')).toEqual(['bob', 'vera'])
  })

  it.each(['deadline.week', 'deadline.day', 'deadline.hours'] as const)(
    '%s skips vendors that have submitted everything in this project',
    async (kind) => {
      await store(
        {},
        {
          projectVendor: [
            { ...buildProjectVendor(alpha), allSubmitted: true },
            buildProjectVendor(beta),
          ],
        },
      )
      expect(await toldOf(kind)).toEqual(['bob', 'carl', 'olga'])
      expect(await toldOf('deadline.changed')).toEqual(['bob', 'carl', 'olga', 'vera'])
    },
  )

  it('of vendors that have not started counts them, and is dropped when there is none', async () => {
    await store(
      {},
      {
        projectVendor: [{ ...buildProjectVendor(alpha), started: true }, buildProjectVendor(beta)],
      },
    )
    expect(await told({ kind: 'vendors.notStarted' })).toEqual({
      to: ['carl', 'olga'],
      detail: { count: 1 },
    })
    const body = JSON.stringify({ ...buildProjectVendor(beta), started: true })
    await queries()
      .updateTable('project_vendors')
      .set({ body })
      .where('vendor_id', '=', beta)
      .execute()
    expect(await toldOf('vendors.notStarted')).toEqual([])
  })

  it('is named after the smallest part that it happened in', async () => {
    await store()
    const detailOf = async (detail: object) => (await told({ kind: 'message.team', detail })).detail
    const all = { packageId: 'p1', documentId: 'd1', sectionId: 's1' }
    const { sectionId: _section, ...inDocument } = all
    expect(await detailOf(all)).toEqual({ ...all, thing: 'General' })
    expect(await detailOf(inDocument)).toEqual({ ...inDocument, thing: buildDocument().name })
    expect(await detailOf({ packageId: 'p1' })).toEqual({
      packageId: 'p1',
      thing: buildPackage().name,
    })
    expect(await detailOf({ packageId: 'gone' })).toEqual({ packageId: 'gone' })
  })

  it('of a document reaches its owner, and of an import also its members and who imported', async () => {
    const document = buildDocument({ ownerId: people.olga, members: [people.carl] })
    await store({}, { document: [document, buildDocument({ id: 'd2', ownerId: people.carl })] })
    const detail = { documentId: 'd1' }
    // Overrides are seen once the answers are open.
    const state = JSON.stringify(
      buildProject({
        organizationId: city,
        ownerId: people.olga,
        state: 'EVALUATION',
        publishedOn: 1,
      }),
    )
    await queries()
      .updateTable('projects')
      .set({ body: state })
      .where('id', '=', PROJECT_ID)
      .execute()
    expect(await toldOf('document.overridden', { detail }, people.carl)).toEqual(['olga'])
    now += 60_000
    const past = { at: now - 30_000 }
    expect((await told({ kind: 'import.finished', detail }, past)).to).toEqual(['carl', 'olga'])
    const lonely = { kind: 'import.finished', detail: { documentId: 'gone' } } as const
    expect((await told(lonely, { ...past, actorId: people.olga })).to).toEqual(['olga'])
    expect((await told(lonely, past)).to).toEqual([])
  })

  it('of an import waits 30 seconds for its next step and takes the time of its delivery', async () => {
    await store()
    await write(
      { kind: 'import.finished', detail: { documentId: 'gone' } },
      { actorId: people.olga },
    )
    now += 29_999
    await deliver()
    expect([await waitingEvents(), await notifications()]).toEqual([['import.finished'], []])
    now += 1
    await deliver()
    expect((await notifications()).map((row) => row.created_on)).toEqual([now])
  })

  it('of a deleted project is dropped', async () => {
    await store()
    expect(await told({ kind: 'message.team' }, { projectId: 'gone' })).toEqual({
      to: [],
      detail: null,
    })
    expect(delivered).toEqual([])
  })

  it('queues the mails and pushes that the receivers want', async () => {
    await store()
    for (const name of ['olga', 'carl'] as const) {
      const { sessionId } = await createSession(
        rows.database,
        { userId: people[name], publicKey: null },
        NOW,
      )
      await queries()
        .insertInto('push_subscriptions')
        .values({
          session_id: sessionId,
          user_id: people[name],
          endpoint: `https://push.example/${name}`,
          p256dh: 'key',
          auth: 'auth',
          created_on: NOW,
          seen_until: 0,
        })
        .execute()
    }
    await queries().deleteFrom('events').execute()
    const choice = (name: Name, projectId: string, push: number | null) =>
      queries()
        .insertInto('notice_choices')
        .values({
          user_id: people[name],
          project_id: projectId,
          notice_group: 'messages',
          mail: push === null ? 'daily' : 'never',
          push,
        })
        .execute()
    await choice('carl', 'other', 0)
    await choice('olga', PROJECT_ID, 0)
    await write({ kind: 'message.team' }, { at: NOW - 7 })
    await deliver()
    const pushes = await queries().selectFrom('pushes').selectAll().execute()
    expect(pushes.map((row) => [nameOf(row.user_id), row.next_try_on, row.tries])).toEqual([
      ['carl', NOW + 3_000, 0],
    ])
    const mails = async () =>
      (await queries().selectFrom('waiting_notices').selectAll().execute()).map((row) => [
        nameOf(row.user_id),
        row.kind,
        row.due_on,
        row.created_on,
        row.tries,
      ])
    expect(await mails()).toEqual([['carl', 'message.team', NOW - 7, NOW - 7, 0]])
  })

  it('reaches a person who muted the project only if it is urgent', async () => {
    await store()
    for (const [name, projectId] of [
      ['carl', PROJECT_ID],
      ['olga', 'other'],
    ] as const)
      await queries()
        .insertInto('muted_projects')
        .values({ user_id: people[name], project_id: projectId })
        .execute()
    expect(await toldOf('message.team')).toEqual(['olga'])
    expect(await toldOf('vendors.notStarted')).toEqual(['carl', 'olga'])
  })
})

describe('an event of an account or organization', () => {
  const nowhere = { projectId: '' }

  it('of an account reaches the people whom it names, unless they are blocked', async () => {
    await queries().updateTable('users').set({ blocked: 1 }).where('id', '=', people.carl).execute()
    const userIds = [people.vera, people.olga, people.carl]
    const event = { kind: 'account.password', userIds, detail: { count: 1 } } as const
    expect(await told(event, nowhere)).toEqual({ to: ['olga', 'vera'], detail: {} })
    expect((await notifications()).map((row) => [row.organization_id, row.project_id])).toEqual([
      [null, ''],
      [null, ''],
    ])
    expect(await queries().selectFrom('waiting_notices').selectAll().execute()).toEqual([])
    expect(delivered.map(([, ids]) => ids)).toEqual([[people.olga, people.vera]])
  })
})

describe('an event of an organization', () => {
  it('reaches the people whom it names who may still act there', async () => {
    await rows.member(village, people.dora)
    await store()
    await queries()
      .updateTable('organization_members')
      .set({ state: 'BLOCKED' })
      .where('user_id', '=', people.carl)
      .execute()
    const userIds = [people.olga, people.carl, people.dora, people.vera]
    const toldIn = async (projectId: string, detail = {}) => {
      const { to } = await told({ kind: 'organization.roles', userIds, detail }, { projectId })
      return [to, (await notifications()).map((row) => row.organization_id)]
    }
    expect(await toldIn('', { organizationId: village })).toEqual([['dora'], [village]])
    expect(await toldIn(PROJECT_ID)).toEqual([
      ['dora', 'olga'],
      [city, city],
    ])
    expect(await toldIn('')).toEqual([[], []])
    expect(await toldIn('gone')).toEqual([[], []])
  })
})

describe('delivery', () => {
  it('goes through all events in their order, unless it is ended', async () => {
    const place = { projectId: '' }
    const event = { kind: 'account.password', userIds: [people.olga] } as const
    for (let number = 0; number < 205; number += 1)
      await write(event, { ...place, at: NOW + number })
    const ending = new AbortController()
    ending.abort()
    await deliver(ending.signal)
    expect(delivered).toHaveLength(0)
    await deliver()
    const ids = delivered.map(([id]) => id)
    expect([ids.length, new Set(ids).size, ids.toSorted()]).toEqual([205, 205, ids])
  })

  it('goes on after an event that fails, which is tried for a day', async () => {
    await store()
    const broken = () =>
      queries().updateTable('projects').set({ body: '{' }).where('id', '=', 'other').execute()
    await broken()
    await write({ kind: 'message.team' }, { projectId: 'other', at: NOW })
    await write({ kind: 'message.team' }, { at: NOW + 1 })
    await deliver()
    expect([errors.length, await waitingEvents(), delivered.length]).toEqual([
      1,
      ['message.team'],
      1,
    ])
    now = NOW + DAY_MS
    await deliver()
    expect([errors.length, await waitingEvents()]).toEqual([2, ['message.team']])
    now += 1
    await write({ kind: 'message.team' })
    await deliver()
    expect([errors.length, await waitingEvents(), delivered.length]).toEqual([3, [], 2])
    await deliver()
    expect(errors).toHaveLength(3)
  })

  it('passes more events that fail than it reads at once', async () => {
    await store()
    await queries().updateTable('projects').set({ body: '{' }).where('id', '=', 'other').execute()
    for (let number = 0; number < 100; number += 1)
      await write({ kind: 'message.team' }, { projectId: 'other', at: NOW + number })
    await write({ kind: 'message.team' }, { at: NOW + 100 })
    // Ends a delivery that reads the same events again and again.
    const ending = new AbortController()
    const started = errors.push.bind(errors)
    errors.push = (error) => {
      if (errors.length >= 150) ending.abort()
      return started(error)
    }
    await deliver(ending.signal)
    expect([errors.length, delivered.length]).toEqual([100, 1])
  })

  it('leaves out an event that another process has delivered by then', async () => {
    await store()
    for (const at of [NOW, NOW + 1]) await write({ kind: 'message.team' }, { at })
    const ports = {
      database: rows.database,
      clock: () => now,
      onError: (error: unknown) => void errors.push(error),
    }
    const onDelivered = (id: string): void => void delivered.push([id, []])
    await Promise.all([1, 2].map(() => deliverEvents({ ...ports, onDelivered })))
    expect([delivered.length, errors, (await notifications()).length]).toEqual([2, [], 4])
  })

  it('begins by itself after a wake, every two seconds, and with the reminders of each minute', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
    try {
      await store({ deadlineAt: NOW + 2 * DAY_MS, publishedOn: NOW - 30 * DAY_MS })
      const kinds = async () => (await notifications()).map(({ kind }) => kind)
      const delivery = startDelivery({
        database: rows.database,
        clock: () => now,
        onDelivered: (id, userIds) => void delivered.push([id, userIds]),
        onError: (error) => void errors.push(error),
      })
      await write({ kind: 'message.vendor', vendorId: alpha })
      delivery.wake()
      await vi.advanceTimersByTimeAsync(25)
      await vi.waitFor(async () => expect(await kinds()).toEqual(['message.vendor']))
      await vi.advanceTimersByTimeAsync(60_000)
      await vi.waitFor(async () =>
        expect(await kinds()).toEqual(
          expect.arrayContaining(['deadline.week', 'vendors.notStarted']),
        ),
      )
      await delivery.stop()
      await write({ kind: 'message.vendor', vendorId: alpha })
      // A reminder of the last day would be due.
      now = NOW + DAY_MS + DAY_MS / 2
      await vi.advanceTimersByTimeAsync(120_000)
      expect([await waitingEvents(), errors]).toEqual([['message.vendor'], []])
    } finally {
      vi.useRealTimers()
    }
  })
})
