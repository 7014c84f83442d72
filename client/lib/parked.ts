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

/** Edits that the server did not take, oldest first. */
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
 * Writes the chosen values only: what was not in conflict has been applied, and may be another's by
 * now.
 */
const commandsFor = async (parked: ParkedEdit, values: EditBase): Promise<InverseCommand[]> => {
  // Loaded when the person decides: the page itself runs no mutation, the worker does.
  const { isCommand, MUTATIONS } = await import('#schema/mutations/index.ts')
  if (!isCommand(parked.command) || Object.keys(values).length === 0) return []
  const mutation = MUTATIONS[parked.command] as unknown as Mutation<unknown>
  return mutation.withValues?.(parked.args, values) ?? []
}

/**
 * One choice per field, under the field's name or, where several rows have it, under
 * `<entity>/<id>#<field>`. A field without a choice takes theirs.
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
  unwrap(await worker.editAll(requests, parkedId))
}

/** Gives the text up for good. */
export const discardParked = async (parkedId: string): Promise<void> =>
  (await readyDevice()).worker.discardParked(parkedId)
/**
 * Sends the whole edit again, over the values that were seen when it was written: what another
 * person has changed since is a conflict.
 */
export const retryParked = async (parkedId: string): Promise<void> => {
  unwrap(await (await readyDevice()).worker.retryParked(parkedId))
}
