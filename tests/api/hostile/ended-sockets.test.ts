import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { API } from '#schema/api/index.ts'
import { type ApiClient, signInApi } from '../../support/api-client.ts'
import { newPerson } from '../people.ts'
import { buildWorld, PASSWORD, type World } from '../world.ts'

let world: World
beforeAll(async () => {
  world = await buildWorld()
})
afterAll(async () => {
  await world.close()
})

/**
 * The longest delay that a person perceives as "at once"; the guard checks the sockets every
 * second.
 */
const SOON_MS = 2_500
const listen = async ({
  token,
}: ApiClient): Promise<{ closed: Promise<number>; said: () => string }> => {
  const address = `${world.url.replace('http', 'ws')}/api/notification-service/notification`
  const socket = new WebSocket(address, ['v12.stomp'], { origin: world.url })
  let said = ''
  socket.on('message', (data: Buffer) => {
    said += data.toString()
  })
  const closed = new Promise<number>((done) => void socket.once('close', () => done(Date.now())))
  await new Promise((done) => void socket.once('open', done))
  socket.send(`CONNECT\naccept-version:1.2\nX-Auth-Token:${token}\n\n\u0000`)
  await expect.poll(() => said).toContain('CONNECTED')
  return { closed, said: () => said }
}
const admin = () => world.as('admin')

type End = (client: ApiClient, userId: number) => Promise<unknown>
const ENDS: readonly [string, End][] = [
  ['a person who signs out', async (client) => await client.call(API.auth.logout, {})],
  [
    'a person whose session is ended elsewhere',
    async (_client, userId) => {
      const other = await signInApi(world.url, await nameOf(userId), PASSWORD)
      await other.call(API.sessions.endOthers, {})
    },
  ],
  [
    'a blocked person',
    async (_client, userId) =>
      await (await admin()).call(API.members.block, { params: { id: String(userId) } }),
  ],
  [
    'a removed person',
    async (_client, userId) =>
      await (
        await admin()
      ).call(API.members.remove, {
        params: { id: String(world.companies.city) },
        body: { userIds: [userId] },
      }),
  ],
  [
    'a person whose membership has ended',
    async (_client, userId) =>
      await world.database.write(async (tx) => {
        await tx
          .updateTable('organization_members')
          .set({ expires_on: world.clock.now - 1 })
          .where('user_id', '=', userId)
          .execute()
      }),
  ],
  [
    'a person whose session was idle too long',
    async (_client, userId) =>
      await world.database.write(async (tx) => {
        await tx
          .updateTable('sessions')
          .set({ idle_until: world.clock.now - 1 })
          .where('user_id', '=', userId)
          .execute()
      }),
  ],
  [
    'a person whose session another process has ended',
    async (_client, userId) =>
      await world.database.write(async (tx) => {
        await tx
          .updateTable('sessions')
          .set({ ended_on: world.clock.now })
          .where('user_id', '=', userId)
          .execute()
      }),
  ],
]
const nameOf = async (userId: number): Promise<string> =>
  (
    await world.database.queries
      .selectFrom('users')
      .select('username')
      .where('id', '=', userId)
      .executeTakeFirstOrThrow()
  ).username

test.each(ENDS)(
  '[AT63] the socket of %s ends at once and receives nothing more',
  async (_who, end) => {
    const person = await newPerson(world, 'city', ['role-org-power-user'])
    const client = await person.signIn()
    const { closed, said } = await listen(client)
    const heard = said()
    await end(client, person.id)
    const start = Date.now()
    expect((await closed) - start).toBeLessThan(SOON_MS)
    expect(said().slice(heard.length)).not.toContain('MESSAGE')
    expect((await client.raw('GET', '/users-service/auth/session')).status).toBe(401)
  },
)

test('[AT63] the socket of a person whose access continues stays open', async () => {
  const person = await newPerson(world, 'city', ['role-org-power-user'])
  const { closed } = await listen(await person.signIn())
  const first = await Promise.race([
    closed,
    new Promise((done) => setTimeout(() => done('open'), SOON_MS)),
  ])
  expect(first).toBe('open')
})
