import { readFile } from 'node:fs/promises'
import type { Queries } from '../database/database.ts'
import { migrate } from '../database/migrate.ts'
import { requireKeysOf } from '../database/settle-keys.ts'
import type { BlobStore } from '../files/blob-store.ts'
import { createKeyFile, readKeyFile } from '../security/key-file.ts'
import { type Keys, parseKeys } from '../security/keys.ts'
import { type BackupFile, openBackup } from './backup-file.ts'
import { beginAnew, type Ended } from './begin-anew.ts'
import { type DatabasePlace, nameOfPlace } from './database-place.ts'
import { loadDatabase } from './load-database.ts'
import { keepDeadlines } from './keep-deadlines.ts'
import { listLostRestraints } from './lost-restraints.ts'
import { listDeadlines, listLostTime } from './lost-time.ts'
import type { BackupManifest } from './manifest.ts'
import { restoreFiles } from './restore-files.ts'
import { type OpenPlace, openPlace } from './restore-place.ts'
import { areRelated, readProjects, readRights, type Rights } from './rights.ts'
import { sourceOf } from './verify-backup.ts'

export interface RestorePorts {
  /** Path of the backup. */
  from: string
  place: DatabasePlace
  blobs: BlobStore
  /** KEYS, the key file of the place, and the key file to put there if it has none. */
  keys: { text: string | undefined; file: string; from: string | undefined }
  /** Asks whether the place of this name is to be overwritten. */
  confirm: (name: string) => Promise<boolean>
  tell: (line: string) => void
}
export interface Restored {
  manifest: BackupManifest
  ended: Ended
  /** Lines of deadlines that stay as vendors were told them before the restore. */
  kept: readonly string[]
  /** What the restore undid; or why it is unknown. */
  undone: Undone | { unknown: string }
  /** Projects that vendors answer, with their deadlines. */
  deadlines: readonly string[]
  /** Whether the keys of the backup are in their place. */
  hasKeys: boolean
}

interface Undone {
  /** Where vendors lose time for their answers. */
  lostTime: readonly string[]
  /** What was taken away or changed after the backup. */
  restraints: readonly string[]
  /** Ids of invitations that were withdrawn or accepted after the backup. */
  usedInvitations: ReadonlySet<string>
}

/** What the place held before. */
type Later = { rights: Rights; files: string[] } | { unknown: string }

/**
 * Writes a backup into an empty place, or over one after a confirmation. Until the whole database
 * is written and compared, the present one stays.
 * @throws ArchiveProblem if the backup is damaged
 */
export const restoreBackup = async (ports: RestorePorts): Promise<Restored> => {
  const backup = await openBackup(ports.from)
  try {
    const keys = await readFittingKeys(ports.keys, backup.manifest)
    const place = await openPlace(ports.place)
    try {
      await requireConfirmed(place, ports)
      const later = await readLater(place)
      const { ended, rights, kept } = await place.replace(async (tx) => {
        const written = await writeDatabase(tx, { place, backup, later, ports })
        ports.tell(`${backup.manifest.files.length} files`)
        await restoreFiles(backup, ports.blobs)
        if (keys !== null && ports.keys.text === undefined)
          await createKeyFile(ports.keys.file, keys)
        return written
      })
      if ('rights' in later) await removeOthers(ports.blobs, backup, later.files)
      return {
        manifest: backup.manifest,
        ended,
        kept,
        undone: undoneOf(rights, later),
        deadlines: listDeadlines(rights, Date.now()),
        hasKeys: keys !== null || backup.manifest.keys === null,
      }
    } finally {
      await place.close()
    }
  } finally {
    await backup.close()
  }
}

/**
 * The keys that the restored database is to be used with; null = there are none yet.
 * @throws if there are others
 */
const readFittingKeys = async (
  { text, file, from }: RestorePorts['keys'],
  { keys: ids }: BackupManifest,
): Promise<Keys | null> => {
  const present = text === undefined ? await readKeyFile(file) : parseKeys(text, 'KEYS')
  const given =
    present ?? (from === undefined ? null : parseKeys(await readFile(from, 'utf8'), from))
  if (given === null || ids === null) return given
  requireKeysOf(given, ids, { text, file: present === null ? (from ?? file) : file })
  return given
}

const requireConfirmed = async (place: OpenPlace, { place: at, confirm }: RestorePorts) => {
  if (place.isEmpty) return
  const name = nameOfPlace(at)
  if (!(await confirm(name)))
    throw new Error(
      `${name} is not empty. To replace everything in it: --over '${name}', or type its name`,
    )
}

const readLater = async ({ present, isEmpty }: OpenPlace): Promise<Later> => {
  if (isEmpty) return { unknown: 'the place was empty' }
  if (present === null) return { unknown: 'the former database cannot be opened' }
  try {
    const files = await present.selectFrom('blobs').select('sha256').execute()
    return { rights: await readRights(present), files: files.map(({ sha256 }) => sha256) }
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error)
    return { unknown: `the former database cannot be read (${words})` }
  }
}

interface Writing {
  place: OpenPlace
  backup: BackupFile
  later: Later
  ports: RestorePorts
}
type Written = Pick<Restored, 'ended' | 'kept'> & { rights: Rights }

const writeDatabase = async (
  tx: Queries,
  { place: { dialect }, backup, later, ports: { tell } }: Writing,
): Promise<Written> => {
  await loadDatabase({ tx, dialect }, sourceOf(backup), tell)
  await migrate({ dialect, queries: tx })
  const missing = backup.manifest.missing.map(({ sha256 }) => sha256)
  // Read before the invitations end.
  const rights = await readRights(tx)
  const now = Date.now()
  const ended = await beginAnew(tx, { now, missing })
  const kept =
    'rights' in later && areRelated(rights, later.rights)
      ? await keepDeadlines({ tx, dialect }, { backup: rights, later: later.rights }, now)
      : []
  return { ended, kept, rights: { ...rights, projects: await readProjects(tx) } }
}

/** Removes the files that only the former database named. */
const removeOthers = async (
  blobs: BlobStore,
  { manifest: { files } }: BackupFile,
  former: readonly string[],
): Promise<void> => {
  const kept = new Set(files.map(({ sha256 }) => sha256))
  for (const sha256 of former) if (!kept.has(sha256)) await blobs.remove(sha256)
}

const undoneOf = (backup: Rights, later: Later): Restored['undone'] => {
  if ('unknown' in later) return later
  if (!areRelated(backup, later.rights)) return { unknown: 'the place held another installation' }
  const used = [...later.rights.invitations].filter(([, { state }]) => state !== 'open')
  return {
    lostTime: listLostTime(backup, later.rights, Date.now()),
    restraints: listLostRestraints(backup, later.rights),
    usedInvitations: new Set(used.map(([id]) => id)),
  }
}
