import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { API } from '#schema/api/index.ts'
import { IMPORT_REST_MS } from '#server/database/events/import-events.ts'
import { createSession } from '#server/database/sessions/create-session.ts'
import { buildDefinition } from '../support/project-rows.ts'
import { hashForSignIn } from '../support/api-client.ts'
import { ask, linkTokens } from './identity-calls.ts'
import { SyncDevice } from './sync-client.ts'
import { buildWorld, PASSWORD, PROJECT as projectId, type Username, type World } from './world.ts'

let world: World
const params = { id: projectId }
const deviceOf = async (username: Username) => new SyncDevice(await world.as(username))
const events = () => world.database.queries.selectFrom('events').select('kind').execute()
const settled = (): Promise<void> =>
  vi.waitFor(async () => expect(await events()).toEqual([]), { timeout: 8_000, interval: 100 })
const listOf = async (username: Username) =>
  (await (await world.as(username)).call(API.notifications.list, { body: { pageSize: 200 } })).items
/** Who has which messages since the last test, with their links. */
const toldOf = async (): Promise<Partial<Record<Username, string[]>>> => {
  await settled()
  const told: Partial<Record<Username, string[]>> = {}
  for (const username of Object.keys(world.users) as Username[]) {
    const items = await listOf(username)
    if (items.length > 0) told[username] = items.map(({ message, link }) => `${message} ${link}`)
  }
  return told
}

beforeAll(async () => {
  world = await buildWorld({ project: { state: 'PUBLISHED', publishedOn: 0 } })
})
beforeEach(async () => {
  await settled()
  await world.setProject({ state: 'PUBLISHED' })
  await world.database.write((tx) => tx.deleteFrom('notifications').execute())
})
afterAll(async () => {
  await world.close()
})

test('[NO9] a changed grant is told to the contact whom it concerns and to no one else', async () => {
  const { alpha } = world.companies
  const { 'alpha-contact': contact, 'alpha-restricted': restricted } = world.users
  await (
    await world.as('alpha-primary')
  ).call(API.restrictions.set, {
    params,
    body: {
      vendorId: alpha,
      users: [
        { userId: contact, packageIds: null },
        { userId: restricted, packageIds: ['p1', 'p2'] },
      ],
    },
  })
  expect(await toldOf()).toEqual({
    'alpha-restricted': [`Your access to Groupware has changed /project/${projectId}/packages`],
  })
})

test('[NO9] late answers of several devices are told to the owner once, with nothing of the vendor', async () => {
  await world.setProject({ state: 'VALIDATION' })
  for (const [username, vendorId] of [
    ['alpha-contact', world.companies.alpha],
    ['beta-primary', world.companies.beta],
  ] as const) {
    const device = await deviceOf(username)
    await device.push(
      device.edit('commitments.update', {
        projectId,
        requirementId: 'r1',
        vendorId,
        values: { note: 'late' },
      }),
    )
  }
  expect(await toldOf()).toEqual({
    owner: [`Late answers wait in Groupware /project/${projectId}/detail`],
  })
})

test('[NO9] a change of owner of a package or document is told to the former and the new one', async () => {
  const { author, reviewer } = world.users
  const owner = await deviceOf('owner')
  await owner.pull(projectId)
  let last: number | null = null
  const give = async (ownerId: number | null): Promise<void> => {
    const args = { projectId, ownerId, packageIds: ['p1'], documentIds: ['d1'] }
    const base = { 'package/p1#ownerId': last, 'document/d1#ownerId': last }
    last = ownerId
    await owner.push(owner.edit('owners.set', args, base))
    await owner.pull(projectId)
    expect(owner.results.at(-1)).toMatchObject({ status: 'applied' })
  }
  const of = (what: 'own' | 'no longer own') => [
    `You ${what} the document “Functions” in Groupware /project/${projectId}/documents/d1`,
    `You ${what} the package “Core” in Groupware /project/${projectId}/packages/p1`,
  ]
  const sorted = async () =>
    Object.fromEntries(
      Object.entries(await toldOf()).map(([name, texts]) => [name, texts.toSorted()]),
    )
  const forget = async () => {
    await settled()
    await world.database.write((tx) => tx.deleteFrom('notifications').execute())
  }
  await give(author)
  await forget()
  await give(reviewer)
  expect(await sorted()).toEqual({ author: of('no longer own'), reviewer: of('own') })
  await forget()
  await give(null)
  expect(await sorted()).toEqual({ reviewer: of('no longer own') })
})

test('[NO9] an override is told to the owner of the document, unless it is their own', async () => {
  const { author, alpha } = { author: world.users.author, alpha: world.companies.alpha }
  const owner = await deviceOf('owner')
  await owner.push(
    owner.edit('owners.set', {
      projectId,
      ownerId: author,
      packageIds: [],
      documentIds: ['d1'],
    }),
  )
  await settled()
  await world.database.write((tx) => tx.deleteFrom('notifications').execute())
  await world.setProject({ state: 'EVALUATION' })
  await owner.pull(projectId)
  const override = (requirementId: string) =>
    owner.edit('overrides.set', {
      projectId,
      requirementId,
      vendorId: alpha,
      parameterId: 'met',
      value: 10,
      reason: 'Seen',
    })
  await owner.push(override('r1'), override('r2'))
  const told = await toldOf()
  expect(told).toEqual({
    author: [
      `An evaluation in your document “Functions” in Groupware was overridden /project/${projectId}/documents/d1`,
    ],
  })
})

