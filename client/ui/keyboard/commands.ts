import { useEffect, useRef, useSyncExternalStore } from 'react'
import { chordOf } from './keys.ts'
import { areSingleKeysOn } from './single-keys.ts'

export interface KeyboardCommand {
  /** Stable name, such as `documents.create`. */
  id: string
  label: string
  /** Heading in the palette and the help pane. */
  group?: string
  /** Such as `mod+k`, `?` or `g d`; absent = only in the palette. */
  keys?: string
  run: () => unknown
  /** False = currently unavailable. */
  when?: boolean
}

const SEQUENCE_MS = 1_200
/** Shortcuts that text fields handle themselves. */
const FIELD_CHORDS: ReadonlySet<string> = new Set([
  'mod+z',
  'mod+shift+z',
  'mod+y',
  'mod+a',
  'mod+c',
  'mod+x',
  'mod+v',
])
const registered = new Map<string, KeyboardCommand>()
const listeners = new Set<() => void>()
let snapshot: readonly KeyboardCommand[] = []
let prefix = { key: '', at: 0 }

const publish = () => {
  snapshot = [...registered.values()].filter((command) => command.when !== false)
  for (const listener of listeners) listener()
}
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * Registers a command while the component is mounted: for its keys, the palette and the help pane.
 */
export const useCommand = (command: KeyboardCommand): void => {
  const latest = useRef(command)
  useEffect(() => {
    latest.current = command
  })
  const { id, label, group, keys, when } = command
  useEffect(() => {
    const entry: KeyboardCommand = {
      id,
      label,
      run: () => latest.current.run(),
      ...(group === undefined ? {} : { group }),
      ...(keys === undefined ? {} : { keys }),
      ...(when === undefined ? {} : { when }),
    }
    registered.set(id, entry)
    publish()
    return () => {
      if (registered.get(id) === entry) registered.delete(id)
      publish()
    }
  }, [id, label, group, keys, when])
}

export const useCommands = (): readonly KeyboardCommand[] =>
  useSyncExternalStore(subscribe, () => snapshot)

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.closest(
      'input:not([type=checkbox]):not([type=radio]), textarea, select, [role=grid], [role=treegrid], [role=menu], [role=listbox]',
    ) !== null)

const commandFor = (chord: string, now: number): KeyboardCommand | undefined => {
  const sequence = now - prefix.at < SEQUENCE_MS ? `${prefix.key} ${chord}` : null
  return (
    snapshot.find((command) => sequence !== null && command.keys === sequence) ??
    snapshot.find((command) => command.keys === chord)
  )
}

/** Installs the one listener for all shortcuts. Returns a function that removes it. */
export const listenToKeys = (): (() => void) => {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing) return
    const chord = chordOf(event)
    // Function keys type nothing.
    const isSingle = !/^((mod|alt)\+|f\d+$)/.test(chord)
    if (FIELD_CHORDS.has(chord) && isTyping(event.target)) return
    if (
      isSingle &&
      (isTyping(event.target) ||
        !areSingleKeysOn() ||
        document.querySelector('[role=dialog], dialog[open]') !== null)
    )
      return
    const command = commandFor(chord, event.timeStamp)
    prefix = { key: isSingle && command === undefined ? chord : '', at: event.timeStamp }
    if (command === undefined) return
    event.preventDefault()
    command.run()
  }
  document.addEventListener('keydown', onKeyDown)
  return () => document.removeEventListener('keydown', onKeyDown)
}
