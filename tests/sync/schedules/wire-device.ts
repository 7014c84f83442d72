import { AsyncLocalStorage } from 'node:async_hooks'
import { MUTATIONS } from '#schema/mutations/index.ts'
import { Refusal } from '#schema/refusal.ts'
import type { Entity, Row } from '#schema/entities/rows.ts'
import { createDeviceStorage } from '#sync/browser/durability/device-storage.ts'
import { DeviceDatabase } from '#sync/browser/storage/database.ts'
import { createHttpNetwork } from '#sync/browser/network/http.ts'
import { browserSurroundings } from '#sync/browser/tabs/surroundings.ts'
import { newCursor } from '#sync/engine/pull/cursor.ts'
import { bindCommands } from '#sync/engine/outbox/commands.ts'
import { overlayView } from '#sync/engine/overlay/device-tx.ts'
import { edit } from '#sync/engine/outbox/edit.ts'
import type { Engine } from '#sync/engine/engine-ports.ts'
import { createEngine } from '#sync/engine/engine.ts'
import type { OutboxEntry, ParkedEntry, StorageTx } from '#sync/engine/ports.ts'
import { PROJECT_ID } from '../../support/project-rows.ts'
import type { Request } from '../simulator/sim-edit.ts'
import type { SimUser } from '../simulator/template.ts'

const commands = bindCommands(MUTATIONS)

/** A page knows its own address; here each device reaches the server through a proxy of its own. */
const way = new AsyncLocalStorage<string>()
const plainFetch = globalThis.fetch
globalThis.fetch = ((path: string | URL | globalThis.Request, init?: RequestInit) => {
  const base = way.getStore()
  return plainFetch(
    base === undefined || typeof path !== 'string' ? path : new URL(path, base),
    init,
  )
}) as typeof fetch

export type Rows = ReadonlyMap<string, Row>
export interface WireDevice {
  readonly clientId: string
  readonly user: SimUser
  readonly engine: Engine
  read<T>(work: (tx: StorageTx) => Promise<T>): Promise<T>
  /** The named rows as the person sees them, by `<entity>/<id>`. */
  rows(wanted: readonly (readonly [Entity, string])[]): Promise<Rows>
  /** False where the rules on the device refuse the edit. */
  give(request: Request): Promise<boolean>
  held(): Promise<{ outbox: OutboxEntry[]; parked: ParkedEntry[] }>
  close(): Promise<void>
}
export interface WireOptions {
  name: string
  user: SimUser
  token: string
  url: string
  random: () => number
}

const { sleep } = browserSurroundings

/** The engine over the shipped storage and HTTP client, outside a browser. */
export const openWireDevice = async ({
  name,
  user,
  token,
  url,
  random,
}: WireOptions): Promise<WireDevice> => {
  const database = new DeviceDatabase(name)
  const { storage, sole } = createDeviceStorage({
    name,
    database,
    newId: () => name,
    askToShare: () => undefined,
  })
  const person = { userId: user.userId, name: user.name }
  const tokens = { forget: () => undefined, current: async () => token, renewed: async () => token }
  let ids = 0
  const engine = createEngine({
    storage,
    network: createHttpNetwork(tokens),
    commands,
    person,
    onChange: () => undefined,
    onState: () => undefined,
    surroundings: { ...browserSurroundings, random, newId: () => `${name}-${(ids += 1)}` },
  })
  await storage.transaction('edit', async (tx) => {
    tx.putCursor(newCursor(PROJECT_ID))
  })
  way.run(url, () => engine.start())
  return {
    clientId: name,
    user,
    engine,
    read: (work) => storage.transaction('read', work),
    rows: (wanted) =>
      storage.transaction('read', async (tx) => {
        const view = overlayView(tx, PROJECT_ID)
        const found = new Map<string, Row>()
        for (const [entity, id] of wanted) {
          const row = await view.row(entity, id)
          if (row !== undefined) found.set(`${entity}/${id}`, row)
        }
        return found
      }),
    async give({ command, args }) {
      try {
        const request = {
          projectId: PROJECT_ID,
          command,
          args: { projectId: PROJECT_ID, ...args },
          label: command,
          undo: null,
        }
        await storage.transaction('edit', (tx) =>
          edit(tx, { commands, person, id: 'tab', now: Date.now() }, request),
        )
        engine.wake()
        return true
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        return false
      }
    },
    held: () =>
      storage.transaction('read', async (tx) => ({
        outbox: await tx.outbox(),
        parked: await tx.parked(),
      })),
    async close() {
      const stopped = engine.stop()
      await Promise.race([stopped, sleep(1_000).done])
      sole.release()
      await database.delete()
    },
  }
}