test('[NO9] an import that arrives in steps is told once, when no more steps come', async () => {
  await world.setProject({ state: 'PREPARATION', publishedOn: null })
  const author = await deviceOf('author')
  await author.pull(projectId)
  const step = (first: number) =>
    author.edit('requirements.createBulk', {
      projectId,
      documentId: 'd1',
      sections: [],
      requirements: [0, 1, 2].map((index) => ({
        id: `step-${first + index}`,
        sectionId: 's1',
        name: `Imported ${first + index}`,
        definition: buildDefinition(),
        sourceId: null,
      })),
    })
  await author.push(step(0))
  await author.push(step(3), step(6))
  expect((await events()).map(({ kind }) => kind)).toEqual(['import.finished'])
  world.clock.now += IMPORT_REST_MS
  expect(await toldOf()).toEqual({
    author: [
      `The import into “Functions” in Groupware has finished. New requirements: 9 /project/${projectId}/documents/d1`,
    ],
  })
  await world.setProject({ publishedOn: 0 })
})

test('[NO10] changes of the account and of roles reach the person alone, and a muted project mutes none of them', async () => {
  const { city } = world.companies
  const reviewer = await world.as('reviewer')
  await reviewer.call(API.projectMembers.setNotifications, { params, query: { enabled: 'false' } })
  const hash = (password: string) => hashForSignIn(world.url, 'reviewer', password)
  await reviewer.call(API.emailChange.request, {
    body: { email: 'new@city.example', hash: await hash(PASSWORD) },
  })
  const [link = ''] = await linkTokens(world, 'new@city.example')
  expect((await ask(world, API.emailChange.confirm, { body: { token: link } })).status).toBe(204)
  await reviewer.call(API.passwords.change, {
    body: { oldHash: await hash(PASSWORD), newHash: await hash('Another-password-7') },
  })
  await (
    await world.as('admin')
  ).call(API.members.setRoles, {
    params: { id: String(city) },
    body: { userId: world.users.clerk, roleIds: ['role-org-power-user'] },
  })
  await settled()
  const told = Object.fromEntries(
    (['reviewer', 'clerk'] as const).map((name) => [name, listOf(name)]),
  )
  expect((await told['reviewer'])?.map(({ message }) => message).toSorted()).toEqual([
    'The email address of your account was changed',
    'The password of your account was changed',
  ])
  expect(await told['clerk']).toMatchObject([
    {
      message: 'Your roles in City have changed',
      project: null,
      organization: { id: city, name: 'City' },
      link: `/organization/${city}/projects`,
    },
  ])
  expect(Object.keys(await toldOf())).toEqual(['reviewer', 'clerk'])
})

test('[NO10] a sign-in with a browser or network not used before is told, the first of all and a known one are not', async () => {
  const { database, clock, users } = world
  const signIn = (userAgent: string, address: string) =>
    createSession(
      database,
      { userId: users.colleague, publicKey: null, place: { userAgent, address } },
      clock.now,
    )
  const messages = async () => {
    await settled()
    const rows = await database.queries
      .selectFrom('notifications')
      .select(['kind', 'user_id'])
      .execute()
    return rows.map(({ kind, user_id }) => `${kind} ${user_id}`)
  }
  await database.write((tx) =>
    tx.deleteFrom('sessions').where('user_id', '=', users.colleague).execute(),
  )
  await signIn('Firefox', '192.0.2.1')
  await signIn('Firefox', '192.0.2.1')
  expect(await messages()).toEqual([])
  const told = `account.signedIn ${users.colleague}`
  await signIn('Firefox', '192.0.2.9')
  expect(await messages()).toEqual([told])
  await signIn('curl', '192.0.2.1')
  expect(await messages()).toEqual([told, told])
})

test('[NO2] ids of notifications tell a reader nothing of other people or events', async () => {
  await (
    await world.as('owner')
  ).raw('POST', `/projects-service/projects/${projectId}/notification`, {
    text: 'Visit on Monday',
    vendors: 'all',
  })
  await settled()
  const rows = await world.database.queries
    .selectFrom('notifications')
    .select(['id', 'event_id', 'created_on'])
    .execute()
  expect(rows).toHaveLength(4)
  const timeOf = (id: string) => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)
  for (const { id, created_on } of rows) expect(timeOf(id)).toBe(created_on)
  // Behind the time, which the reader gets anyway, everything is random.
  const rest = rows.flatMap(({ id, event_id }) => [id.slice(15), event_id.slice(15)])
  expect(new Set(rest).size).toBe(5)
})
