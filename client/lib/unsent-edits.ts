import { useEffect, useState } from 'react'
import { isUnderway } from '#sync/browser/files/underway.ts'
import type { OutboxEntry } from '#sync/engine/ports.ts'
import { currentDevice } from './device.ts'
import { outboxChanges } from './sync-status.ts'

export type WaitingEdit = Pick<
  OutboxEntry,
  'mid' | 'projectId' | 'command' | 'args' | 'base' | 'clientAt' | 'label' | 'touched'
>

export interface UnsentEdit {
  mid: number
  projectId: string
  command: string
  label: string
  at: number
  entityKeys: string[]
}

const readOutbox = async (): Promise<OutboxEntry[]> =>
  (await currentDevice()
    ?.database.outbox.orderBy(':id')
    .toArray()
    .catch(() => [])) ?? []

const readUnsent = async (): Promise<UnsentEdit[]> => {
  const entries = await readOutbox()
  const files =
    (await currentDevice()
      ?.database.file.filter(isUnderway)
      .toArray()
      .catch(() => [])) ?? []
  return [
    ...entries.map(({ mid, projectId, command, label, clientAt, touched }) => ({
      mid,
      projectId,
      command,
      label,
      at: clientAt,
      entityKeys: touched,
    })),
    // Waiting files have no number yet: give them negative ones.
    ...files.map(({ projectId, label, addedAt, args: { place } }, index) => ({
      mid: -1 - index,
      projectId,
      command: 'attachments.create',
      label,
      at: addedAt,
      entityKeys: [`${place.kind}/${place.id}`],
    })),
  ]
}

const NONE: readonly never[] = []

/** What `read` finds, again after each change of the unsent edits. `read` must be constant. */
const useUnsentWork = <T>(read: () => Promise<readonly T[]>): readonly T[] => {
  const [found, setFound] = useState<readonly T[]>(NONE)
  useEffect(() => {
    let isCurrent = true
    const readAgain = (): void =>
      void read().then((next) => {
        if (isCurrent) setFound(next)
      })
    readAgain()
    const stop = outboxChanges.on(readAgain)
    return () => {
      isCurrent = false
      stop()
    }
  }, [read])
  return found
}

/** The edits and files that the server has not decided on, oldest first. */
export const useUnsentEdits = (): readonly UnsentEdit[] => useUnsentWork(readUnsent)

/** The edits with what they write and what stood there before, oldest first. */
export const useOutbox = (): readonly WaitingEdit[] => useUnsentWork(readOutbox)
