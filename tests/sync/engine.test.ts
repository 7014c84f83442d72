import { beforeAll, beforeEach, expect, it } from 'vitest'
import { MUTATIONS } from '#schema/mutations/index.ts'
import { Refusal } from '#schema/refusal.ts'
import { newCursor } from '#sync/engine/apply-page.ts'
import type { Change } from '#sync/engine/change.ts'
import { bindCommands, commandOf } from '#sync/engine/commands.ts'
import type { DeviceTx } from '#sync/engine/device-tx.ts'
import { edit, type EditRequest } from '#sync/engine/edit.ts'
import { createEngine, type Engine } from '#sync/engine/engine.ts'
import type { EngineState } from '#sync/engine/engine-ports.ts'
import { createMemoryStorage, type MemoryStorage } from '#sync/engine/memory-storage.ts'
import { type Network, SyncFailure } from '#sync/engine/ports.ts'
import { PROJECT_ID } from '../support/project-rows.ts'
import { createAdmin } from './simulator/admin.ts'
import { openServer, type SimServer, START } from './simulator/sim-server.ts'
import { createTemplate, type SimUser, type Template } from './simulator/template.ts'
import { createVirtualTime, settle, type VirtualTime } from './simulator/virtual-time.ts'

const commands = bindCommands(MUTATIONS)

let template: Template
let time: VirtualTime
let server: SimServer
beforeAll(async () => { template = await createTemplate() })
beforeEach(() => {
  time = createVirtualTime(START)
  server = openServer(template, () => time.now())
})

interface Laptop {
  memory: MemoryStorage
  engine: Engine
  states: EngineState[]
  changes: Change[]
  requests: string[]
  /** Throws in place of the next requests, one after the other. */
  failures: SyncFailure[]
  write(requestId: string, note: string, projectId?: string): Promise<void>
}

const openLaptop = async (user: SimUser, network: (plain: Network) => Network = (plain) => plain): Promise<Laptop> => {
  const memory = createMemoryStorage(`client-${user.userId}`)
  const laptop: Omit<Laptop, 'engine' | 'write'> = { memory, states: [], changes: [], requests: [], failures: [] }
  const stumble = (name: string): void => {
    laptop.requests.push(name)
    const failure = laptop.failures.shift()
    if (failure !== undefined) throw failure
  }
  const plain: Network = {
    async push(request) {
      stumble('push')
      return server.push(user.userId, request).catch((error: unknown) => {
        if (error instanceof Refusal && error.code === 'SYNC_GAP') throw new SyncFailure('gap', { lastMid: Number(error.detail['lastMid']) })
        throw error
      })
    },
    async *pull(request) {
      stumble('pull')
      yield* server.pull(user.userId, request)
    },
  }
  const person = { userId: user.userId, name: user.name }
  const engine = createEngine({
    storage: memory, network: network(plain), commands, person,
    surroundings: { now: time.now, random: () => 0.5, newId: () => `id-${laptop.requests.length}-${Math.floor(time.now())}`, sleep: (ms) => time.sleep(ms) },
    onChange: (changes) => laptop.changes.push(...changes), onState: (state) => laptop.states.push(state),
  })
  await memory.transaction('apply', async (tx) => { tx.putCursor(newCursor(PROJECT_ID)) })
  return {
    ...laptop, engine,
    async write(requirementId, note) {
      const request: EditRequest = {
        projectId: PROJECT_ID, command: 'commitments.update', label: note, undo: null,
        args: { projectId: PROJECT_ID, requirementId, vendorId: user.vendorId, values: { note } },
      }
      await memory.transaction('edit', (tx) => edit(tx, { commands, person, id: 'tab', now: time.now() }, request))
      engine.wake()
    },
  }
}
const vera = (): SimUser => template.veras[0] ?? template.owner
const noteOf = async (requirementId: string): Promise<unknown> => {
  const row = await server.database.queries.selectFrom('commitments').select('body').where('requirement_id', '=', requirementId).executeTakeFirst()
  return row === undefined ? undefined : (JSON.parse(row.body) as { values: { note?: string } }).values.note
}
const synced = async (laptop: Laptop): Promise<void> => {
  laptop.engine.start()
  await time.runUntil(time.now() + 500)
}

