import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useEffect, useSyncExternalStore } from 'react'
import type { ParameterValue } from '#schema/entities/parameter.ts'
import { deviceChanges } from '../../lib/device.ts'
import { createEmitter } from '../../lib/emitter.ts'
import { currentSession } from '../../lib/session.ts'
import { toast } from './toast.tsx'

/**
 * Text overwritten before the writer saw it, because two tabs, devices or people edited the same
 * field.
 */
export interface ReplacedText {
  value: ParameterValue
  /** The value as displayed; '' = it was empty. */
  shown: string
  /** Name of its author; null if unknown. */
  by: string | null
  /** Writes the value back as a new edit. */
  takeBack: () => Promise<unknown>
}

const TOLD_MS = 30_000
const found = new Map<string, ReplacedText>()
const shown = new Map<string, number>()
const changes = createEmitter<void>()
deviceChanges.on(() => {
  found.clear()
  toast.withdrawActions()
  changes.emit()
})

export const replacedKey = (projectId: string, id: string, field: string): string =>
  `${projectId}/${id}#${field}`

export const forgetReplaced = (key: string): void => {
  if (found.delete(key)) changes.emit()
}

const takeBackNow = (key: string): void => {
  const text = found.get(key)
  forgetReplaced(key)
  text?.takeBack().catch((error: unknown) => toast.error(error))
}

export const replacedWords = ({ shown: was, by }: ReplacedText): string => {
  const text = was === '' ? i18n._(msg`no text`) : `“${was}”`
  if (by === null) return i18n._(msg`Replaced what was written here in the meantime: ${text}`)
  if (by === currentSession()?.name) {
    return i18n._(msg`Replaced what you typed in another tab or on another device: ${text}`)
  }
  return i18n._(msg`Replaced what ${by} wrote: ${text}`)
}

/** Tells about replaced text: at its field if shown, otherwise in a notification. */
export const tellReplaced = (key: string, text: ReplacedText): void => {
  found.set(key, text)
  changes.emit()
  if ((shown.get(key) ?? 0) > 0) return
  const action = { label: i18n._(msg`Take back`), run: () => takeBackNow(key) }
  toast.success(replacedWords(text), { action, hideAfterMs: TOLD_MS })
}

/** The replaced text of a visible field; undefined = none. */
export const useReplaced = (
  key: string,
): { text: ReplacedText; takeBack: () => void } | undefined => {
  useEffect(() => {
    shown.set(key, (shown.get(key) ?? 0) + 1)
    return () => void shown.set(key, (shown.get(key) ?? 1) - 1)
  }, [key])
  const text = useSyncExternalStore(changes.on, () => found.get(key))
  return text && { text, takeBack: () => takeBackNow(key) }
}
