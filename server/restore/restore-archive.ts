import type { FileHandle } from 'node:fs/promises'
import type { RestoredProject } from '#schema/api/projects-service/archives.ts'
import type { ArchiveManifest } from '#schema/entities/archive.ts'
import { Refusal } from '#schema/refusal.ts'
import { effectivePermissions } from '#schema/rules/access/access.ts'
import { RESTORE_LIMITS } from '#schema/tables/limits.ts'
import { type ArchiveContent, readArchive } from '../archive/read-archive.ts'
import { readZipEntry, type ZipEntry } from '../archive/zip-reader.ts'
import type { CommandServices } from '../commands/execute.ts'
import { type Person, readPersonIn } from '../database/access/read-actor.ts'
import { inPieces, type Queries } from '../database/database.ts'
import { restoredOf } from '../database/restorations.ts'
import { newId } from '../database/new-id.ts'
import { type FilePorts, receiveWhole } from '../files/receive.ts'
import { unsentFiles, writeRestored } from './write-restored.ts'

export interface RestorePorts {
  commands: CommandServices
  files: FilePorts
}

const FILES = 'files/'

/** Stores a file of the archive as if the person had sent it: quota, types and scan apply. */
const storeFile = async (
  ports: FilePorts,
  { userId, organizationId }: Person,
  { file, entry }: { file: FileHandle; entry: ZipEntry },
): Promise<void> => {
  const { path, handle } = await ports.blobs.openIncoming()
  try {
    try {
      for await (const piece of readZipEntry(file, entry)) await handle.appendFile(piece)
    } finally {
      await handle.close()
    }
    const sha256 = entry.name.slice(FILES.length)
    await receiveWhole(ports, { userId, organizationId }, { sha256, bytes: entry.bytes, path })
  } finally {
    await ports.blobs.dropIncoming(path)
  }
}

/** Takes back files that a failed restoration stored, so that they fill no quota. */
const forgetFiles = async (
  { database }: FilePorts,
  userId: number,
  hashes: ReadonlySet<string>,
): Promise<void> => {
  await database.write(async (tx) => {
    for (const piece of inPieces([...hashes]))
      await tx
        .deleteFrom('blob_uploads')
        .where('user_id', '=', userId)
        .where('sha256', 'in', piece)
        .execute()
  })
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0)

const textBytesOf = ({ parts }: ArchiveManifest): number =>
  sumOf(parts.map(({ rows, bytes }) => (rows === null ? 0 : bytes)))

const requireSize = (
  manifest: ArchiveManifest,
  entries: readonly ZipEntry[],
  quotaBytes: number,
): void => {
  const lines = sumOf(manifest.parts.map(({ rows }) => rows ?? 0))
  if (textBytesOf(manifest) > RESTORE_LIMITS.textBytes)
    throw new Refusal('TOO_LARGE', {
      detail: { limit: `${RESTORE_LIMITS.textBytes / 1_000_000} MB` },
    })
  if (lines > RESTORE_LIMITS.rows)
    throw new Refusal('TOO_LARGE', { detail: { limit: `${RESTORE_LIMITS.rows} rows` } })
  const files = entries.filter(({ name }) => name.startsWith(FILES))
  if (sumOf(files.map(({ bytes }) => bytes)) > quotaBytes) throw new Refusal('FILE_QUOTA')
}

const replyOf = (id: string, { manifest, ...content }: ArchiveContent): RestoredProject => {
  const linesOf = (entity: string): number =>
    manifest.parts.find(({ path }) => path === `rows/${entity}.jsonl`)?.rows ?? 0
  const { name, version } = manifest.project
  return {
    id,
    name,
    version,
    leavesOutSealed: manifest.leavesOutSealed,
    counts: {
      rows: content.rows,
      requirements: linesOf('requirement'),
      answers: linesOf('commitment'),
      vendors: linesOf('projectVendor'),
      files: content.files,
      logEntries: content.logEntries,
    },
  }
}

/** @throws if the person is of a vendor, which cannot own projects, or may not create projects */
export const requireMayRestore = (person: Person): void => {
  const mayCreate = effectivePermissions(person.roles, false).includes('PROJECT_CREATE')
  if (person.parentId !== null || !mayCreate) throw new Refusal('NOT_ALLOWED')
}

/** @throws RESTORED_FULL if the organization restored too much before */
const requireRoom = async (
  tx: Queries,
  { organizationId }: Person,
  manifest: ArchiveManifest,
): Promise<void> => {
  const { projects, textBytes } = await restoredOf(tx, organizationId)
  if (
    projects >= RESTORE_LIMITS.organizationProjects ||
    textBytes + textBytesOf(manifest) > RESTORE_LIMITS.organizationTextBytes
  )
    throw new Refusal('RESTORED_FULL')
}

/** Reads the person again: the check of a large archive takes minutes. */
const requireStillAllowed = async (
  tx: Queries,
  { userId, organizationId }: Person,
): Promise<Person> => {
  const person = await readPersonIn(tx, userId, organizationId)
  if (person === null) throw new Refusal('NOT_ALLOWED')
  requireMayRestore(person)
  return person
}

/**
 * Restores an archive as a new, archived project of the person.
 * @throws ArchiveProblem if the archive is not valid; nothing has changed then
 */
export const restoreArchive = async (
  { commands, files: ports }: RestorePorts,
  person: Person,
  file: FileHandle,
): Promise<RestoredProject> => {
  const content = await readArchive(file, {
    bytes: RESTORE_LIMITS.unpackedBytes,
    lineBytes: RESTORE_LIMITS.lineBytes,
    require: (manifest, entries) => requireSize(manifest, entries, ports.quotaBytes),
  })
  const { database, clock } = commands
  // Before files are stored, and again in the transaction.
  await requireRoom(database.queries, person, content.manifest)
  const entries = content.entries.filter(({ name }) => name.startsWith(FILES))
  const hashes = entries.map(({ name }) => name.slice(FILES.length))
  const unsent = await unsentFiles(database.queries, person.userId, hashes)
  const projectId = newId()
  try {
    for (const entry of entries) await storeFile(ports, person, { file, entry })
    const { dialect } = database
    const from = { file, content, projectId, dialect, now: clock() }
    commands.publish(
      await database.write(async (tx) => {
        const allowed = await requireStillAllowed(tx, person)
        await requireRoom(tx, allowed, content.manifest)
        const textBytes = textBytesOf(content.manifest)
        return await writeRestored(tx, { ...from, textBytes, person: allowed })
      }),
    )
  } catch (error) {
    await forgetFiles(ports, person.userId, unsent)
    throw error
  }
  return replyOf(projectId, content)
}
