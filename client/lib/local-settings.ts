import { useCallback, useSyncExternalStore } from 'react'
import { createEmitter } from './emitter.ts'
import { settingKeyOf } from './form-keys.ts'
import { currentSession } from './session.ts'
import { storeText } from './store-text.ts'

const changes = createEmitter<string>()
const parsed = new Map<string, { text: string; value: unknown }>()
/** Settings that no longer fitted on the device. They last until the page is closed. */
const unstored = new Map<string, unknown>()

const keyOf = (name: string): string => settingKeyOf(currentSession()?.userId ?? null, name)

/** Returns the same object while the text is equal, as useSyncExternalStore requires. */
const read = <T>(key: string, initial: T): T => {
  if (unstored.has(key)) return unstored.get(key) as T
  const text = localStorage.getItem(key)
  if (text === null) return initial
  const known = parsed.get(key)
  if (known?.text === text) return known.value as T
  try {
    const value = JSON.parse(text) as T
    parsed.set(key, { text, value })
    return value
  } catch {
    return initial
  }
}

const store = (key: string, value: unknown): boolean => {
  const isStored = storeText(key, JSON.stringify(value))
  if (isStored) unstored.delete(key)
  else unstored.set(key, value)
  changes.emit(key)
  return isStored
}

window.addEventListener('storage', ({ key }) => {
  if (key === null) return
  unstored.delete(key)
  changes.emit(key)
})

/** A setting of this person on this device, read outside a component. */
export const readSetting = <T>(name: string, initial: T): T => read(keyOf(name), initial)

/**
 * Keeps a setting of this person on this device, outside a component; null removes it. A full
 * storage must not stop what the person does: the setting then lasts until the page is closed.
 * @returns whether the device keeps it for longer
 */
export const keepSetting = (name: string, value: unknown): boolean => {
  const key = keyOf(name)
  if (value !== null) return store(key, value)
  unstored.delete(key)
  localStorage.removeItem(key)
  changes.emit(key)
  return true
}

/**
 * A setting of this person on this device. `initial` must be a stable value, such as a constant
 * outside the component.
 */
export const useLocalSetting = <T>(name: string, initial: T): [T, (value: T) => void] => {
  const key = keyOf(name)
  const value = useSyncExternalStore(changes.on, () => read(key, initial))
  const set = useCallback((next: T) => void store(key, next), [key])
  return [value, set]
}
