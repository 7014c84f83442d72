import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { API } from '#schema/api/index.ts'
import { writeEvents } from '#server/database/events/write-events.ts'
import { deliverEvents } from '#server/jobs/deliver-events.ts'
import { forgetOldNotifications } from '#server/jobs/forget-notifications.ts'
import { remindOfDeadlines } from '#server/jobs/remind-of-deadlines.ts'
import { deleteAccount } from '#server/users-service/delete-account.ts'
import { FailedTries } from '#server/identity/failed-tries.ts'
import { deadlineInstant } from '#schema/rules/project/deadline.ts'
import { listenLive } from '../support/live-client.ts'
import { buildWorld, DEADLINE, PROJECT as projectId, type World } from './world.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
let world: World

const table = (name: 'events' | 'notifications' | 'deadline_notices') =>
  world.database.queries
    .selectFrom(name as 'notifications')
    .selectAll()
    .execute()
const untilDelivered = (): Promise<void> =>
  vi.waitFor(async () => expect(await table('events')).toEqual([]), { timeout: 20_000 })
const clear = async (): Promise<void> => {
  await untilDelivered()
  for (const name of ['notifications', 'deadline_notices'] as const)
    await world.database.write((tx) => tx.deleteFrom(name as 'notifications').execute())
}
const happen = async (count = 1, actorId: number | null = null): Promise<void> => {
  await world.database.write((tx) =>
    writeEvents(
      tx,
      { projectId, actorId, now: world.clock.now },
      Array.from({ length: count }, () => ({ kind: 'message.team', detail: { text: 'A' } })),
    ),
  )
}
const ports = (onDelivered: (id: string) => void = () => undefined) => ({
  database: world.database,
  clock: () => world.clock.now,
  onDelivered,
  onError: (error: unknown) => {
    throw error
  },
})

beforeAll(async () => {
  world = await buildWorld({ project: { state: 'PUBLISHED', publishedOn: 0 } })
})
beforeEach(clear)
afterAll(async () => {
  await world.close()
})

test('[NO17] other work is served between two events', async () => {
  await happen(40)
  let turns = 0
  let isOver = false
  const take = (): void => {
    turns += 1
    if (!isOver) setImmediate(take)
  }
  setImmediate(take)
  const delivered: string[] = []
  await deliverEvents(ports((id) => void delivered.push(id)))
  isOver = true
  expect(delivered.length).toBeGreaterThan(1)
  expect(turns).toBeGreaterThanOrEqual(delivered.length)
})

test('[NO17] a delivery that is stopped leaves the remaining events to the next start', async () => {
  await happen(40)
  const ending = new AbortController()
  const delivered: string[] = []
  await deliverEvents(
    ports((id) => {
      delivered.push(id)
      ending.abort()
    }),
    ending.signal,
  )
  expect(delivered).toHaveLength(1)
})

test('[NO5] deliverers that run at the same time deliver each event once', async () => {
  await happen(20)
  const delivered: string[] = []
  await Promise.all([1, 2, 3].map(() => deliverEvents(ports((id) => void delivered.push(id)))))
  await untilDelivered()
  // Owner, author, reviewer and approver.
  expect(await table('notifications')).toHaveLength(20 * 4)
  expect(new Set(delivered).size).toBe(delivered.length)
})

test('[NO5] an event whose delivery fails stays, stops no other, and is given up after a day', async () => {
  const now = world.clock.now
  // The oldest event: its detail cannot be read.
  await world.database.write((tx) =>
    tx
      .insertInto('events')
      .values({
        id: '0000',
        project_id: projectId,
        kind: 'message.team',
        actor_id: null,
        vendor_id: null,
        package_ids: null,
        user_ids: null,
        detail: '{',
        created_on: now,
      })
      .execute(),
  )
  await happen()
  const errors: unknown[] = []
  const failing = { ...ports(), onError: (error: unknown) => void errors.push(error) }
  await deliverEvents(failing)
  expect(errors).toHaveLength(1)
  expect((await table('events')).map(({ id }) => id)).toEqual(['0000'])
  expect(await table('notifications')).toHaveLength(4)
  await deliverEvents({ ...failing, clock: () => now + DAY_MS })
  expect(await table('events')).toHaveLength(1)
  await deliverEvents({ ...failing, clock: () => now + DAY_MS + 1 })
  expect(await table('events')).toEqual([])
})

test('[NO12] a person who works in another organization gets no notification over the socket', async () => {
  const approver = await world.as('approver')
  const owner = await world.as('owner')
  const [elsewhere, here] = [
    await listenLive(world.url, approver.token),
    await listenLive(world.url, owner.token),
  ]
  const moveTo = (organizationId: number) =>
    world.database.write((tx) =>
      tx
        .updateTable('users')
        .set({ active_organization_id: organizationId })
        .where('id', '=', world.users.approver)
        .execute(),
    )
  await world.database.write((tx) =>
    tx
      .insertInto('organization_members')
      .values({
        organization_id: world.companies.village,
        user_id: world.users.approver,
        roles: '[]',
        is_primary_contact: 0,
        created_on: 0,
        expires_on: null,
      })
      .execute(),
  )
  await moveTo(world.companies.village)
  await happen()
  await vi.waitFor(() => expect(here.items).toHaveLength(1), 5_000)
  expect(elsewhere.items).toEqual([])
  expect((await table('notifications')).map(({ user_id }) => user_id)).toContain(
    world.users.approver,
  )
  await moveTo(world.companies.city)
  await happen()
  await vi.waitFor(() => expect(elsewhere.items).toHaveLength(1), 5_000)
  await elsewhere.close()
  await here.close()
})

