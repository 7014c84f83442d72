import { useEffect, useState, useSyncExternalStore } from 'react'
import type { StoredFile } from '#schema/entities/attachment.ts'
import type { FileProgress } from '#sync/browser/files/file-progress.ts'
import type { FileRecord } from '#sync/browser/files/file-records.ts'
import type { FileWords, NewFile } from '#sync/browser/files/new-file.ts'
import { Refusal } from '#schema/refusal.ts'
import { currentDevice, deviceChanges, deviceNotes, readyDevice, unwrap } from './device.ts'
import { createEmitter } from './emitter.ts'
import { untilWritten } from './unwritten.ts'
import { vendorViewOf } from './vendor-view.ts'

export type { FileWords, NewFile } from '#sync/browser/files/new-file.ts'

/**
 * A file chosen on this device that is not yet a row of the project. State 'sent' = the row exists.
 */
export interface WaitingFile extends FileWords {
  id: string
  name: string
  bytes: number
  contentHash: string
  addedAt: number
  state: FileRecord['state']
}

const fileChanges = createEmitter<void>()
const progressChanges = createEmitter<void>()
let progress: FileProgress | null = null

deviceNotes.on((note) => {
  if (note.type === 'changes' && note.changes.some((change) => change.outbox || change.parked))
    fileChanges.emit()
  if (note.type !== 'files') return
  progress = note.progress
  progressChanges.emit()
  if (note.isChanged) fileChanges.emit()
})
deviceChanges.on(() => {
  progress = null
  fileChanges.emit()
})

const readWaiting = async (projectId: string, placeId: string): Promise<WaitingFile[]> => {
  if (vendorViewOf(projectId) !== null) return []
  const records =
    (await currentDevice()
      ?.database.file.where('projectId')
      .equals(projectId)
      .toArray()
      .catch(() => [])) ?? []
  return records
    .filter(({ args, state }) => args.place.id === placeId && state !== 'sent')
    .toSorted((a, b) => a.addedAt - b.addedAt)
    .map(({ id, args: { name, alias, description, file }, addedAt, state }) => ({
      id,
      name,
      alias,
      description,
      bytes: file.bytes,
      contentHash: file.contentHash,
      addedAt,
      state,
    }))
}

/** The waiting files of a place, oldest first. */
export const useWaitingFiles = (projectId: string, placeId: string): readonly WaitingFile[] => {
  const [files, setFiles] = useState<readonly WaitingFile[]>([])
  useEffect(() => {
    let isCurrent = true
    const read = (): void =>
      void readWaiting(projectId, placeId).then((found) => {
        if (isCurrent) setFiles(found)
      })
    read()
    const stop = fileChanges.on(read)
    return () => {
      isCurrent = false
      stop()
    }
  }, [projectId, placeId])
  return files
}
/** Whether this device has the bytes of an attachment; null while looking it up. */
export const useIsHere = (projectId: string, rowId: string, isAsked: boolean): boolean | null => {
  const [isHere, setHere] = useState<boolean | null>(null)
  useEffect(() => {
    if (!isAsked) return
    let isCurrent = true
    const count =
      currentDevice()?.database.content.where(':id').equals([projectId, rowId]).count() ??
      Promise.resolve(0)
    count.then(
      (found) => {
        if (isCurrent) setHere(found > 0)
      },
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, [projectId, rowId, isAsked])
  return isHere
}

/** Number of bytes of the file that are uploaded; null = no upload is running. */
export const useSentBytes = (id: string): number | null =>
  useSyncExternalStore(progressChanges.on, () => (progress?.id === id ? progress.sent : null))

/** Stores a file on this device. Rejects with a Refusal, and then nothing is kept. */
export const addFile = async (file: NewFile): Promise<StoredFile> => {
  if (vendorViewOf(file.projectId) !== null) throw new Refusal('VENDOR_VIEW')
  return untilWritten(async () => unwrap(await (await readyDevice()).worker.addFile(file)))
}
/**
 * Removes a file that was not sent yet.
 * @returns the arguments that add it again; null if it was already sent
 */
export const dropFile = async (id: string): Promise<NewFile | null> => {
  const { worker, database } = await readyDevice()
  const record = await database.file.get(id)
  if (record === undefined || !(await worker.dropFile(id))) return null
  const {
    projectId,
    args: { place, name, alias, description },
    blob,
    label,
    scope,
  } = record
  return { projectId, id, place, name, alias, description, blob, label, scope }
}
export const pauseFile = async (id: string, isPaused: boolean): Promise<void> =>
  (await readyDevice()).worker.pauseFile(id, isPaused)

/** Renames a waiting file; false = it was already sent. */
export const describeFile = async (id: string, words: Partial<FileWords>): Promise<boolean> =>
  untilWritten(async () => unwrap(await (await readyDevice()).worker.describeFile(id, words)))

/** Reads the bytes of an attachment, from this device or else from the server. */
export const readFile = async (projectId: string, rowId: string): Promise<Blob> =>
  unwrap(await (await readyDevice()).worker.readFile(projectId, rowId))
/** Reads the bytes of a waiting file. */
export const readWaitingFile = async (id: string): Promise<Blob | undefined> =>
  (await currentDevice()?.database.file.get(id))?.blob