it('[EN1] an edit reaches the server and leaves the outbox with its verdict', async () => {
  const laptop = await openLaptop(vera())
  await synced(laptop)
  await laptop.write('r0', 'hello')
  await time.runUntil(time.now() + 500)
  expect(await noteOf('r0')).toBe('hello')
  expect(laptop.memory.state().outbox.size).toBe(0)
  expect(laptop.memory.state().overlay.size).toBe(0)
})

it('[EN2] edits of one field before they leave become one; after they left they do not', async () => {
  const laptop = await openLaptop(vera())
  await synced(laptop)
  await laptop.engine.stop()
  await laptop.write('r0', 'h')
  await laptop.write('r0', 'he')
  expect([...laptop.memory.state().outbox.values()]).toHaveLength(1)
  await laptop.memory.transaction('apply', async (tx) => { tx.putMeta({ ...(await tx.meta()), sentMid: 1 }) })
  await laptop.write('r0', 'hey')
  expect([...laptop.memory.state().outbox.keys()]).toEqual([1, 2])
})

it('[EN3] without a connection it tries again for ever, after 1 to 60 s, and at once when told', async () => {
  const laptop = await openLaptop(vera())
  laptop.failures.push(...Array.from({ length: 12 }, () => new SyncFailure('offline')))
  laptop.engine.start()
  await time.runUntil(time.now() + 300_000)
  const waits = laptop.states.flatMap((state) => (state.phase === 'waiting' ? [state] : []))
  expect(waits.length).toBeGreaterThanOrEqual(7)
  expect(laptop.engine.state().phase).toBe('waiting')
  laptop.failures.length = 0
  laptop.engine.tryNow()
  await time.runUntil(time.now() + 500)
  expect(laptop.engine.state().phase).toBe('idle')
})

it('[EN4] an ended session and an old version pause it without losing anything', async () => {
  for (const kind of ['unauthorized', 'update'] as const) {
    const laptop = await openLaptop(vera())
    await synced(laptop)
    laptop.failures.push(new SyncFailure(kind))
    await laptop.write(`r${kind.length % 3}`, kind)
    await time.runUntil(time.now() + 1_000)
    expect(laptop.engine.state()).toEqual({ phase: 'paused', reason: kind })
    expect(laptop.memory.state().outbox.size).toBe(1)
    laptop.engine.tryNow()
    await time.runUntil(time.now() + 1_000)
    expect(laptop.memory.state().outbox.size).toBe(0)
    await laptop.engine.stop()
  }
})

it('[EN5] an edit too large for the server is parked with its reason, and the next goes on', async () => {
  const laptop = await openLaptop(vera(), (plain) => ({
    pull: (request) => plain.pull(request),
    push: async (request) => {
      if (request.mutations.some((mutation) => JSON.stringify(mutation.args).includes('huge'))) throw new SyncFailure('tooLarge')
      return plain.push(request)
    },
  }))
  await synced(laptop)
  await laptop.engine.stop()
  await laptop.write('r0', 'one')
  await laptop.write('r1', 'huge')
  await laptop.write('r2', 'three')
  laptop.engine.start()
  laptop.engine.tryNow()
  await time.runUntil(time.now() + 5_000)
  expect([await noteOf('r0'), await noteOf('r1'), await noteOf('r2')]).toEqual(['one', undefined, 'three'])
  const [parked] = laptop.memory.state().parked.values()
  expect(parked).toMatchObject({ reason: 'TOO_LARGE', args: { values: { note: 'huge' } } })
})

