import { beforeAll, beforeEach, expect, it } from 'vitest'
import { type LiveChange, type PushRequest, SYNC_PROTOCOL } from '#schema/api/sync.ts'
import { newCursor } from '#sync/engine/pull/cursor.ts'
import { SyncFailure } from '#sync/engine/ports.ts'
import { PROJECT_ID } from '../support/project-rows.ts'
import { openServer, type SimServer } from './simulator/sim-server.ts'
import { type SimUser, type Template, createTemplate } from './simulator/template.ts'
import { createLaptopWorld, type Laptop, type LaptopWorld } from './laptop.ts'

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
  expect([await world.noteOf('r0'), await world.noteOf('r1')]).toEqual(['first', 'second'])
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

it('[EG11] a server that went back under the same id gets the lost edits again under their numbers, before the unsent ones', async () => {
  const sent: [number, unknown][] = []
  const laptop = await world.openLaptop(world.vera(), (plain) => ({
    pull: (request) => plain.pull(request),
    async push(request) {
      const reply = await plain.push(request)
      for (const { mid, args } of request.mutations)
        sent.push([mid, (args as { values: { note: string } }).values.note])
      return reply
    },
  }))
  await world.synced(laptop)
  const image = world.server.connection.serialize()
  await laptop.write('r0', 'lost')
  await world.time.runUntil(world.time.now() + 500)
  world.server.connection.close()
  world.server = openServer({ image }, () => world.time.now())
  await laptop.write('r1', 'next')
  await world.time.runUntil(world.time.now() + 20_000)
  expect(laptop.memory.state().outbox.size).toBe(0)
  expect([await world.noteOf('r0'), await world.noteOf('r1')]).toEqual(['lost', 'next'])
  const { meta, parked } = laptop.memory.state()
  expect([meta.clientId, parked.size]).toEqual([`client-${world.vera().userId}`, 0])
  expect(meta.wentBack).toMatchObject({ edits: 1 })
  expect(sent).toEqual([
    [1, 'lost'],
    [1, 'lost'],
    [2, 'next'],
  ])
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

/** Puts the server back to an earlier image of its database. */
const putBack = (image: Buffer, serverId = 'server'): void => {
  world.server.connection.close()
  world.server = openServer({ image }, () => world.time.now(), {}, serverId)
}
const notesOn = ({ memory }: Laptop): unknown[] =>
  [...memory.state().held.values()].flatMap(({ entity, row }) =>
    entity === 'commitment' ? [(row as { values: { note?: string } }).values.note] : [],
  )
const colleagueOf = (): SimUser => world.template.veras[1] ?? world.template.owner

it.each(['server', 'restored'])(
  '[EG25] a hundred acknowledged edits survive a server that goes back in time, as %s',
  async (serverId) => {
    const laptop = await world.openLaptop(world.vera())
    const colleague = await world.openLaptop(colleagueOf())
    await world.synced(laptop)
    await world.synced(colleague)
    await laptop.write('r0', 'before')
    await world.time.runUntil(world.time.now() + 1_000)
    const image = world.server.connection.serialize()
    for (let n = 1; n <= 99; n += 1) await laptop.write(`r${n % 3}`, `edit ${n}`)
    await world.time.runUntil(world.time.now() + 2_000)
    await colleague.write('r2', 'by a colleague')
    colleague.engine.tryNow()
    await world.time.runUntil(world.time.now() + 2_000)
    expect(laptop.memory.state().outbox.size + colleague.memory.state().outbox.size).toBe(0)
    putBack(image, serverId)
    for (const one of [laptop, colleague]) one.engine.tryNow()
    await world.time.runUntil(world.time.now() + 15_000)
    for (const one of [laptop, colleague]) one.engine.tryNow()
    await world.time.runUntil(world.time.now() + 15_000)
    const { outbox, parked } = laptop.memory.state()
    expect([outbox.size, colleague.memory.state().outbox.size]).toEqual([0, 0])
    expect([await world.noteOf('r0'), await world.noteOf('r1')]).toEqual(['edit 99', 'edit 97'])
    // Of two words for one field one stands and the other is parked.
    const words = [
      await world.noteOf('r2'),
      ...[...parked.values(), ...colleague.memory.state().parked.values()].map(
        ({ args }) => (args as { values: { note: string } }).values.note,
      ),
    ]
    expect(words).toEqual(expect.arrayContaining(['edit 98', 'by a colleague']))
    expect(notesOn(colleague).toSorted()).toEqual(notesOn(laptop).toSorted())
  },
)

it('[EG29] an edit without a fetched verdict is sent again to a server that went back', async () => {
  const laptop = await world.openLaptop(world.vera())
  await world.synced(laptop)
  const image = world.server.connection.serialize()
  await laptop.write('r0', 'on its way')
  for (let ms = 0; ms < 2_000 && (await world.noteOf('r0')) === undefined; ms += 20)
    await world.time.runUntil(world.time.now() + 20)
  expect([await world.noteOf('r0'), laptop.memory.state().outbox.size]).toEqual(['on its way', 1])
  putBack(image)
  await world.time.runUntil(world.time.now() + 20_000)
  expect([await world.noteOf('r0'), laptop.memory.state().outbox.size]).toEqual(['on its way', 0])
})

it('[EG26] a device that only read drops rows that the server has lost', async () => {
  const laptop = await world.openLaptop(world.vera())
  const reader = await world.openLaptop(colleagueOf())
  await world.synced(laptop)
  await world.synced(reader)
  const image = world.server.connection.serialize()
  await laptop.write('r0', 'lost')
  await world.time.runUntil(world.time.now() + 1_000)
  await laptop.engine.stop()
  reader.engine.tryNow()
  await world.time.runUntil(world.time.now() + 1_000)
  expect(notesOn(reader)).toEqual(['lost'])
  putBack(image)
  reader.engine.tryNow()
  await world.time.runUntil(world.time.now() + 5_000)
  expect([reader.memory.state().held.size > 0, notesOn(reader)]).toEqual([true, []])
})

it('[EG27] an edit of a person without a right any more is parked with its words', async () => {
  const laptop = await world.openLaptop(world.vera())
  await world.synced(laptop)
  const image = world.server.connection.serialize()
  await laptop.write('r0', 'my words')
  await world.time.runUntil(world.time.now() + 1_000)
  putBack(image)
  await world.server.database.write(async (tx) => {
    await tx.deleteFrom('projects').where('id', '=', PROJECT_ID).execute()
  })
  laptop.engine.tryNow()
  await world.time.runUntil(world.time.now() + 5_000)
  const { outbox, parked } = laptop.memory.state()
  expect(outbox.size).toBe(0)
  expect([...parked.values()].map(({ status, args }) => [status, args])).toMatchObject([
    ['refused', { values: { note: 'my words' } }],
  ])
})

it('[EG31] an accepted edit that arrives once more at a server that went back, and is refused, is parked with its words', async () => {
  const requests: PushRequest[] = []
  const vera = world.vera()
  const laptop = await world.openLaptop(vera, (plain) => ({
    pull: (request) => plain.pull(request),
    push(request) {
      requests.push(request)
      return plain.push(request)
    },
  }))
  await world.synced(laptop)
  const image = world.server.connection.serialize()
  await laptop.write('r0', 'my words')
  await world.time.runUntil(world.time.now() + 1_000)
  expect(laptop.memory.state().outbox.size, 'it was accepted').toBe(0)
  putBack(image)
  await world.server.database.write(async (tx) => {
    await tx.deleteFrom('projects').where('id', '=', PROJECT_ID).execute()
  })
  for (const request of requests)
    await world.server.push(vera.userId, { ...request, schemaVersion: SYNC_PROTOCOL })
  laptop.engine.tryNow()
  await world.time.runUntil(world.time.now() + 5_000)
  const { meta, outbox, parked } = laptop.memory.state()
  expect([outbox.size, meta.ackMid, meta.clientId]).toEqual([0, 1, `client-${vera.userId}`])
  expect([...parked.values()].map(({ status, args }) => [status, args])).toMatchObject([
    ['refused', { values: { note: 'my words' } }],
  ])
})

it.each(['before the device notices', 'when the device has noticed'])(
  '[EG33] a refused edit that arrives once more at a server that went back, and is accepted, %s, is parked no longer',
  async (when) => {
    const requests: PushRequest[] = []
    let isBack = false
    const vera = world.vera()
    const arriveAgain = async () => {
      for (const request of requests.splice(0))
        await world.server.push(vera.userId, { ...request, schemaVersion: SYNC_PROTOCOL })
    }
    const laptop = await world.openLaptop(vera, (plain) => ({
      pull: (request) => plain.pull(request),
      async push(request) {
        if (isBack) await arriveAgain()
        else requests.push(request)
        return await plain.push(request)
      },
    }))
    await world.synced(laptop)
    const image = world.server.connection.serialize()
    await world.server.database.write(async (tx) => {
      await tx.deleteFrom('projects').where('id', '=', PROJECT_ID).execute()
    })
    await laptop.write('r0', 'my words')
    await world.time.runUntil(world.time.now() + 1_000)
    expect([...laptop.memory.state().parked.values()]).toMatchObject([{ status: 'refused' }])
    putBack(image)
    isBack = true
    if (when === 'before the device notices') await arriveAgain()
    laptop.engine.tryNow()
    await world.time.runUntil(world.time.now() + 20_000)
    expect(await world.noteOf('r0')).toBe('my words')
    const { meta, outbox, parked, held } = laptop.memory.state()
    expect([outbox.size, parked.size, meta.clientId]).toEqual([0, 0, `client-${vera.userId}`])
    expect(JSON.stringify([...held.values()])).toContain('my words')
    // The words are kept again, for a server that loses them once more.
    putBack(image)
    laptop.engine.tryNow()
    await world.time.runUntil(world.time.now() + 400_000)
    expect(await world.noteOf('r0')).toBe('my words')
  },
)
