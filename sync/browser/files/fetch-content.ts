import { Refusal } from '#schema/refusal.ts'
import { type Storage, SyncFailure } from '#sync/engine/ports.ts'
import type { DeviceDatabase } from '../storage/database.ts'
import { readKeeps } from '../storage/kept-projects.ts'
import type { FileNetwork } from './file-network.ts'
import type { ContentRecord } from './file-records.ts'
import { hashBlob } from './hash-blob.ts'

export interface ContentPorts {
  database: DeviceDatabase
  fileNetwork: FileNetwork
  signal?: AbortSignal
}

/**
 * Fetches and checks the bytes of an attachment, and keeps them on this device where there is room.
 */
export const fetchContent = async (
  { database, fileNetwork, signal }: ContentPorts,
  { projectId, id, contentHash }: Omit<ContentRecord, 'blob'>,
): Promise<Blob> => {
  let blob: Blob
  try {
    blob = await fileNetwork.content(id, signal)
  } catch (cause) {
    throw cause instanceof SyncFailure ? new Refusal('FILE_AWAY', { cause }) : cause
  }
  if ((await hashBlob(blob)) !== contentHash) throw new Refusal('FILE_DAMAGED')
  await database.content.put({ projectId, id, contentHash, blob }).catch(() => undefined)
  return blob
}

/** Files larger than this are fetched only when the person opens them. */
const FETCHED_BYTES = 20_000_000

/**
 * Fetches the files of pinned projects for reading without a network. The next change retries
 * failures.
 */
export const fetchPinned = async (ports: ContentPorts & { storage: Storage }): Promise<void> => {
  const { database, storage } = ports
  for (const { projectId, isPinned } of (await readKeeps(database)).values()) {
    if (!isPinned) continue
    const rows = await storage.transaction('read', (tx) =>
      tx.baseRows(projectId, 'attachment', { index: 'projectId', value: projectId }),
    )
    for (const { id, file } of rows) {
      const { bytes, contentHash } = file
      const kept = await database.content.get([projectId, id])
      if (bytes > FETCHED_BYTES || kept?.contentHash === contentHash) continue
      await fetchContent(ports, { projectId, id, contentHash }).catch((error: unknown) => {
        if (!(error instanceof Refusal) || ports.signal?.aborted === true) throw error
      })
    }
  }
}
