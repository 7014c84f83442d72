import { useSyncExternalStore } from 'react'
import type { DeviceDatabase } from '#sync/browser/database.ts'
import { createEmitter } from './emitter.ts'
import { DEVICE_OF } from './form-keys.ts'

/**
 * Browsers that clear the database of an origin for want of space leave the local storage alone: so
 * one can tell for the other. `lost` stays until the person has read it, however often they sign in
 * or load the page before that.
 */
type Standing = 'here' | 'lost'
const changes = createEmitter<void>()
let opened: { name: string; clientId: string | null } | null = null

const keyOf = (database: string): string => `${DEVICE_OF}${database}`
const standingOf = (database: string): Standing | null => localStorage.getItem(keyOf(database)) as Standing | null
const become = (database: string, standing: Standing): void => {
  localStorage.setItem(keyOf(database), standing)
  changes.emit()
}
const clientIdIn = async (database: DeviceDatabase): Promise<string | null> => {
  const record = await database.meta.get('device')
  return record?.key === 'device' ? record.meta.clientId : null
}

export const noteOpened = async (database: DeviceDatabase, isNew: boolean): Promise<void> => {
  const { name } = database
  const former = standingOf(name)
  opened = { name, clientId: null }
  become(name, former === 'lost' || (isNew && former !== null) ? 'lost' : 'here')
  const clientId = await clientIdIn(database).catch(() => null)
  if (opened.name === name) opened.clientId = clientId
}
/** The person takes everything along on purpose. */
export const noteLeft = (database: string): void => localStorage.removeItem(keyOf(database))
export const dismissEviction = (): void => {
  if (opened !== null) become(opened.name, 'here')
}

/** Whether the storage was cleared under the running page; from then on the person is told. */
export const wasCleared = async (database: DeviceDatabase): Promise<boolean> => {
  const { name } = database
  if (opened?.name !== name || opened.clientId === null || standingOf(name) === null) return false
  if (await clientIdIn(database) === opened.clientId) return false
  become(name, 'lost')
  return true
}

/** The browser has cleared what lay here, unsent edits included, without asking. */
export const useEvicted = (): boolean =>
  useSyncExternalStore(changes.on, () => opened !== null && standingOf(opened.name) === 'lost')
