import { afterAll, beforeAll, expect, test } from 'vitest'
import { API } from '#schema/api/index.ts'
import { buildWorld, type Username, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await buildWorld({ isMailing: false })
})
afterAll(() => world.close())

/** A mail of a notification that the mail server refused. */
const refused = async (username: Username, row: { notices?: null; failed_on?: null } = {}) => {
  const { now } = world.clock
  await world.database.queries
    .insertInto('mails')
    .values({
      ...{ id: `${username}-${Object.keys(row).join('')}`, to_address: `${username}@x.example` },
      ...{ user_id: world.users[username], subject: 'Subject', body: '', notices: '[]' },
      ...{ created_on: now, next_try_on: now + 3_600_000, tries: 1, sent_on: null },
      ...{ failed_on: now, reason: 'unknown address' },
      ...row,
    })
    .execute()
}

test('[ML18] an administrator sees refused mails of the organization and its vendors, and no others', async () => {
  for (const username of ['owner', 'alpha-primary', 'gamma-primary', 'village-admin'] as const)
    await refused(username)
  await refused('owner', { notices: null })
  await refused('owner', { failed_on: null })
  const { city, village, alpha } = world.companies
  const [admin, villager] = [await world.as('admin'), await world.as('village-admin')]
  const listed = async (client: typeof admin, id: number) =>
    (await client.call(API.undelivered.list, { params: { id: String(id) } }))
      .map((mail) => mail.address)
      .toSorted()
  expect(await listed(admin, city)).toEqual(
    ['alpha-primary', 'gamma-primary', 'owner'].map((name) => `${name}@x.example`),
  )
  expect(await listed(villager, village)).toEqual(['village-admin@x.example'])
  for (const client of [admin, await world.as('alpha-primary')])
    await expect(listed(client, alpha)).rejects.toThrow(/NOT_(?:ALLOWED|FOUND)/)
  const retry = { params: { id: String(city), mailId: 'village-admin-' } }
  await expect(admin.call(API.undelivered.retry, retry)).rejects.toThrow('NOT_FOUND')
})