test('[NO6] a reminder is sent once per deadline, and not to a vendor that has submitted everything', async () => {
  const { alpha } = world.companies
  await world.database.write(async (tx) => {
    const row = await tx
      .selectFrom('project_vendors')
      .select(['id', 'body'])
      .where('vendor_id', '=', alpha)
      .executeTakeFirstOrThrow()
    await tx
      .updateTable('project_vendors')
      .set({ body: JSON.stringify({ ...JSON.parse(row.body), allSubmitted: true }) })
      .where('id', '=', row.id)
      .execute()
  })
  const at = deadlineInstant(DEADLINE) - DAY_MS
  await remindOfDeadlines(world.database, at - 7 * DAY_MS)
  expect(await table('deadline_notices')).toEqual([])
  for (const now of [at - 6 * DAY_MS, at, at + 1, at]) await remindOfDeadlines(world.database, now)
  await vi.waitFor(async () => expect(await table('events')).toEqual([]), 5_000)
  const kinds = (await table('notifications')).map(({ kind, user_id }) => `${kind} ${user_id}`)
  const { owner, author, reviewer, approver, 'beta-primary': beta } = world.users
  const team = [owner, author, reviewer, approver]
  const reminded = [...team, beta].flatMap((id) => [`deadline.day ${id}`, `deadline.week ${id}`])
  // Both reminders tell the team how many vendors have not started.
  const counted = [...team, ...team].map((id) => `vendors.notStarted ${id}`)
  expect(kinds.toSorted()).toEqual([...reminded, ...counted].toSorted())
})

test('[NO6] no one is reminded of a deadline outside the answering', async () => {
  const at = deadlineInstant(DEADLINE) - DAY_MS
  for (const state of ['PREPARATION', 'VALIDATION', 'ARCHIVED'] as const) {
    await world.setProject({ state })
    await remindOfDeadlines(world.database, at)
    expect([state, await table('deadline_notices')]).toEqual([state, []])
  }
  await world.setProject({ state: 'PUBLISHED' })
  // Once the deadline is over, no reminder is due.
  await remindOfDeadlines(world.database, deadlineInstant(DEADLINE))
  expect(await table('deadline_notices')).toEqual([])
})

test('[NO7] old notifications go, and the oldest of a full list', async () => {
  const { owner, author } = world.users
  const { now } = world.clock
  const rows = (userId: number, count: number, createdOn: number) =>
    Array.from({ length: count }, (_, index) => ({
      id: `${userId}-${createdOn}-${String(index).padStart(5, '0')}`,
      user_id: userId,
      event_id: `${createdOn}-${index}`,
      project_id: projectId,
      kind: 'project.published' as const,
      detail: '{}',
      created_on: createdOn,
      read_on: null,
    }))
  await world.database.write(async (tx) => {
    const all = [
      ...rows(author, 2, now - 180 * DAY_MS - 1),
      ...rows(author, 3, now - 180 * DAY_MS),
      ...rows(owner, 2_003, now),
    ]
    for (let at = 0; at < all.length; at += 100)
      await tx
        .insertInto('notifications')
        .values(all.slice(at, at + 100))
        .execute()
  })
  await forgetOldNotifications(world.database, now)
  const left = await table('notifications')
  expect(left.filter(({ user_id }) => user_id === author)).toHaveLength(3)
  const ofOwner = left.filter(({ user_id }) => user_id === owner).map(({ id }) => id)
  expect(ofOwner).toHaveLength(2_000)
  expect(ofOwner.toSorted()[0]).toMatch(/-00003$/)
})

test('[NO7] they go with their person, and with their project also the events that wait', async () => {
  await happen()
  await deliverEvents(ports())
  const { reviewer } = world.users
  const { database } = world
  const clock = () => world.clock.now
  const failedTries = new FailedTries({ database, clock, secret: 'secret' })
  await deleteAccount({ database, clock, failedTries }, reviewer)
  const { owner, author, approver } = world.users
  const receivers = (await table('notifications')).map(({ user_id }) => user_id)
  expect(receivers.toSorted()).toEqual([owner, author, approver].toSorted())
  const [row] = await table('notifications')
  if (row === undefined) throw new Error('no notification')
  const elsewhere = { ...row, id: 'elsewhere', event_id: 'elsewhere', project_id: 'elsewhere' }
  await database.queries.insertInto('notifications').values(elsewhere).execute()
  await world.setProject({ state: 'ARCHIVED' })
  await (await world.as('owner')).call(API.projects.delete, { params: { id: projectId } })
  await vi.waitFor(async () => {
    expect((await table('notifications')).map(({ id }) => id)).toEqual(['elsewhere'])
    expect(await table('events')).toEqual([])
  })
})