it('[EN6] a server that was restored from a backup gets the unsent edits under a new client', async () => {
  const laptop = await openLaptop(vera())
  await synced(laptop)
  await laptop.write('r0', 'first')
  await time.runUntil(time.now() + 500)
  await laptop.engine.stop()
  await laptop.write('r1', 'second')
  const restored = openServer(template, () => time.now())
  const former = server
  server = { ...restored, push: (userId, request) => restored.push(userId, { ...request, serverId: 'server' }), pull: (userId, request) => renamed(restored.pull(userId, { ...request, serverId: null })) }
  laptop.engine.start()
  laptop.engine.tryNow()
  await time.runUntil(time.now() + 20_000)
  expect(laptop.memory.state().meta).toMatchObject({ serverId: 'restored' })
  expect(laptop.memory.state().meta.clientId).not.toBe(`client-${vera().userId}`)
  expect(laptop.memory.state().outbox.size).toBe(0)
  expect(await noteOf('r1')).toBe('second')
  former.connection.close()
})
async function* renamed(pages: ReturnType<SimServer['pull']>): ReturnType<SimServer['pull']> {
  for await (const page of pages) yield { ...page, serverId: 'restored' }
}

it('[EN10] what a restored server had taken before its backup is not sent again, so nobody is asked about it', async () => {
  let isDeaf = false
  const laptop = await openLaptop(vera(), (plain) => ({
    push: (request) => plain.push(request),
    async *pull(request) {
      if (isDeaf) throw new SyncFailure('offline')
      yield* plain.pull(request)
    },
  }))
  await synced(laptop)
  await laptop.write('r0', 'told')
  await time.runUntil(time.now() + 500)
  isDeaf = true
  await laptop.write('r1', 'taken')
  await time.runUntil(time.now() + 500)
  expect([await noteOf('r1'), laptop.memory.state().outbox.size]).toEqual(['taken', 1])
  const colleague = await openLaptop(template.veras[1] ?? template.owner)
  await synced(colleague)
  await colleague.write('r1', 'and changed since')
  await time.runUntil(time.now() + 500)
  await colleague.engine.stop()
  const former = server
  server = openServer({ image: former.connection.serialize() }, () => time.now(), {}, 'restored')
  former.connection.close()
  await laptop.write('r2', 'not taken')
  isDeaf = false
  laptop.engine.tryNow()
  await time.runUntil(time.now() + 20_000)
  const { meta, outbox, overlay, parked, held } = laptop.memory.state()
  expect(meta.serverId).toBe('restored')
  expect([outbox.size, overlay.size]).toEqual([0, 0])
  expect([...parked.values()]).toEqual([])
  const notes = [...held.values()].flatMap(({ entity, row }) => (entity === 'commitment' ? [(row as { values: { note?: string } }).values.note] : []))
  expect(notes).toEqual(['told', 'and changed since', 'not taken'])
})

it('[EN11] a server that has lost edits without being another one gets the unsent ones under a new client', async () => {
  const laptop = await openLaptop(vera())
  await synced(laptop)
  const image = server.connection.serialize()
  await laptop.write('r0', 'lost')
  await time.runUntil(time.now() + 500)
  server.connection.close()
  server = openServer({ image }, () => time.now())
  await laptop.write('r1', 'next')
  await time.runUntil(time.now() + 20_000)
  expect(laptop.memory.state().outbox.size).toBe(0)
  expect([await noteOf('r0'), await noteOf('r1')]).toEqual([undefined, 'next'])
})

