import { beforeAll, beforeEach, expect, it } from 'vitest'
import type { LiveChange } from '#schema/api/sync.ts'
import { newCursor } from '#sync/engine/pull/cursor.ts'
import { SyncFailure } from '#sync/engine/ports.ts'
import { PROJECT_ID } from '../support/project-rows.ts'
import { openServer, type SimServer } from './simulator/sim-server.ts'
import { type Template, createTemplate } from './simulator/template.ts'
import { createLaptopWorld, type LaptopWorld } from './laptop.ts'

let template: Template
let world: LaptopWorld
beforeAll(async () => {
  template = await createTemplate()
})
beforeEach(() => {
  world = createLaptopWorld(template)
})

it('[EG6] a restored server gets the unsent edits under a new client', async () => {
  const laptop = await world.openLaptop(world.vera())
  await world.synced(laptop)
  await laptop.write('r0', 'first')
  await world.time.runUntil(world.time.now() + 500)
  await laptop.engine.stop()
  await laptop.write('r1', 'second')
  const restored = openServer(world.template, () => world.time.now())
  const former = world.server
  world.server = {
    ...restored,
    push: (userId, request) => restored.push(userId, { ...request, serverId: 'server' }),
    pull: (userId, request) => renamed(restored.pull(userId, { ...request, serverId: null })),
  }
  laptop.engine.start()
  laptop.engine.tryNow()
  await world.time.runUntil(world.time.now() + 20_000)
  expect(laptop.memory.state().meta).toMatchObject({ serverId: 'restored' })
  expect(laptop.memory.state().meta.clientId).not.toBe(`client-${world.vera().userId}`)
  expect(laptop.memory.state().outbox.size).toBe(0)
  expect(await world.noteOf('r1')).toBe('second')
  former.connection.close()
})
async function* renamed(pages: ReturnType<SimServer['pull']>): ReturnType<SimServer['pull']> {
  for await (const page of pages) yield { ...page, serverId: 'restored' }
}

it('[EG10] edits that a restored server accepted before its backup are not sent again and become no conflict', async () => {
  let isDeaf = false
  const laptop = await world.openLaptop(world.vera(), (plain) => ({
    push: (request) => plain.push(request),
    async *pull(request) {
      if (isDeaf) throw new SyncFailure('offline')
      yield* plain.pull(request)
    },
  }))
  await world.synced(laptop)
  await laptop.write('r0', 'told')
  await world.time.runUntil(world.time.now() + 500)
  isDeaf = true
  await laptop.write('r1', 'taken')
  await world.time.runUntil(world.time.now() + 500)
  expect([await world.noteOf('r1'), laptop.memory.state().outbox.size]).toEqual(['taken', 1])
  const colleague = await world.openLaptop(world.template.veras[1] ?? world.template.owner)
  await world.synced(colleague)
  await colleague.write('r1', 'and changed since')
  await world.time.runUntil(world.time.now() + 500)
  await colleague.engine.stop()
  const former = world.server
  world.server = openServer(
    { image: former.connection.serialize() },
    () => world.time.now(),
    {},
    'restored',
  )
  former.connection.close()
  await laptop.write('r2', 'not taken')
  isDeaf = false
  laptop.engine.tryNow()
  await world.time.runUntil(world.time.now() + 20_000)
  const { meta, outbox, overlay, parked, held } = laptop.memory.state()
  expect(meta.serverId).toBe('restored')
  expect([outbox.size, overlay.size]).toEqual([0, 0])
  expect([...parked.values()]).toEqual([])
  const notes = [...held.values()].flatMap(({ entity, row }) =>
    entity === 'commitment' ? [(row as { values: { note?: string } }).values.note] : [],
  )
  expect(notes).toEqual(['told', 'and changed since', 'not taken'])
})

it('[EG11] a server that lost edits under the same id gets the unsent ones under a new client', async () => {
  const laptop = await world.openLaptop(world.vera())
  await world.synced(laptop)
  const image = world.server.connection.serialize()
  await laptop.write('r0', 'lost')
  await world.time.runUntil(world.time.now() + 500)
  world.server.connection.close()
  world.server = openServer({ image }, () => world.time.now())
  await laptop.write('r1', 'next')
  await world.time.runUntil(world.time.now() + 20_000)
  expect(laptop.memory.state().outbox.size).toBe(0)
  expect([await world.noteOf('r0'), await world.noteOf('r1')]).toEqual([undefined, 'next'])
})

it('[EG13] a live change from before a restore does not overwrite rows of the restored server', async () => {
  const laptop = await world.openLaptop(world.vera())
  await world.synced(laptop)
  await laptop.engine.stop()
  const former = world.server
  const image = former.connection.serialize()
  const late: LiveChange[] = []
  former.subscribe(world.vera().userId, (change) => late.push(change))
  const colleague = await world.openLaptop(world.template.veras[1] ?? world.template.owner)
  await world.synced(colleague)
  await colleague.write('r0', 'lost with the server')
  await world.time.runUntil(world.time.now() + 500)
  await colleague.engine.stop()
  expect(late.flatMap(({ rows }) => rows ?? []).map(({ entity }) => entity)).toContain('commitment')
  world.server = openServer({ image }, () => world.time.now(), {}, 'restored')
  former.connection.close()
  laptop.engine.start()
  laptop.engine.tryNow()
  await world.time.runUntil(world.time.now() + 20_000)
  expect(laptop.memory.state().meta.serverId).toBe('restored')
  for (const change of late) laptop.engine.live(change)
  await world.time.runUntil(world.time.now() + 20_000)
  const { held } = laptop.memory.state()
  expect([
    held.size > 0,
    [...held.values()].filter(({ entity }) => entity === 'commitment'),
  ]).toEqual([true, []])
})

it('[EG12] a copy that is fetched again is incomplete until all of it has arrived, even when the connection breaks in between', async () => {
  let isCut = false
  const laptop = await world.openLaptop(world.vera(), (plain) => ({
    push: (request) => plain.push(request),
    async *pull(request) {
      for await (const page of plain.pull(request)) {
        yield page
        yield page
        if (isCut && page.more && page.project !== null) throw new SyncFailure('offline')
      }
    },
  }))
  await world.synced(laptop)
  await laptop.write('r0', 'stands')
  await world.time.runUntil(world.time.now() + 5_000)
  const cursor = () => [...laptop.memory.state().cursors.values()][0] ?? newCursor(PROJECT_ID)
  expect(cursor().isComplete).toBe(true)
  // The nightly job has removed tombstones that this device has not received.
  const floor = Math.max(...Object.values(cursor().buckets).map(([, base]) => base)) + 1
  await world.server.database.write(async (tx) => {
    await tx.updateTable('project_sync').set({ floor }).execute()
  })
  world.server.pageRows = 3
  isCut = true
  laptop.engine.tryNow()
  await world.time.runUntil(world.time.now() + 300)
  expect(cursor().isComplete).toBe(false)
  expect(laptop.changes.some((change) => change.cursor && change.reload)).toBe(true)
  isCut = false
  laptop.engine.tryNow()
  await world.time.runUntil(world.time.now() + 20_000)
  expect(cursor().isComplete).toBe(true)
  expect(
    [...laptop.memory.state().held.values()].find(({ entity }) => entity === 'commitment')?.row,
  ).toMatchObject({ values: { note: 'stands' } })
})
