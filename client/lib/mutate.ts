import { useEffect, useSyncExternalStore } from 'react'
import type { CommandArgs, CommandName } from '#schema/mutations/index.ts'
import type { EditBase } from '#schema/mutations/mutation.ts'
import { Refusal } from '#schema/refusal.ts'
import type { EditRequest } from '#sync/engine/outbox/edit.ts'
import {
  currentDevice,
  deviceChanges,
  deviceNotes,
  type OpenDevice,
  readyDevice,
  unwrap,
} from './device.ts'
import { isDatabaseGone } from './database-gone.ts'
import { wasCleared } from './eviction.ts'
import { createEmitter } from './emitter.ts'
import { untilWritten } from './unwritten.ts'
import { isInVendorView, vendorViewOf } from './vendor-view.ts'

export { newId } from './new-id.ts'

export interface MutateOptions {
  /** Edits with the same group are undone together. */
  undoGroup?: string
  /** Names the edit in the list of unsent edits and when it is undone. */
  undoLabel: string
  /** Document or project whose undo list gets the edit; default: the project. */
  scope?: string
  /** The values on which the edit was decided; absent = those that the device shows. */
  seen?: EditBase
}

let isProtectionAsked = false
/** Ask once, after the first edit: browsers grant persistence to sites that are in use. */
const askProtection = (): void => {
  if (isProtectionAsked) return
  isProtectionAsked = true
  void navigator.storage?.persist?.().catch(() => false)
}

/**
 * Runs a command. Resolves when the edit is durable on this device. Rejects with a Refusal, and
 * then nothing was written.
 */
export const mutate = async <N extends CommandName>(
  name: N,
  args: CommandArgs[N],
  options: MutateOptions,
): Promise<void> => {
  await mutateOver(name, args, options)
}

const RETRY_MS = 500

/** Repeats an edit that was not written because the browser closed the database. */
const editOnce = async (
  device: OpenDevice,
  request: EditRequest,
): Promise<Awaited<ReturnType<OpenDevice['worker']['edit']>>> => {
  try {
    return await device.worker.edit(request)
  } catch (error) {
    if (!isDatabaseGone(error)) throw error
    await new Promise((resolve) => {
      setTimeout(resolve, RETRY_MS)
    })
    // The person may have signed out.
    if (currentDevice() !== device) throw error
    return device.worker.edit(request)
  }
}

/**
 * Like `mutate`.
 * @returns the former values of the changed fields, by `baseKey`; empty for many fields
 */
export const mutateOver = async <N extends CommandName>(
  name: N,
  args: CommandArgs[N],
  options: MutateOptions,
): Promise<EditBase> => {
  const view = vendorViewOf(args.projectId)
  if (view !== null) return view.edit(name, args)
  const before = await untilWritten(() => writeEdit(name, args, options))
  askProtection()
  return before
}

const writeEdit = async <N extends CommandName>(
  name: N,
  args: CommandArgs[N],
  options: MutateOptions,
): Promise<EditBase> => {
  const device = await readyDevice()
  const request: EditRequest = {
    projectId: args.projectId,
    command: name,
    args,
    label: options.undoLabel,
    undo: { scope: options.scope ?? args.projectId, group: options.undoGroup ?? '' },
    ...(options.seen === undefined ? {} : { seen: options.seen }),
  }
  const isLost = (): Promise<boolean> => wasCleared(device.database).catch(() => false)
  const outcome = await editOnce(device, request).catch(async (error: unknown) => {
    throw isDatabaseGone(error) && (await isLost()) ? new Refusal('DEVICE_CLEARED') : error
  })
  // After the browser cleared the database, every edit is refused as NOT_FOUND; report the real
  // cause.
  if ('refusal' in outcome && outcome.refusal.code === 'NOT_FOUND' && (await isLost()))
    throw new Refusal('DEVICE_CLEARED')
  return unwrap(outcome)
}

const step = async (scope: string, direction: 'undo' | 'redo'): Promise<string | null> =>
  isInVendorView()
    ? null
    : untilWritten(async () => unwrap(await (await readyDevice()).worker.step(scope, direction)))
/**
 * Undoes the last step of the scope.
 * @returns its label; null = there was none
 */
export const undo = (scope: string): Promise<string | null> => step(scope, 'undo')
export const redo = (scope: string): Promise<string | null> => step(scope, 'redo')

export interface UndoState {
  canUndo: boolean
  canRedo: boolean
  label: string
}
const NOTHING: UndoState = { canUndo: false, canRedo: false, label: '' }
const states = new Map<string, UndoState>()
const stateChanges = createEmitter<string>()

const readState = async (scope: string): Promise<void> => {
  const found = await currentDevice()
    ?.database.undoScope.get(scope)
    .catch(() => undefined)
  states.set(
    scope,
    found === undefined
      ? NOTHING
      : { canUndo: found.top > 0, canRedo: found.last > found.top, label: found.label },
  )
  stateChanges.emit(scope)
}
deviceNotes.on((note) => {
  if (note.type !== 'changes') return
  for (const { undoScope } of note.changes)
    if (undoScope !== null && states.has(undoScope)) void readState(undoScope)
})
deviceChanges.on(() => states.clear())

export const useUndo = (scope: string): UndoState => {
  useEffect(() => void readState(scope), [scope])
  return useSyncExternalStore(stateChanges.on, () =>
    isInVendorView() ? NOTHING : (states.get(scope) ?? NOTHING),
  )
}
