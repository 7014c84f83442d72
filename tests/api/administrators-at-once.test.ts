import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { API } from '#schema/api/index.ts'
import { type ApiClient, hashForSignIn } from '../support/api-client.ts'
import { testDatabaseKind } from '../support/test-database.ts'
import { type NewPerson, newPerson } from './people.ts'
import { buildWorld, PASSWORD, type World } from './world.ts'

let world: World
let village: string
beforeAll(async () => {
  world = await buildWorld()
  village = String(world.companies.village)
})
// The two administrators of each test are the only ones.
beforeEach(async () => {
  await world.database.queries
    .deleteFrom('organization_members')
    .where('organization_id', '=', world.companies.village)
    .execute()
})
afterAll(async () => {
  await world.close()
})

/** What one administrator does, by which `other` or the administrator stops being one. */
type Act = (client: ApiClient, own: NewPerson, other: NewPerson) => Promise<unknown>
const block: Act = (client, _own, { id }) =>
  client.call(API.members.block, { params: { id: String(id) } })
const remove: Act = (client, _own, { id }) =>
  client.call(API.members.remove, { params: { id: village }, body: { userIds: [id] } })
const removeAccount: Act = (client, _own, { id }) =>
  client.call(API.users.remove, { params: { id: String(id) } })
const demote: Act = (client, _own, { id }) =>
  client.call(API.members.setRoles, {
    params: { id: village },
    body: { userId: id, roleIds: ['role-org-power-user'] },
  })
const expire: Act = (client, _own, { id }) =>
  client.call(API.members.prolong, {
    params: { id: String(id) },
    body: { expiresOn: world.clock.now + 1_000 },
  })
const leave: Act = (client) => client.call(API.members.leave, { params: { id: village } })
const deleteOwn: Act = async (client, { username }) =>
  client.call(API.profiles.delete, {
    body: { hash: await hashForSignIn(world.url, username, PASSWORD) },
  })

/**
 * Holds the rows of both members, so that on PostgreSQL every change waits where it would write.
 * SQLite has one writer, which takes the changes one after the other.
 */
const holding = async (people: readonly NewPerson[], work: () => Promise<void>): Promise<void> => {
  if (testDatabaseKind === 'sqlite') return await work()
  await world.database.write(async (tx) => {
    const ids = people.map(({ id }) => id)
    await tx
      .selectFrom('organization_members')
      .select('user_id')
      .where('user_id', 'in', ids)
      .forUpdate()
      .execute()
    await work()
    await expect.poll(countWaiting, { timeout: 20_000 }).toBe(people.length)
  })
}
const countWaiting = async (): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select count(*) as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(world.database.queries)
  return Number(rows[0]?.count)
}
const administrators = async (): Promise<number> => {
  const rows = await world.database.queries
    .selectFrom('organization_members')
    .select('user_id')
    .where('organization_id', '=', world.companies.village)
    .where('state', '=', 'ACTIVE')
    .where('expires_on', 'is', null)
    .where('roles', 'like', '%role-org-owner%')
    .execute()
  return rows.length
}

test.each<[string, Act, Act]>([
  ['block each other', block, block],
  ['remove each other', remove, remove],
  ["remove each other's account", removeAccount, removeAccount],
  ['take the role from each other', demote, demote],
  ['let each other expire', expire, expire],
  ['leave', leave, leave],
  ['delete their accounts', deleteOwn, deleteOwn],
  ['leave and delete the account', leave, deleteOwn],
  ['block and remove each other', block, remove],
])('[OR5] of two administrators who %s at the same moment, one remains', async (_how, one, two) => {
  const first = await newPerson(world, 'village', ['role-org-owner'])
  const second = await newPerson(world, 'village', ['role-org-owner'])
  const [ofFirst, ofSecond] = [await first.signIn(), await second.signIn()]
  let acts: Promise<PromiseSettledResult<unknown>[]> | undefined
  await holding([first, second], async () => {
    acts = Promise.allSettled([one(ofFirst, first, second), two(ofSecond, second, first)])
  })
  const refused = (await acts)?.filter((outcome) => outcome.status === 'rejected')
  expect(refused?.map(({ reason }) => String(reason))).toEqual([
    expect.stringMatching(/LAST_ADMINISTRATOR|ACCESS_ENDED|NOT_ALLOWED/),
  ])
  expect(await administrators()).toBe(1)
})
