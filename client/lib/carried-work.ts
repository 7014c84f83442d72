import { useEffect, useState } from 'react'
import { type CarriedWork, WORK_FILE_ENDING } from '#schema/api/work-file.ts'
import { readSession } from '#sync/browser/session/session-store.ts'
import {
  carriedKey,
  type CarriedRecord,
  forgetCarried as forgetRecord,
  putCarried,
  readCarried,
} from '#sync/browser/storage/carried-work.ts'
import { currentDevice, readyDevice } from './device.ts'
import { createEmitter } from './emitter.ts'
import { newCode, openWorkFile, sealWorkFile, type WorkFileProblem } from './work-file.ts'

export type { CarriedOutcome, CarriedRecord } from '#sync/browser/storage/carried-work.ts'

/** Emits when a record of this page is added, removed or delivered. */
export const carriedChanges = createEmitter<void>()

export interface WrittenFile {
  name: string
  blob: Blob
  /** Opens the file; shown once and kept nowhere. */
  code: string
  edits: number
}

/** Writes the unsent edits of this device into a sealed file; null = there are none. */
export const writeWorkFile = async (): Promise<WrittenFile | null> => {
  const { worker, session } = await readyDevice()
  const packed = await worker.packCarried()
  if (packed === null || session.vendorId === null) return null
  const work: CarriedWork = {
    format: 'tenderbook-carried/1',
    ...packed,
    username: session.username,
    name: session.name,
    vendor: { id: session.vendorId, name: session.organizationName },
  }
  const code = newCode()
  const day = new Date(work.savedOn).toISOString().slice(0, 10)
  return {
    name: `work-${work.username}-${day}${WORK_FILE_ENDING}`,
    blob: new Blob([await sealWorkFile(work, code)], { type: 'application/octet-stream' }),
    code,
    edits: work.edits,
  }
}

export type CarriedProblem = WorkFileProblem | 'otherServer' | 'otherVendor' | 'ownDevice' | 'older'

/**
 * Keeps the work of a file on this device. The outbox of this device is not touched.
 * @returns why not; null = kept
 */
export const keepWorkFile = async (file: Blob, code: string): Promise<CarriedProblem | null> => {
  const work = await openWorkFile(file, code)
  if (typeof work === 'string') return work
  const { session, database } = await readyDevice()
  const stored = await readSession()
  const device = await database.meta.get('device')
  if (stored?.serverId !== work.serverId) return 'otherServer'
  if (session.vendorId !== work.vendor.id) return 'otherVendor'
  if (device?.key === 'device' && device.meta.clientId === work.clientId) return 'ownDevice'
  const key = carriedKey(work.clientId)
  const isKept = await putCarried(database, { key, work, at: Date.now(), outcome: null })
  carriedChanges.emit()
  return isKept ? null : 'older'
}

export const forgetCarried = async (key: CarriedRecord['key']): Promise<void> => {
  await forgetRecord((await readyDevice()).database, key)
  carriedChanges.emit()
}

export const readCarriedHere = async (): Promise<CarriedRecord[]> => {
  const database = currentDevice()?.database
  return database?.isOpen() === true ? await readCarried(database).catch(() => []) : []
}

/** The work of colleagues on this device, newest first; null while it is read. */
export const useCarried = (): CarriedRecord[] | null => {
  const [records, setRecords] = useState<CarriedRecord[] | null>(null)
  useEffect(() => {
    let isCurrent = true
    const read = (): void =>
      void readCarriedHere().then((found) => {
        if (isCurrent) setRecords(found)
      })
    read()
    const stop = carriedChanges.on(read)
    return () => {
      isCurrent = false
      stop()
    }
  }, [])
  return records
}