it('[EN12] a copy that is made anew counts as incomplete until all of it is here, even when the line breaks in between', async () => {
  let isCut = false
  const laptop = await openLaptop(vera(), (plain) => ({
    push: (request) => plain.push(request),
    async *pull(request) {
      for await (const page of plain.pull(request)) {
        yield page
        yield page
        if (isCut && page.more && page.project !== null) throw new SyncFailure('offline')
      }
    },
  }))
  await synced(laptop)
  await laptop.write('r0', 'stands')
  await time.runUntil(time.now() + 5_000)
  const cursor = () => [...laptop.memory.state().cursors.values()][0] ?? newCursor(PROJECT_ID)
  expect(cursor().isComplete).toBe(true)
  // The night has forgotten deletions that this device has not been told of.
  const floor = Math.max(...Object.values(cursor().buckets).map(([, base]) => base)) + 1
  await server.database.write(async (tx) => { await tx.updateTable('project_sync').set({ floor }).execute() })
  server.pageRows = 3
  isCut = true
  laptop.engine.tryNow()
  await time.runUntil(time.now() + 300)
  expect(cursor().isComplete).toBe(false)
  expect(laptop.changes.some((change) => change.cursor && change.reload)).toBe(true)
  isCut = false
  laptop.engine.tryNow()
  await time.runUntil(time.now() + 20_000)
  expect(cursor().isComplete).toBe(true)
  expect([...laptop.memory.state().held.values()].find(({ entity }) => entity === 'commitment')?.row).toMatchObject({ values: { note: 'stands' } })
})

it('[EN7] a late answer is parked, and goes out by itself when the project opens again', async () => {
  const laptop = await openLaptop(vera())
  await synced(laptop)
  await laptop.engine.stop()
  await laptop.write('r0', 'late')
  await createAdmin(server, template).moveTo('VALIDATION')
  laptop.engine.start()
  laptop.engine.tryNow()
  await time.runUntil(time.now() + 2_000)
  expect([...laptop.memory.state().parked.values()]).toMatchObject([{ status: 'refused', args: { values: { note: 'late' } } }])
  expect(await noteOf('r0')).toBeUndefined()
  await createAdmin(server, template).moveTo('PUBLISHED')
  laptop.engine.tryNow()
  await time.runUntil(time.now() + 3_000)
  expect(await noteOf('r0')).toBe('late')
  expect(laptop.memory.state().parked.size).toBe(0)
})

it('[EN8] of two colleagues on one field the later one is parked with both texts, on another field both stand', async () => {
  const [one, two] = [await openLaptop(vera()), await openLaptop(template.veras[1] ?? template.owner)]
  for (const laptop of [one, two]) {
    await synced(laptop)
    await laptop.engine.stop()
  }
  await one.write('r0', 'mine')
  await two.write('r0', 'theirs')
  for (const laptop of [two, one]) {
    laptop.engine.start()
    laptop.engine.tryNow()
    await time.runUntil(time.now() + 1_000)
  }
  expect(await noteOf('r0')).toBe('theirs')
  const [parked] = one.memory.state().parked.values()
  expect(parked).toMatchObject({ status: 'conflict', conflicts: [{ field: 'values.note', mine: 'mine', theirs: 'theirs', theirsBy: 'Viktor Doe' }] })
})

it('[EN9] three hundred unsent edits cost three hundred runs', async () => {
  const laptop = await openLaptop(template.owner)
  await createAdmin(server, template).moveTo('PREPARATION')
  await synced(laptop)
  await laptop.engine.stop()
  let runs = 0
  const create = commandOf(commands, 'requirements.create')
  const counting = { ...commands, 'requirements.create': { ...create, run: (tx: DeviceTx, args: unknown) => { runs += 1; return create.run(tx, args) } } }
  const person = { userId: template.owner.userId, name: template.owner.name }
  for (let n = 0; n < 300; n += 1) {
    const args = { projectId: PROJECT_ID, id: `new-${n}`, sectionId: n % 2 === 0 ? 's1' : 's2', after: null, name: `New ${n}`, definition: template.definition }
    await laptop.memory.transaction('edit', (tx) => edit(tx, { commands: counting, person, id: 'tab', now: time.now() }, { projectId: PROJECT_ID, command: 'requirements.create', args, label: '', undo: null }))
  }
  expect(runs).toBe(300)
  expect(laptop.memory.state().outbox.size).toBe(300)
  laptop.engine.start()
  laptop.engine.tryNow()
  await time.runUntil(time.now() + 5_000)
  await settle()
  expect(laptop.memory.state().outbox.size).toBe(0)
})
