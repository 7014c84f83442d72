import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { LiveChange } from '#schema/api/sync.ts'
import { execute } from '#server/commands/execute.ts'
import { judgeAtOnce } from '#server/commands/judge/judge-answers.ts'
import { newest } from './newest.ts'
import { listenLive } from '../support/live-client.ts'
import { SyncDevice } from './sync-client.ts'
import { buildWorld, PROJECT as projectId, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await buildWorld()
})
afterAll(async () => {
  await world.close()
})

const changes = (messages: readonly string[]): LiveChange[] =>
  messages.map((text): LiveChange => JSON.parse(text))

// In a file of its own: on PostgreSQL the next poll tells the change that was not sent, and then the
// sockets of other tests would hear of it.
test('[LV13] a change says so if it follows one that was not sent, and the device has to pull', async () => {
  const owner = await world.as('owner')
  const live = await listenLive(world.url, owner.token)
  const device = new SyncDevice(owner)
  const rename = async (name: string) =>
    await owner.raw('PUT', '/projects-service/projects/update', {
      id: projectId,
      updatedOn: await newest(world, 'project', projectId),
      name,
    })
  await rename('Told')
  await rename('Told again')
  await vi.waitFor(() => expect(live.messages.join('')).toContain('Told again'))
  await device.pull(projectId)
  const standing = Object.values(device.cursors).map(([cursor]) => cursor)
  const silent = {
    database: world.database,
    clock: () => world.clock.now,
    publish: () => undefined,
    judge: judgeAtOnce,
    onError: () => undefined,
  }
  await execute(silent, owner.session.userId, {
    command: 'sections.update',
    args: { projectId, id: 's1', name: 'Through another process' },
  })
  await rename('Told at last')
  await vi.waitFor(() => expect(live.messages.join('')).toContain('Told at last'))
  const last = changes(live.messages.filter((text) => text.includes('Told at last')))[0]
  expect(standing.every((cursor) => cursor < (last?.prev ?? 0))).toBe(true)
  await device.pull(projectId)
  expect(Object.values(device.cursors).every(([cursor]) => cursor === last?.seq)).toBe(true)
  await live.close()
})
