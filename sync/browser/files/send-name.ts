import type { CommandArgs } from '#schema/mutations/inputs.ts'
import { Refusal } from '#schema/refusal.ts'
import { overlayView } from '#sync/engine/overlay/device-tx.ts'
import type { Storage } from '#sync/engine/ports.ts'
import type { FileRecord } from './file-records.ts'
import type { FileStore } from './file-store.ts'
import type { FileWords } from './new-file.ts'
import { rowIdOf } from './settle-files.ts'
import { isUnderway } from './underway.ts'

type Rename = CommandArgs['attachments.update']
export interface NamePorts {
  files: FileStore
  storage: Storage
  write(record: FileRecord, args: Rename): Promise<unknown>
  /** Parks a refused name with the reason. */
  park(record: FileRecord, args: Rename, refusal: Refusal): Promise<void>
}

export const wordsOf = ({ alias, description }: FileWords): FileWords => ({ alias, description })

/** Name and description given since the edit was written; null = unchanged since. */
const unsaid = ({ args, told }: FileRecord): Partial<FileWords> | null => {
  if (told === undefined) return null
  const patch = {
    ...(args.alias === told.alias ? {} : { alias: args.alias }),
    ...(args.description === told.description ? {} : { description: args.description }),
  }
  return Object.keys(patch).length === 0 ? null : patch
}

/** Whether the edit of a record was written, by this process or by one that has died. */
export const isWritten = (storage: Storage, record: FileRecord): Promise<boolean> =>
  storage.transaction(
    'read',
    async (tx) =>
      (await overlayView(tx, record.projectId).row('attachment', await rowIdOf(tx, record))) !==
      undefined,
  )

/**
 * Marks a record as sent. Sends first the name and description that were given while its edit was
 * being written; after that the person names the row by edits.
 */
export const sendName = async (
  { files, storage, write, park }: NamePorts,
  id: string,
): Promise<void> => {
  for (
    let record = await files.get(id);
    record !== undefined && isUnderway(record);
    record = await files.get(id)
  ) {
    const patch = unsaid(record)
    if (patch === null) {
      await files.change(id, { state: 'sent' }, (now) => unsaid(now) === null)
      continue
    }
    const { projectId, told, args } = record
    const rename = {
      projectId,
      id: await storage.transaction('read', (tx) => rowIdOf(tx, { projectId, id })),
      patch,
    }
    try {
      await write(record, rename)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      await park(record, rename, error)
    }
    await files.change(id, { told: { ...wordsOf(args), ...told, ...patch } })
  }
}
