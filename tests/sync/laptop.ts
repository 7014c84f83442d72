import { MUTATIONS } from '#schema/mutations/index.ts'
import { Refusal } from '#schema/refusal.ts'
import type { Change } from '#sync/engine/change.ts'
import { bindCommands } from '#sync/engine/outbox/commands.ts'
import { edit, type EditRequest } from '#sync/engine/outbox/edit.ts'
import type { Engine } from '#sync/engine/engine-ports.ts'
import { createEngine } from '#sync/engine/engine.ts'
import type { EngineState } from '#sync/engine/engine-ports.ts'
import { createMemoryStorage, type MemoryStorage } from '#sync/engine/memory-storage.ts'
import { newCursor } from '#sync/engine/pull/cursor.ts'
import { type Network, SyncFailure } from '#sync/engine/ports.ts'
import { PROJECT_ID } from '../support/project-rows.ts'
import { openServer, type SimServer, START } from './simulator/sim-server.ts'
import type { SimUser, Template } from './simulator/template.ts'
import { createVirtualTime, type VirtualTime } from './simulator/virtual-time.ts'

export const commands = bindCommands(MUTATIONS)

export interface Laptop {
  memory: MemoryStorage
  engine: Engine
  states: EngineState[]
  changes: Change[]
  requests: string[]
  /** Thrown by the next requests, one each. */
  failures: SyncFailure[]
  write(requestId: string, note: string, projectId?: string): Promise<void>
}

export interface LaptopWorld {
  template: Template
  time: VirtualTime
  /** May be replaced, for example by a restored one. */
  server: SimServer
  /** @param memory of another laptop, to open a second tab of it */
  openLaptop(
    user: SimUser,
    network?: (plain: Network) => Network,
    memory?: MemoryStorage,
  ): Promise<Laptop>
  /** The first contact of the vendor. */
  vera(): SimUser
  /** The vendor's note in the server's database. */
  noteOf(requirementId: string): Promise<unknown>
  synced(laptop: Laptop): Promise<void>
}

/** A new server from the template, with a clock of its own, and devices. */
export const createLaptopWorld = (template: Template): LaptopWorld => {
  const time = createVirtualTime(START)
  let server = openServer(template, () => time.now())

  const openLaptop = async (
    user: SimUser,
    network: (plain: Network) => Network = (plain) => plain,
    memory = createMemoryStorage(`client-${user.userId}`),
  ): Promise<Laptop> => {
    const laptop: Omit<Laptop, 'engine' | 'write'> = {
      memory,
      states: [],
      changes: [],
      requests: [],
      failures: [],
    }
    const stumble = (name: string): void => {
      laptop.requests.push(name)
      const failure = laptop.failures.shift()
      if (failure !== undefined) throw failure
    }
    const plain: Network = {
      async push(request) {
        stumble('push')
        return server.push(user.userId, request).catch((error: unknown) => {
          if (error instanceof Refusal && error.code === 'SYNC_GAP')
            throw new SyncFailure('gap', { lastMid: Number(error.detail['lastMid']) })
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
      storage: memory,
      network: network(plain),
      commands,
      person,
      surroundings: {
        now: time.now,
        random: () => 0.5,
        newId: () => `id-${laptop.requests.length}-${Math.floor(time.now())}`,
        sleep: (ms) => time.sleep(ms),
      },
      onChange: (changes) => laptop.changes.push(...changes),
      onState: (state) => laptop.states.push(state),
    })
    await memory.transaction('apply', async (tx) => {
      const cursor = await tx.cursor(PROJECT_ID)
      if (cursor === undefined || cursor.isDenied)
        tx.putCursor({ ...newCursor(PROJECT_ID), rev: (cursor?.rev ?? 0) + 1 })
    })
    return {
      ...laptop,
      engine,
      async write(requirementId, note) {
        const request: EditRequest = {
          projectId: PROJECT_ID,
          command: 'commitments.update',
          label: note,
          undo: null,
          args: { projectId: PROJECT_ID, requirementId, vendorId: user.vendorId, values: { note } },
        }
        await memory.transaction('edit', (tx) =>
          edit(tx, { commands, person, id: 'tab', now: time.now() }, request),
        )
        engine.wake()
      },
    }
  }
  const vera = (): SimUser => template.veras[0] ?? template.owner
  const noteOf = async (requirementId: string): Promise<unknown> => {
    const row = await server.database.queries
      .selectFrom('commitments')
      .select('body')
      .where('requirement_id', '=', requirementId)
      .executeTakeFirst()
    return row === undefined
      ? undefined
      : (JSON.parse(row.body) as { values: { note?: string } }).values.note
  }
  const synced = async (laptop: Laptop): Promise<void> => {
    laptop.engine.start()
    await time.runUntil(time.now() + 500)
  }
  return {
    template,
    time,
    openLaptop,
    vera,
    noteOf,
    synced,
    get server() {
      return server
    },
    set server(next) {
      server = next
    },
  }
}
