import { useEffect, useState } from 'react'
import { isUnderway } from '#sync/browser/files/underway.ts'
import { currentDevice } from './device.ts'
import { outboxChanges } from './sync-status.ts'

export interface UnsentEdit {
  mid: number
  projectId: string
  command: string
  label: string
  at: number
  entityKeys: string[]
}

const readUnsent = async (): Promise<UnsentEdit[]> => {
  const entries =
    (await currentDevice()
      ?.database.outbox.orderBy(':id')
      .toArray()
      .catch(() => [])) ?? []
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

/** The edits and files that the server has not decided on, oldest first. */
export const useUnsentEdits = (): UnsentEdit[] => {
  const [edits, setEdits] = useState<UnsentEdit[]>([])
  useEffect(() => {
    let isCurrent = true
    const read = (): void =>
      void readUnsent().then((found) => {
        if (isCurrent) setEdits(found)
      })
    read()
    const stop = outboxChanges.on(read)
    return () => {
      isCurrent = false
      stop()
    }
  }, [])
  return edits
}
