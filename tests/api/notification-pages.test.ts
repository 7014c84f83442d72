import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { API } from '#schema/api/index.ts'
import type { Notification } from '#schema/entities/notification.ts'
import { IMPORT_REST_MS } from '#server/database/events/import-events.ts'
import { type NewEvent, writeEvents } from '#server/database/events/write-events.ts'
import { deliverEvents } from '#server/jobs/deliver-events.ts'
import { seedProject } from '#server/database/seed.ts'
import { listenLive } from '../support/live-client.ts'
import { buildProject } from '../support/project-rows.ts'
import { buildWorld, PROJECT as projectId, type Username, type World } from './world.ts'

let world: World
const listOf = async (username: Username, body: object = { pageSize: 200 }) =>
  await (await world.as(username)).call(API.notifications.list, { body })
const settled = async (): Promise<void> => {
  await vi.waitFor(async () =>
    expect(await world.database.queries.selectFrom('events').select('kind').execute()).toEqual([]),
  )
}
const deliver = (): Promise<void> =>
  deliverEvents({
    database: world.database,
    clock: () => world.clock.now,
    onDelivered: () => undefined,
    onError: (error) => {
      throw error
    },
  })
/** Something that `actor` does in the project, a second after what happened before. */
const happen = async (
  actor: Username | null,
  event: NewEvent,
  inProject = projectId,
): Promise<void> => {
  world.clock.now += 1_000
  const actorId = actor === null ? null : world.users[actor]
  await world.database.write((tx) =>
    writeEvents(tx, { projectId: inProject, actorId, now: world.clock.now }, [event]),
  )
  await deliver()
  await settled()
}
const message = (text: string): NewEvent => ({ kind: 'message.team', detail: { text } })
const actorsOf = async (username: Username) =>
  (await listOf(username)).items.map(({ actor }) => actor?.name ?? null)

beforeAll(async () => {
  world = await buildWorld({ project: { state: 'PUBLISHED', publishedOn: 0, sealed: true } })
  const { city } = world.companies
  await seedProject(world.database, {
    project: buildProject({
      ...{ id: 'second', name: 'Second', organizationId: city, ownerId: world.users.owner },
    }),
    rows: [],
  } as never)
})
beforeEach(async () => {
  await settled()
  await world.database.write((tx) => tx.deleteFrom('notifications').execute())
})
afterAll(async () => {
  await world.close()
})

describe('who acted', () => {
  const asked: NewEvent = { kind: 'question.asked' }
  const submitted = (): NewEvent => ({
    kind: 'answers.submitted',
    vendorId: world.companies.alpha,
  })

  test('[NO13] a colleague on the same side is named, live and in the list', async () => {
    await happen('alpha-primary', submitted())
    const { items } = await listOf('alpha-contact')
    const name = 'alpha-primary Person'
    expect(items).toMatchObject([
      { kind: 'answers.submitted', actor: { id: world.users['alpha-primary'], name } },
    ])
    const [author, alpha] = [
      await listenLive(world.url, (await world.as('author')).token),
      await listenLive(world.url, (await world.as('alpha-contact')).token),
    ]
    await (
      await world.as('owner')
    ).call(API.notifications.send, {
      params: { id: projectId },
      body: { text: 'Hello', team: true, vendors: 'all' },
    })
    const actors = (texts: readonly string[]) =>
      texts.map((text) => (JSON.parse(text) as Notification).actor)
    const owner = { id: world.users.owner, name: 'owner Person' }
    await vi.waitFor(() => expect(actors(author.items)).toEqual([owner]))
    await vi.waitFor(() => expect(actors(alpha.items)).toEqual([undefined]))
    expect(await actorsOf('author')).toEqual(['owner Person'])
    await author.close()
    await alpha.close()
  })

  test('[NO13] no vendor learns of a person of the requestor, and no requestor of a vendor’s', async () => {
    await happen('alpha-contact', asked)
    await happen('owner', { kind: 'project.republished', detail: { addendum: 2 } })
    await happen('owner', { kind: 'message.vendors', detail: { text: 'Hello' } })
    await happen('author', { kind: 'reply.official', vendorId: world.companies.alpha })
    for (const username of ['alpha-primary', 'beta-primary'] as const) {
      const { items } = await listOf(username)
      expect(items.length).toBeGreaterThan(1)
      expect(items.map(({ actor }) => actor)).toEqual(items.map(() => undefined))
      expect(JSON.stringify(items)).not.toMatch(/ Person|actor/)
    }
    expect(await actorsOf('approver')).toEqual(['owner Person', null])
  })

  test('[NO13] a person on both sides is not named where they acted for the other side', async () => {
    const { owner } = world.users
    const join = async (organizationId: number, userId: number) =>
      await world.database.queries
        .insertInto('organization_members')
        .values({
          organization_id: organizationId,
          user_id: userId,
          ...{ roles: '["role-vendor-contact"]', is_primary_contact: 0, created_on: 0 },
        })
        .execute()
    const { alpha, city } = world.companies
    await happen('alpha-contact', asked)
    await join(city, world.users['alpha-contact'])
    await join(alpha, owner)
    await happen('owner', { kind: 'project.republished', detail: { addendum: 3 } })
    expect(await actorsOf('alpha-primary')).toEqual([null])
    expect(await actorsOf('author')).toEqual(['owner Person', null])
    await world.database.queries
      .deleteFrom('organization_members')
      .where((eb) =>
        eb.or([
          eb.and([eb('organization_id', '=', alpha), eb('user_id', '=', owner)]),
          eb.and([
            eb('organization_id', '=', city),
            eb('user_id', '=', world.users['alpha-contact']),
          ]),
        ]),
      )
      .execute()
  })

  test('[NO13] a person who acts for a vendor of another organization, or has left, is not named', async () => {
    // A requestor in a vendor's view acts under the name of their own organization.
    await happen('owner', submitted())
    expect(await actorsOf('alpha-primary')).toEqual([null])
    await world.database.write((tx) => tx.deleteFrom('notifications').execute())
    await happen('author', message('Hello'))
    const ofAuthor = (state: 'ACTIVE' | 'EXPIRED') =>
      world.database.queries
        .updateTable('organization_members')
        .set({ state } as never)
        .where('user_id', '=', world.users.author)
        .execute()
    expect(await actorsOf('reviewer')).toEqual(['author Person'])
    await ofAuthor('EXPIRED')
    expect(await actorsOf('reviewer')).toEqual([null])
    await ofAuthor('ACTIVE')
  })

  test('[NO13] a message to one vendor looks like one to all', async () => {
    const { alpha } = world.companies
    await happen('owner', { kind: 'message.vendor', vendorId: alpha, detail: { text: 'Hello' } })
    await happen('owner', { kind: 'message.vendors', detail: { text: 'Hello' } })
    const { items } = await listOf('alpha-primary')
    const shapes = items.map(({ id: _id, createdOn: _at, ...rest }) => rest)
    expect(shapes).toHaveLength(2)
    expect(shapes[0]).toEqual(shapes[1])
  })
})

