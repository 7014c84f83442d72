import { useLingui } from '@lingui/react/macro'
import { useDocumentVisibility } from '@mantine/hooks'
import { IconAlertTriangle, IconCheck, IconX } from '@tabler/icons-react'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useCommand } from '../keyboard/commands.ts'
import { shownFor } from './toast-time.ts'
import { focusLatest, useToastFocus } from './use-toast-focus.ts'
import { useKeepClear } from './keep-clear.ts'
import { refusalText } from './refusal-text.ts'
import classes from './toast.module.css'

interface Toast {
  id: number
  tone: 'success' | 'error'
  text: string
  undo: (() => unknown) | undefined
  action: ToastAction | undefined
  about: string | undefined
  /** Null = shown until the person closes it. */
  hideAfterMs: number | null
  shownAt: number
}
interface ToastAction {
  label: string
  run: () => void
}
interface ToastOptions {
  /** Called by the toast's Undo button; absent = no button. */
  undo?: () => unknown
  /** An action that stays offered while other edits are made, unlike Undo. */
  action?: ToastAction
  /** What was tried: the next toast about it replaces the errors of earlier tries. */
  about?: string
  hideAfterMs?: number
}

const SUCCESS_MS = 3_000
const UNDO_MS = 8_000
const MOST_SHOWN = 4
/** An error at least this old was seen before the person's next action succeeded. */
const SEEN_MS = 2_000
const listeners = new Set<() => void>()
let toasts: readonly Toast[] = []
let nextId = 1

const publish = (next: readonly Toast[]) => {
  toasts = next
  for (const listener of listeners) listener()
}
/** Whether a new toast takes the place of an error of an earlier try. */
const isSuperseded = (error: Toast, next: Pick<Toast, 'tone' | 'text' | 'about'>): boolean =>
  (next.about !== undefined && error.about === next.about) ||
  // An error that repeats is shown once, as the latest.
  (next.tone === 'error' && error.text === next.text)
const add = (tone: Toast['tone'], text: string, options: ToastOptions) => {
  const hideAfterMs = shownFor(
    options.hideAfterMs ?? (tone === 'error' ? null : options.undo ? UNDO_MS : SUCCESS_MS),
  )
  const now = performance.now()
  // Undo always reverts the last step, so an older offer would revert something else.
  const kept = toasts.filter(
    (toast) =>
      (options.undo === undefined || toast.undo === undefined) &&
      !(toast.tone === 'error' && isSuperseded(toast, { tone, text, about: options.about })) &&
      // What failed before has been mended, or is left: it would cover what the person does next.
      !(tone === 'success' && toast.tone === 'error' && now - toast.shownAt >= SEEN_MS),
  )
  // Errors stay, so a success makes room first.
  while (kept.length >= MOST_SHOWN)
    kept.splice(
      Math.max(
        0,
        kept.findIndex((one) => one.tone === 'success'),
      ),
      1,
    )
  publish([
    ...kept,
    {
      ...{ id: nextId++, tone, text, hideAfterMs, shownAt: now },
      ...{ undo: options.undo, action: options.action, about: options.about },
    },
  ])
}
const remove = (id: number) => publish(toasts.filter((toast) => toast.id !== id))
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const toast = {
  /** Call this before an edit that does not offer an undo itself. */
  withdrawUndo: () => publish(toasts.filter((toast) => toast.undo === undefined)),
  /** Removes actions that belong to the person who signed out. */
  withdrawActions: () => publish(toasts.filter((toast) => toast.action === undefined)),
  success: (text: string, options: ToastOptions = {}) => add('success', text, options),
  error: (refusalOrText: unknown, options: ToastOptions = {}) =>
    add(
      'error',
      typeof refusalOrText === 'string' ? refusalOrText : refusalText(refusalOrText),
      options,
    ),
}

/** Shows the toasts; mounted once. Errors interrupt a screen reader; other toasts wait. */
export function ToastHost() {
  const { t } = useLingui()
  const shown = useSyncExternalStore(subscribe, () => toasts)
  const host = useRef<HTMLElement>(null)
  useKeepClear(host, shown.length > 0)
  const giveBack = useToastFocus(host)
  useCommand({
    id: 'toasts.focus',
    label: t`Go to the latest message`,
    keys: 'f8',
    run: () => focusLatest(host.current),
  })
  return (
    <section ref={host} className={classes.host} aria-label={t`Status messages`} data-no-print>
      <div role="status" aria-live="polite">
        {shown
          .filter((one) => one.tone === 'success')
          .map((one) => (
            <ToastItem key={one.id} toast={one} onGone={giveBack} />
          ))}
      </div>
      <div role="alert">
        {shown
          .filter((one) => one.tone === 'error')
          .map((one) => (
            <ToastItem key={one.id} toast={one} onGone={giveBack} />
          ))}
      </div>
    </section>
  )
}

function ToastItem({ toast: item, onGone }: { toast: Toast; onGone: () => void }) {
  const { t } = useLingui()
  const [isHeld, setHeld] = useState(false)
  const isTabSeen = useDocumentVisibility() === 'visible'
  const undo = useRef(item.undo)
  useEffect(() => {
    // A toast in a hidden tab is unread: do not start its timer.
    if (isHeld || !isTabSeen || item.hideAfterMs === null) return
    const timer = setTimeout(() => remove(item.id), item.hideAfterMs)
    return () => clearTimeout(timer)
  }, [isHeld, isTabSeen, item.id, item.hideAfterMs])
  const close = () => {
    remove(item.id)
    onGone()
  }
  const runUndo = () => {
    close()
    Promise.resolve(undo.current?.()).catch((error: unknown) => toast.error(error))
  }
  return (
    <div
      role="group"
      className={classes.toast}
      data-tone={item.tone}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') close()
      }}
    >
      {item.tone === 'error' ? (
        <IconAlertTriangle size={16} aria-hidden />
      ) : (
        <IconCheck size={16} aria-hidden />
      )}
      <span className={classes.text}>{item.text}</span>
      {item.undo && (
        <button type="button" className={classes.undo} onClick={runUndo}>{t`Undo`}</button>
      )}
      {item.action && (
        <button
          type="button"
          className={classes.undo}
          onClick={() => {
            close()
            item.action?.run()
          }}
        >
          {item.action.label}
        </button>
      )}
      <button
        type="button"
        className={classes.close}
        aria-label={t`Close notification`}
        onClick={close}
      >
        <IconX size={14} aria-hidden />
      </button>
    </div>
  )
}
