import { vi } from 'vitest'
import { importSealKey } from '#sync/browser/session/seal.ts'
import {
  clearSession,
  type StoredSession,
  writeSession,
} from '#sync/browser/session/session-store.ts'
import { DeviceDatabase } from '#sync/browser/storage/database.ts'
import { createDexieStorage } from '#sync/browser/storage/dexie-storage.ts'
import type { Device, DeviceOptions } from '#sync/browser/tabs/device-api.ts'
import { createDevice } from '#sync/browser/tabs/device.ts'
import type { Note } from '#sync/browser/tabs/notes.ts'
import { layDeviceProject } from './device-project.ts'
import { buildOwner, PROJECT_ID as projectId } from './project-rows.ts'
import { Line } from './socket-line.ts'

/** Whole devices over real locks, channels and stores; the server is the test. */
const SEAL = btoa('k'.repeat(32))
const keys = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, [
  'sign',
  'verify',
])
const { userId, name } = buildOwner()
const person = { userId, name, organizationId: 1 }
export const signIn = async (changes: Partial<StoredSession['session']> = {}): Promise<void> => {
  const { publicKey: _, privateKey } = keys
  await writeSession({
    ...{ key: 'session', sessionId: 'id', token: 'token', privateKey, serverId: 's' },
    ...{ sealKey: await importSealKey(SEAL), clockSkewMs: 0, isExpired: false },
    expiresOn: Date.now() + 3_600_000,
    session: {
      ...person,
      username: 'owner',
      vendorId: null,
      ...changes,
    } as StoredSession['session'],
  })
}

interface Tab {
  device: Device
  told: Note[]
  options: DeviceOptions
}
let count = 0
/** Name of the database of the running test. */
export let base = ''
let tabs: Tab[] = []
export const open = async (changes: Partial<DeviceOptions> = {}) => {
  const told: Note[] = []
  const device = createDevice((note) => void told.push(note))
  const options = { database: base, person, isVisible: true, isLocalOnly: true, ...changes }
  const { isNew, life } = await device.open(options)
  const tab = { device, told, options }
  tabs.push(tab)
  return { ...tab, isNew, life }
}
export const heldLocks = async (): Promise<string[]> =>
  ((await navigator.locks.query()).held ?? []).map((lock) => lock.name ?? '')
export const leads = async (): Promise<boolean> => (await heldLocks()).includes(`${base}-leader`)
/** Gives the device of this test a project of its person. */
export const lay = async (): Promise<void> => {
  const database = new DeviceDatabase(base)
  await layDeviceProject(createDexieStorage(database, () => 'client'))
  database.close()
}
export const rename = (to: string) => ({
  projectId,
  command: 'sections.update',
  args: { projectId, id: 's1', name: to },
  label: `Rename to ${to}`,
  undo: null,
})

/** Call it before each test. */
export const beginTabs = (): void => {
  base = `device-${(count += 1)}`
  tabs = []
  Line.all = []
  vi.stubGlobal('WebSocket', Line)
  vi.stubGlobal('location', { origin: 'https://book.test' })
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')))
}
/** Call it after each test. */
export const endTabs = async (): Promise<void> => {
  for (const { device } of tabs) await device.leave(true).catch(() => undefined)
  vi.unstubAllGlobals()
  await clearSession()
}
