import { useSyncExternalStore } from 'react'
import { DeviceDatabase } from '#sync/browser/storage/database.ts'
import { createEmitter } from './emitter.ts'
import { DEVICE_OF } from './form-keys.ts'

/**
 * Browsers that clear the database of an origin for want of space leave the local storage alone: so
 * one can tell for the other. `lost` stays until the person has read it, however often they sign in
 * or load the page before that.
 */
interface Kept {
  standing: 'here' | 'lost'
  /** Of the database; null = not known yet. Another one means that it was made again. */
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
  localStorage.setItem(keyOf(database), clientId === null ? standing : `${standing} ${clientId}`)
  changes.emit()
}
const clientIdIn = async (database: DeviceDatabase): Promise<string | null> => {
  const record = await database.meta.get('device')
  return record?.key === 'device' ? record.meta.clientId : null
}
/** By a connection of its own: that of the page may have been taken away with the data. */
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
  // A database that was cleared a moment ago has no id yet; the former one tells.
  const known = clientId ?? former?.clientId ?? null
  keep(name, { standing: isLost ? 'lost' : 'here', clientId: known })
}
/** The person takes everything along on purpose. */
export const noteLeft = (database: string): void => localStorage.removeItem(keyOf(database))
export const dismissEviction = (): void => {
  const record = opened === null ? null : recordOf(opened)
  if (opened !== null && record !== null) keep(opened, { ...record, standing: 'here' })
}

/** Whether the storage was cleared under the running page; from then on the person is told. */
export const wasCleared = async ({ name }: DeviceDatabase): Promise<boolean> => {
  const known = recordOf(name)
  if (known === null) return false
  if (known.clientId === null) return known.standing === 'lost'
  const clientId = await clientIdNow(name)
  // The person may have signed out while it was read.
  if (clientId === known.clientId || recordOf(name) === null) return false
  opened = name
  keep(name, { standing: 'lost', clientId })
  return true
}

/** The browser has cleared what lay here, unsent edits included, without asking. */
export const useEvicted = (): boolean =>
  useSyncExternalStore(changes.on, () => opened !== null && recordOf(opened)?.standing === 'lost')
