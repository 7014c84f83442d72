import { useEffect, useState } from 'react'
import {
  baseKey,
  type EditBase,
  type InverseCommand,
  type Mutation,
} from '#schema/mutations/mutation.ts'
import type { ParkedEntry } from '#sync/engine/ports.ts'
import { currentDevice, deviceChanges, readyDevice, unwrap } from './device.ts'
import { parkedChanges } from './sync-status.ts'
import { untilWritten } from './unwritten.ts'

export type ParkedEdit = ParkedEntry
export type Choice = { take: 'mine' | 'theirs' } | { value: unknown }

const readParked = async (projectId?: string): Promise<ParkedEdit[]> => {
  const entries =
    (await currentDevice()
      ?.database.parked.toArray()
      .catch(() => [])) ?? []
  return entries
    .filter((entry) => projectId === undefined || entry.projectId === projectId)
    .toSorted((a, b) => a.at - b.at)
}

/** The parked edits (refused or in conflict), oldest first. */
export const useParked = (projectId?: string): ParkedEdit[] => {
  const [edits, setEdits] = useState<ParkedEdit[]>([])
  useEffect(() => {
    let isCurrent = true
    const read = (): void =>
      void readParked(projectId).then((found) => {
        if (isCurrent) setEdits(found)
      })
    read()
    const stops = [parkedChanges.on(read), deviceChanges.on(read)]
    return () => {
      isCurrent = false
      for (const stop of stops) stop()
    }
  }, [projectId])
  return edits
}

/**
 * Commands that write only the chosen values: values without a conflict are already applied and may
 * have changed since.
 */
const commandsFor = async (parked: ParkedEdit, values: EditBase): Promise<InverseCommand[]> => {
  // Load the mutations on demand: otherwise only the worker runs them.
  const { isCommand, MUTATIONS } = await import('#schema/mutations/index.ts')
  if (!isCommand(parked.command) || Object.keys(values).length === 0) return []
  const mutation = MUTATIONS[parked.command] as unknown as Mutation<unknown>
  return mutation.withValues?.(parked.args, values) ?? []
}

/**
 * Resolves a conflict. `choices` has one entry per field, by the field's name, or by
 * `<entity>/<id>#<field>` if several rows have it. A field without an entry takes theirs.
 */
export const resolveConflict = async (
  parkedId: string,
  choices: Record<string, Choice>,
): Promise<void> => {
  const { worker, database } = await readyDevice()
  const parked = await database.parked.get(parkedId)
  if (parked === undefined) return
  const values: EditBase = {}
  const seen: EditBase = {}
  for (const conflict of parked.conflicts) {
    const key = baseKey(conflict, conflict.field)
    const choice = choices[key] ?? choices[conflict.field]
    if (choice === undefined || ('take' in choice && choice.take === 'theirs')) continue
    values[key] = 'take' in choice ? conflict.mine : choice.value
    seen[key] = conflict.theirs
  }
  const { projectId, label } = parked
  const requests = (await commandsFor(parked, values)).map(({ command, args }) => ({
    projectId,
    command,
    args,
    label,
    undo: null,
    seen,
  }))
  await untilWritten(async () => unwrap(await worker.editAll(requests, parkedId)))
}

/** Deletes the parked edit with its text. */
export const discardParked = async (parkedId: string): Promise<void> =>
  (await readyDevice()).worker.discardParked(parkedId)
/**
 * Sends the whole edit again, based on the values seen when it was written; whatever others changed
 * since then is a conflict.
 */
export const retryParked = async (parkedId: string): Promise<void> => {
  unwrap(await (await readyDevice()).worker.retryParked(parkedId))
}