describe('pages', () => {
  const numberOf = ({ message: text }: Notification) => Number(text.split(' ').at(-1))

  test('[NO14] have each notification once while newer ones arrive', async () => {
    for (let number = 0; number < 25; number += 1) await happen('owner', message(`No. ${number}`))
    const seen: number[] = []
    let before: string | undefined
    for (let round = 0; ; round += 1) {
      const { items, total } = await listOf('author', before === undefined ? {} : { before })
      expect(total).toBe(25 + 2 * round)
      if (items.length === 0) break
      seen.push(...items.map(numberOf))
      before = items.at(-1)?.id
      // Two more arrive for each page of ten.
      for (const number of [100, 101]) await happen('owner', message(`No. ${number}`))
    }
    expect(seen).toEqual(Array.from({ length: 25 }, (_, index) => 24 - index))
  })

  test('[NO14] an older page neither moves nor ends with the notification that it begins at', async () => {
    for (let number = 0; number < 12; number += 1) await happen('owner', message(`No. ${number}`))
    const { items } = await listOf('author', {})
    const before = items.at(-1)?.id ?? ''
    const page = async (body: object = {}) =>
      (await listOf('author', { before, ...body })).items.map(numberOf)
    expect(await page()).toEqual([1, 0])
    expect(await page({ pageSize: 1 })).toEqual([1])
    expect(await page({ pageSize: 1, pageNumber: 1 })).toEqual([0])
    await world.database.write((tx) =>
      tx.deleteFrom('notifications').where('id', '=', before).execute(),
    )
    expect(await page()).toEqual([1, 0])
    expect((await listOf('author', { pageNumber: 1 })).items.map(numberOf)).toEqual([0])
  })

  test('[NO14] an import that finishes stands above what happened while it rested', async () => {
    const { now } = world.clock
    await world.database.write((tx) =>
      writeEvents(tx, { projectId, actorId: world.users.owner, now }, [
        { kind: 'import.finished', detail: { documentId: 'd1', count: 3 } },
      ]),
    )
    world.clock.now += 1_000
    await world.database.write((tx) =>
      writeEvents(tx, { projectId, actorId: null, now: world.clock.now }, [message('Between')]),
    )
    world.clock.now += IMPORT_REST_MS
    await deliver()
    await settled()
    const { items } = await listOf('owner')
    expect(items.map(({ createdOn }) => createdOn)).toEqual([world.clock.now, now + 1_000])
    expect(items[0]?.kind).toBe('import.finished')
  })

  test('[NO14] the filter has every project with notifications that the reader may see, however old they are', async () => {
    await happen('author', message('Second 0'), 'second')
    for (let number = 0; number < 3; number += 1) await happen('author', message(`No. ${number}`))
    const { projects, total } = await listOf('owner', { pageSize: 1 })
    expect(total).toBe(4)
    expect(projects.toSorted((one, other) => one.total - other.total)).toEqual([
      { id: 'second', name: 'Second', total: 1 },
      { id: projectId, name: 'Groupware', total: 3 },
    ])
    const ofSecond = await listOf('owner', { projectId: 'second' })
    expect(ofSecond).toMatchObject({
      total: 1,
      unread: 4,
      items: [{ project: { name: 'Second' } }],
    })
    // The reviewer has left the second project, in which they were told something.
    const told = await world.database.queries
      .selectFrom('notifications')
      .selectAll()
      .where('project_id', '=', 'second')
      .executeTakeFirstOrThrow()
    const row = { ...told, id: `${told.id}-left`, user_id: world.users.reviewer }
    await world.database.queries.insertInto('notifications').values(row).execute()
    expect((await listOf('reviewer')).projects).toEqual([
      { id: projectId, name: 'Groupware', total: 3 },
    ])
    expect((await listOf('alpha-primary')).projects).toEqual([])
  })
})
