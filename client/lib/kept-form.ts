import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import * as v from 'valibot'
import type { DeviceDatabase } from '#sync/browser/storage/database.ts'
import {
  FORM,
  forgetForms,
  type FormRecord,
  readForms,
  writeForm,
} from '#sync/browser/storage/kept-forms.ts'
import { currentDevice, deviceChanges } from './device.ts'
import { createEmitter } from './emitter.ts'
import { formKeyOf, type Membership } from './form-keys.ts'
import { currentSession } from './session.ts'
import { storeText } from './store-text.ts'
import { isInVendorView } from './vendor-view.ts'

/**
 * Keeps the content of forms that are sent by a button. Each keystroke is written to local storage
 * at once, which survives a closed tab, and to IndexedDB soon after, which survives a killed
 * browser. At start, the newer of the two applies.
 */
const Stored = v.object({ at: v.number(), value: v.unknown() })
const REST_MS = 250

const keyOf = (name: string, membership: Membership | null = currentSession()): string =>
  formKeyOf(membership, name)
const recordKey = (name: string): FormRecord['key'] => `${FORM}${name}`

const restored = createEmitter<string>()
const readiness = createEmitter<void>()
/** The device whose forms are restored to local storage. */
let readyFor: unknown = null
let pending = new Map<
  string,
  { text: string | null; at: number; timer: ReturnType<typeof setTimeout> }
>()

const read = (key: string): { at: number; value: unknown } | null => {
  try {
    const raw: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    if (raw === null) return null
    const parsed = v.safeParse(Stored, raw)
    return parsed.success ? parsed.output : { at: 0, value: raw }
  } catch {
    return null
  }
}

/** Removes the null value that marks a form as dropped, unless the person has typed since. */
const removeMark = (key: string, at: number): void => {
  const kept = read(key)
  if (kept?.value === null && kept.at <= at) localStorage.removeItem(key)
}

const flush = (name: string): void => {
  const change = pending.get(name)
  const device = currentDevice()
  if (change === undefined) return
  clearTimeout(change.timer)
  pending.delete(name)
  if (device === null || !device.database.isOpen()) return
  writeForm(device.database, { key: recordKey(name), text: change.text, at: change.at })
    .then(() => change.text === null && removeMark(keyOf(name, device.session), change.at))
    // Ignore failures: a full or closed device must not block typing, and the form still shows the
    // text.
    .catch(() => undefined)
}
const mirror = (name: string, text: string | null, at: number): void => {
  const before = pending.get(name)
  if (before !== undefined) clearTimeout(before.timer)
  pending.set(name, { text, at, timer: setTimeout(() => flush(name), REST_MS) })
}

/** Forms that local storage had no room for. */
const recordedOnly = new Set<string>()

export const keepForm = (name: string, value: unknown): void => {
  if (isInVendorView()) return
  const at = Date.now()
  if (!storeText(keyOf(name), JSON.stringify({ at, value }))) recordedOnly.add(name)
  mirror(name, JSON.stringify(value), at)
}

/**
 * Reads a kept form.
 * @param schema of the value; a value that an earlier version kept in another shape is ignored
 */
export const keptForm = <S extends v.GenericSchema>(
  name: string,
  schema: S,
): v.InferOutput<S> | null => {
  const parsed = v.safeParse(schema, read(keyOf(name))?.value)
  return parsed.success ? parsed.output : null
}

export const dropForm = (name: string): void => {
  const key = keyOf(name)
  if (localStorage.getItem(key) === null && !pending.has(name) && !recordedOnly.has(name)) return
  const at = Date.now()
  // Keep null as a mark until IndexedDB has dropped the form too: if the page ends before that, the
  // next start must not restore it.
  if (!storeText(key, JSON.stringify({ at, value: null }))) localStorage.removeItem(key)
  mirror(name, null, at)
}

/** Restores forms to local storage where IndexedDB has a newer version. */
const bringBack = async (database: DeviceDatabase, membership: Membership): Promise<void> => {
  const records = await readForms(database)
  const dropped: FormRecord['key'][] = []
  for (const { key: recorded, text, at } of records) {
    const name = recorded.slice(FORM.length)
    const key = keyOf(name, membership)
    const local = read(key)
    if (pending.has(name)) continue
    if (local !== null && local.at >= at) {
      if (local.value === null) dropped.push(recorded)
      continue
    }
    if (text === null) localStorage.removeItem(key)
    else if (!storeText(key, JSON.stringify({ at, value: JSON.parse(text) as unknown }))) continue
    restored.emit(name)
  }
  const gone = records.filter(({ text }) => text === null).map(({ key }) => key)
  await forgetForms(database, [...gone, ...dropped])
  for (const key of dropped) removeMark(keyOf(key.slice(FORM.length), membership), Date.now())
}

const follow = (device: ReturnType<typeof currentDevice>): void => {
  for (const { timer } of pending.values()) clearTimeout(timer)
  pending = new Map()
  readyFor = null
  if (device === null) return
  const done = () => {
    if (currentDevice() !== device) return
    readyFor = device
    readiness.emit()
  }
  bringBack(device.database, device.session).then(done, done)
}
deviceChanges.on(follow)
follow(currentDevice())
const flushAll = () => {
  for (const name of [...pending.keys()]) flush(name)
}
window.addEventListener('pagehide', flushAll)
document.addEventListener(
  'visibilitychange',
  () => document.visibilityState === 'hidden' && flushAll(),
)

/** Whether the kept forms are restored; a form that mounts earlier can miss its text. */
export const useFormsReady = (): boolean =>
  useSyncExternalStore(readiness.on, () => readyFor !== null && readyFor === currentDevice())

/** The text of a form, kept at every change. An empty text is dropped. */
export const useKeptText = (name: string): [string, (text: string) => void] => {
  const [text, setText] = useState(() => keptForm(name, v.string()) ?? '')
  useEffect(
    () =>
      restored.on((one) => {
        if (one === name)
          setText((shown) => (shown === '' ? (keptForm(name, v.string()) ?? '') : shown))
      }),
    [name],
  )
  const change = useCallback(
    (next: string) => {
      setText(next)
      if (next === '') dropForm(name)
      else keepForm(name, next)
    },
    [name],
  )
  return [text, change]
}
