import { useSyncExternalStore } from 'react'
import { DeviceDatabase } from '#sync/browser/storage/database.ts'
import { createEmitter } from './emitter.ts'
import { DEVICE_OF } from './form-keys.ts'
import { storeText } from './store-text.ts'

/**
 * A browser that clears an origin's database for lack of space keeps its local storage, which can
 * therefore record the loss. 'lost' stays until the person has read the message, across sign-ins
 * and reloads.
 */
interface Kept {
  standing: 'here' | 'lost'
  /**
   * Client id in the database; null = unknown. A different id means that the database was created
   * again.
   */
  clientId: string | null
}
const changes = createEmitter<void>()
let opened: string | null = null

const keyOf = (database: string): string => `${DEVICE_OF}${database}`
const recordOf = (database: string): Kept | null => {
  const [standing, clientId = null] = localStorage.getItem(keyOf(database))?.split(' ') ?? []
  return standing === 'here' || standing === 'lost' ? { standing, clientId } : null
}
const keep = (database: string, { standing, clientId }: Kept): void => {
  storeText(keyOf(database), clientId === null ? standing : `${standing} ${clientId}`)
  changes.emit()
}
const clientIdIn = async (database: DeviceDatabase): Promise<string | null> => {
  const record = await database.meta.get('device')
  return record?.key === 'device' ? record.meta.clientId : null
}
/** Uses a separate connection, since the page's own may have been closed along with the data. */
const clientIdNow = async (name: string): Promise<string | null> => {
  const database = new DeviceDatabase(name)
  try {
    return await clientIdIn(database)
  } finally {
    database.close()
  }
}
const isOther = (known: string | null, found: string | null): boolean =>
  known !== null && found !== null && known !== found

export const noteOpened = async (database: DeviceDatabase, isNew: boolean): Promise<void> => {
  const { name } = database
  opened = name
  const clientId = await clientIdIn(database).catch(() => null)
  const former = recordOf(name)
  const isLost =
    former !== null && (former.standing === 'lost' || isNew || isOther(former.clientId, clientId))
  // A recently cleared database has no id yet; keep the former one.
  const known = clientId ?? former?.clientId ?? null
  keep(name, { standing: isLost ? 'lost' : 'here', clientId: known })
}
/** Forgets a database that the person removes on purpose. */
export const noteLeft = (database: string): void => localStorage.removeItem(keyOf(database))
export const dismissEviction = (): void => {
  const record = opened === null ? null : recordOf(opened)
  if (opened !== null && record !== null) keep(opened, { ...record, standing: 'here' })
}

/** Whether the browser cleared the storage while the page was open; if so, the person is told. */
export const wasCleared = async ({ name }: DeviceDatabase): Promise<boolean> => {
  const known = recordOf(name)
  if (known === null) return false
  if (known.clientId === null) return known.standing === 'lost'
  const clientId = await clientIdNow(name)
  // The person may have signed out during the read.
  if (clientId === known.clientId || recordOf(name) === null) return false
  opened = name
  keep(name, { standing: 'lost', clientId })
  return true
}

/** True if the browser has cleared the person's data on this device, including unsent edits. */
export const useEvicted = (): boolean =>
  useSyncExternalStore(changes.on, () => opened !== null && recordOf(opened)?.standing === 'lost')
