import { attachmentId, type StoredFile } from '#schema/entities/attachment.ts'
import { FIELD_LIMITS } from '#schema/entities/field-limits.ts'
import type { CommandArgs } from '#schema/mutations/inputs.ts'
import { Refusal } from '#schema/refusal.ts'
import { fileProblem, fileTypeOf, kindOfBytes } from '#schema/rules/files/files.ts'
import { FILE_LIMITS } from '#schema/tables/file-types.ts'
import { commandOf, parseArgs, runCommand } from '#sync/engine/outbox/commands.ts'
import { overlayView } from '#sync/engine/overlay/device-tx.ts'
import { commands, type OpenParts } from '../tabs/parts.ts'
import { withRoom } from '../storage/room.ts'
import { fetchContent } from './fetch-content.ts'
import { changeFile, type FileRecord, keepFile, takeBackFile } from './file-records.ts'
import { hashBlob } from './hash-blob.ts'
import type { FileWords, NewFile } from './new-file.ts'
import { isUnderway, mayBeTakenBack } from './underway.ts'
import { CREATE, unpark } from './settle-files.ts'

const requireFit = async ({ name, blob }: NewFile): Promise<string> => {
  const mime = fileTypeOf(name)?.mime ?? ''
  if (name.length > FIELD_LIMITS.title)
    throw new Refusal('validation.maxlength', {
      field: 'name',
      detail: { field: 'name', length: FIELD_LIMITS.title },
    })
  const facts = { name, mime, bytes: blob.size }
  const kind = kindOfBytes(new Uint8Array(await blob.slice(0, FILE_LIMITS.headBytes).arrayBuffer()))
  const problem = fileProblem(facts, null) ?? fileProblem(facts, kind)
  if (problem !== null) throw new Refusal(problem.code, { field: 'name', detail: problem.detail })
  if (kind === null)
    throw new Refusal('FILE_UNLIKE_NAME', {
      field: 'name',
      detail: { type: fileTypeOf(name)?.extension ?? '' },
    })
  return mime
}

/** Refuses without a network what the rules forbid. */
const requireAllowed = (parts: OpenParts, args: CommandArgs['attachments.create']): Promise<void> =>
  parts.storage.transaction('read', async (tx) => {
    const { projectId } = args
    const summary = (await tx.home())?.projects.find((project) => project.id === projectId)
    if (summary === undefined) throw new Refusal('NOT_FOUND')
    const now = Date.now() + (await tx.meta()).clockSkewMs
    await runCommand(
      { commands, person: parts.options.person, summary, now, view: overlayView(tx, projectId) },
      { name: CREATE, args: parseArgs(commandOf(commands, CREATE), args) },
    )
  })

const tell = ({ notes, tellPage, sender }: OpenParts): void => {
  tellPage({ type: 'files', progress: null, isChanged: true })
  notes.send({ type: 'files', progress: null, isChanged: true })
  sender.wake()
}

/** Stores a file with its edit; resolves when both are on the disk. */
export const addFile = async (parts: OpenParts, given: NewFile): Promise<StoredFile> => {
  const { projectId, id, place, name, alias = '', description = '', blob, label, scope } = given
  const { group } = given
  const mime = await requireFit(given)
  const args = {
    projectId,
    id,
    place,
    file: { contentHash: await hashBlob(blob), bytes: blob.size, mime },
    name,
    alias,
    description,
  }
  await requireAllowed(parts, args)
  const there = await parts.database.file
    .where('projectId')
    .equals(projectId)
    .filter((record) => isUnderway(record) && record.args.place.id === place.id)
    .count()
  if (there >= FILE_LIMITS.perPlace)
    throw new Refusal('FILES_FULL', { detail: { count: FILE_LIMITS.perPlace } })
  const record: FileRecord = {
    id,
    projectId,
    args,
    blob,
    addedAt: Date.now(),
    label,
    scope,
    ...(group === undefined ? {} : { group }),
    state: 'waiting',
    restarts: 0,
  }
  await withRoom(parts.room, projectId, () =>
    keepFile(parts.database, record, () => requireAllowed(parts, args)),
  )
  tell(parts)
  return args.file
}

/** Takes back a file that has not been sent; false = it has been, and an edit has to remove it. */
export const dropFile = async (parts: OpenParts, id: string): Promise<boolean> => {
  const isGone = await takeBackFile(parts.database, id)
  if (isGone) tell(parts)
  return isGone
}

export const pauseFile = async (parts: OpenParts, id: string, isPaused: boolean): Promise<void> => {
  await changeFile(parts.database, id, {
    change: { state: isPaused ? 'paused' : 'waiting' },
    isStill: mayBeTakenBack,
  })
  tell(parts)
}

/** Names a file that has not been sent; false = it has been, and an edit has to name it. */
export const describeFile = async (
  parts: OpenParts,
  id: string,
  words: Partial<FileWords>,
): Promise<boolean> => {
  const record = await parts.database.file.get(id)
  if (record === undefined) return false
  parseArgs(commandOf(commands, CREATE), { ...record.args, ...words })
  const changed = await changeFile(parts.database, id, {
    change: ({ args }) => ({ args: { ...args, ...words } }),
    isStill: isUnderway,
  })
  tell(parts)
  return changed !== undefined
}

/**
 * Sends a refused file again, if its bytes are still here.
 * @returns whether they are
 */
export const retryFile = async (
  parts: OpenParts,
  parkedId: string,
  args: unknown,
): Promise<boolean> => {
  const id = (args as { id?: unknown }).id
  const record =
    typeof id === 'string'
      ? await changeFile(parts.database, id, {
          change: { state: 'waiting', restarts: 0, told: undefined },
        })
      : undefined
  if (record === undefined) return false
  await unpark(parts, parkedId)
  tell(parts)
  return true
}

/**
 * The bytes of an attachment: from this device, else from the server, after which this device keeps
 * them.
 */
export const readFile = async (
  parts: OpenParts,
  projectId: string,
  rowId: string,
): Promise<Blob> => {
  const { database, storage, fileNetwork } = parts
  const row = await storage.transaction('read', (tx) =>
    overlayView(tx, projectId).row('attachment', rowId),
  )
  const own =
    row === undefined
      ? undefined
      : await database.file.filter(({ id }) => attachmentId(id, row.vendorId) === rowId).first()
  if (own !== undefined) return own.blob
  const kept = await database.content.get([projectId, rowId])
  if (kept !== undefined && kept.contentHash === row?.file.contentHash) return kept.blob
  if (row === undefined) throw new Refusal('NOT_FOUND')
  const { contentHash } = row.file
  return fetchContent({ database, fileNetwork }, { projectId, id: rowId, contentHash })
}
