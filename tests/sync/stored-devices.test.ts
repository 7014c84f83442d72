import 'fake-indexeddb/auto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { createDeviceStorage } from '#sync/browser/durability/device-storage.ts'
import { DeviceDatabase } from '#sync/browser/storage/database.ts'
import { createEngine } from '#sync/engine/engine.ts'
import type { Storage } from '#sync/engine/ports.ts'
import { PROJECT_ID } from '../support/project-rows.ts'
import { testDatabaseKind } from '../support/test-database.ts'
import { commands, createLaptopWorld, type LaptopWorld } from './laptop.ts'
import { createTemplate, type Template } from './simulator/template.ts'

/**
 * What a former version of the application left in the browser: r0 was sent and taken; r1 and r2
 * were edited without a connection.
 */
interface StoredDevice {
  /** The version of the database as the browser counts it: ten for each of ours. */
  version: number
  person: { userId: number; name: string }
  stores: Record<
    string,
    { keyPath: string | string[]; indexes: [string, string][]; rows: object[] }
  >
}
const FOLDER = join(import.meta.dirname, 'stored-devices')
const STORED = readdirSync(FOLDER)
  .toSorted()
  .map((name): StoredDevice => JSON.parse(readFileSync(join(FOLDER, name), 'utf8')))

const settled = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB')))
  })

/** Makes the database as the former version left it. */
const restore = async (name: string, { version, stores }: StoredDevice): Promise<void> => {
  const opening = indexedDB.open(name, version)
  opening.addEventListener('upgradeneeded', () => {
    for (const [store, { keyPath, indexes }] of Object.entries(stores)) {
      const made = opening.result.createObjectStore(store, { keyPath })
      for (const [index, path] of indexes) made.createIndex(index, path)
    }
  })
  const database = await settled(opening)
  for (const [store, { rows }] of Object.entries(stores)) {
    const place = database.transaction(store, 'readwrite').objectStore(store)
    for (const row of rows) await settled(place.put(row))
  }
  database.close()
}

/** A server that has taken the first edit of the client. */
const worldOf = async (template: Template): Promise<LaptopWorld> => {
  const world = createLaptopWorld(template)
  const contact = world.vera()
  const laptop = await world.openLaptop(contact)
  await world.synced(laptop)
  await laptop.write('r0', 'sent')
  await world.synced(laptop)
  await laptop.engine.stop()
  return world
}

const openShipped = (name: string, clientId: string): { storage: Storage; close(): void } => {
  const { storage, sole } = createDeviceStorage({
    name,
    database: new DeviceDatabase(name),
    newId: () => clientId,
    askToShare: () => undefined,
  })
  return { storage, close: () => sole.release() }
}

const startEngine = (world: LaptopWorld, storage: Storage) => {
  const { userId, name } = world.vera()
  const engine = createEngine({
    storage,
    network: {
      push: (request) => world.server.push(userId, request),
      pull: (request) => world.server.pull(userId, request),
    },
    commands,
    person: { userId, name },
    surroundings: {
      now: world.time.now,
      random: () => 0.5,
      newId: () => 'never-needed',
      sleep: (ms) => world.time.sleep(ms),
    },
    onChange: () => undefined,
    onState: () => undefined,
  })
  engine.start()
  return engine
}

/** The database answers in real time, the server in virtual time. */
const letRun = async (world: LaptopWorld, isDone: () => Promise<boolean>): Promise<void> => {
  for (let turn = 0; turn < 500 && !(await isDone()); turn += 1) {
    await world.time.runUntil(world.time.now() + 50)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

let template: Template
beforeAll(async () => {
  template = await createTemplate()
})

it('devices of all versions of the database are stored', () => {
  const current = new DeviceDatabase('current')
  expect(STORED.map(({ version }) => version)).toEqual([10, 20, 30])
  expect(current.verno * 10).toBe(STORED.at(-1)?.version)
})

describe.skipIf(testDatabaseKind !== 'sqlite').each(STORED)(
  'a device of version $version of the database',
  (stored) => {
    it('[I1] opens with its rows and its unsent work, and sends it', async () => {
      const name = `stored-${stored.version}`
      await restore(name, stored)
      const world = await worldOf(template)
      expect(stored.person).toMatchObject({ userId: world.vera().userId })
      const { storage, close } = openShipped(name, `client-${stored.person.userId}`)
      const unsent = () => storage.transaction('read', async (tx) => await tx.outbox())

      expect((await unsent()).map(({ mid, label }) => [mid, label])).toEqual([
        [2, 'unsent'],
        [3, 'unsent too'],
      ])
      const rows = await storage.transaction('read', async (tx) => {
        const search = { index: 'documentId', value: 'd1' } as const
        return await tx.baseRows(PROJECT_ID, 'requirement', search)
      })
      expect(rows.map(({ id }) => id).toSorted()).toEqual(['r0', 'r1', 'r2'])

      const engine = startEngine(world, storage)
      await letRun(world, async () => (await unsent()).length === 0)
      expect(await unsent()).toEqual([])
      expect(await storage.transaction('read', async (tx) => await tx.parked())).toEqual([])
      expect([
        await world.noteOf('r0'),
        await world.noteOf('r1'),
        await world.noteOf('r2'),
      ]).toEqual(['sent', 'unsent', 'unsent too'])
      await engine.stop()
      close()
    })
  },
)
