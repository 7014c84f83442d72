import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ProjectCommit } from '#server/commands/project-unit.ts'
import { BoundedMap } from '#server/bounded-map.ts'
import { SharedWindows } from '#server/database/try-windows.ts'
import { UploadTurns } from '#server/files/receive.ts'
import { NetworkSockets } from '#server/plugins/socket-bounds.ts'
import { createQueue } from '#server/security/queue.ts'
import { LiveHub } from '#server/sync/hub.ts'
import { NewestTold } from '#server/sync/newest-told.ts'
import { testDatabaseKind } from '../support/test-database.ts'
import { buildWorld, PROJECT, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await buildWorld()
})
afterAll(async () => {
  await world.close()
})

const codeOf = (outcome: PromiseSettledResult<unknown>): string =>
  outcome.status === 'rejected' ? String((outcome.reason as { code?: string }).code) : 'done'
const count = (outcomes: readonly PromiseSettledResult<unknown>[]): Record<string, number> => {
  const counts: Record<string, number> = {}
  for (const outcome of outcomes) counts[codeOf(outcome)] = (counts[codeOf(outcome)] ?? 0) + 1
  return counts
}

test('[BN6] the server hashes waiting passwords up to a bound and refuses those beyond it', async () => {
  const { run, holdRoom } = createQueue({ width: 4, most: 200 })
  const outcomes = Promise.allSettled(Array.from({ length: 1_000 }, () => run(() => delay(1))))
  expect(holdRoom).toThrow('UNAVAILABLE')
  expect(count(await outcomes)).toEqual({ done: 204, UNAVAILABLE: 796 })
  holdRoom()
})

test('[BN6] a sign-in beyond that bound gets 503 and Retry-After, and costs no try', async () => {
  const hash = 'A'.repeat(43)
  const signIn = (index: number) =>
    world.app.inject({
      method: 'POST',
      url: '/api/users-service/auth/authenticate',
      payload: { username: `unknown-${index}`, hash },
      remoteAddress: `10.0.${index >> 8}.${index & 255}`,
    })
  const answers = await Promise.all(Array.from({ length: 400 }, (_, index) => signIn(index)))
  const full = answers.filter(({ statusCode }) => statusCode === 503)
  expect(full.length).toBeGreaterThan(0)
  // Four are hashed and 200 wait, so that at least these are answered.
  expect(400 - full.length).toBeGreaterThanOrEqual(204)
  expect(full[0]?.headers['retry-after']).toBe('2')
  expect(answers.filter(({ statusCode }) => statusCode === 401).length).toBe(400 - full.length)
  const tried = await world.database.queries
    .selectFrom('failed_tries')
    .select('subject')
    .distinct()
    .where('is_known', '=', 0)
    .execute()
  expect(tried).toHaveLength(400 - full.length)
  expect((await signIn(0)).statusCode).toBe(401)
})

test('[BN7] twenty simultaneous uploads of one person do not hinder another person', async () => {
  const turns = new UploadTurns()
  const send = (userId: number, index: number) =>
    turns.take({ userId, sha256: `${index}` }, null, () => delay(50))
  const outcomes = Promise.allSettled([
    ...Array.from({ length: 30 }, (_, index) => send(1, index)),
    send(11, 1),
  ])
  expect(turns.running).toBe(21)
  expect(count(await outcomes)).toEqual({ done: 21, UNAVAILABLE: 10 })
  expect(turns.running).toBe(0)
})

test.skipIf(testDatabaseKind !== 'sqlite')(
  '[BN7] writers wait up to a bound, and those beyond it are refused',
  async () => {
    const outcomes = await Promise.allSettled(
      Array.from({ length: 6_000 }, () => world.database.write(async () => 1)),
    )
    const { done = 0, UNAVAILABLE = 0 } = count(outcomes)
    expect([done + UNAVAILABLE, done >= 5_000, UNAVAILABLE > 0]).toEqual([6_000, true, true])
  },
)

const commitOf = (seq: number, projectId = PROJECT): ProjectCommit => ({
  projectId,
  firstSeq: seq,
  head: seq,
  headBefore: null,
  actorId: null,
  isVisibilityChanged: false,
  visibility: 0,
  rows: [{ seq, bucket: '*:int', entity: 'release', id: 'r', body: '{}' }],
})

test('[BN7] commits waiting for the sockets are bounded; beyond the bound each device is told to pull', async () => {
  const hub = new LiveHub(world.database, 'server', (error) => {
    throw error
  })
  const sent: string[] = []
  const leave = hub.subscribe({
    userId: world.users.owner,
    sessionId: 's',
    send: (text) => void sent.push(text),
    sendItem: () => undefined,
    end: () => undefined,
  })
  for (let seq = 1; seq <= 3_000; seq += 1) hub.publish(commitOf(seq))
  await hub.settled()
  expect(sent.filter((text) => text.includes('"rows":['))).toHaveLength(1_000)
  expect(sent.at(-1)).toContain('"project":null')
  hub.publish(commitOf(3_001))
  await hub.settled()
  expect(sent.at(-1), 'the next change is told, without another pull').toContain('"seq":3001,')
  leave()
})

test('[BN7] the memory of newest positions is bounded', async () => {
  const newest = new NewestTold(world.database)
  for (let index = 0; index < 1_200; index += 1) newest.pass(commitOf(1, `project-${index}`))
  expect(newest.projects).toBe(1_000)
})

test('[BN7] a network without a socket takes no room, and a bounded map never exceeds its bound', () => {
  const sockets = new NetworkSockets(2)
  expect([sockets.enter('a'), sockets.enter('a'), sockets.enter('a'), sockets.enter('b')]).toEqual([
    true,
    true,
    false,
    true,
  ])
  for (const network of ['a', 'a', 'b']) sockets.leave(network)
  expect(sockets.networks).toBe(0)
  const map = new BoundedMap<number, number>(1_000)
  for (let index = 0; index < 100_000; index += 1) map.set(index, index)
  expect(map.size).toBe(1_000)
})

test.skipIf(testDatabaseKind !== 'postgres')(
  '[BN7] the shared table of tries is swept by age and by number',
  async () => {
    const { queries } = world.database
    await queries.deleteFrom('try_windows').execute()
    const windows = new SharedWindows(world.database, 100)
    for (let index = 0; index < 150; index += 1)
      await windows.count(`key ${index}`, { max: 1, windowMs: 1_000 + index }, 0)
    await windows.sweep(1_019)
    const left = await queries.selectFrom('try_windows').select('key').orderBy('until').execute()
    expect([left.length, left[0]?.key]).toEqual([100, 'key 50'])
  },
)
