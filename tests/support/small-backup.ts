import { createHash } from 'node:crypto'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import {
  BACKUP_FORMAT,
  BACKUP_VERSION,
  type BackupManifest,
  filePath,
  MANIFEST,
  MANIFEST_SUM,
  manifestSum,
  tablePath,
} from '#server/backup/manifest.ts'
import { TarWriter } from '#server/backup/tar-writer.ts'
import { type BackupPorts, writeBackup } from '#server/backup/write-backup.ts'
import { FolderStore } from '#server/files/folder-store.ts'
import { keepBytes } from './blob-stores.ts'
import { type EmptyDatabase, NOW, openEmptyDatabase } from './empty-database.ts'

export const sha256 = (bytes: Uint8Array | string): string =>
  createHash('sha256').update(bytes).digest('hex')

/** A database with a folder of files, and backups of both. */
export interface BackupSource {
  rows: EmptyDatabase
  /** A folder for backups, which contains the folder of the files. */
  root: string
  blobs: FolderStore
  /** Lines that backups told. */
  told: string[]
  /** Adds a file of this text to the database, and its bytes unless `kept` is other ones or null. */
  file(text: string, kept?: string | null): Promise<string>
  /** Attaches a file to a row of a project. */
  attach(sha256: string): Promise<void>
  backup(name?: string, ports?: Partial<BackupPorts>): Promise<BackupManifest>
  close(): Promise<void>
}

export const openBackupSource = async (given?: EmptyDatabase): Promise<BackupSource> => {
  const rows = given ?? (await openEmptyDatabase())
  const root = await mkdtemp(join(tmpdir(), 'tenderbook-small-backup-'))
  const blobs = new FolderStore(join(root, 'files'))
  const { database } = rows
  const told: string[] = []
  return {
    ...{ rows, root, blobs, told },
    file: async (text, kept = text) => {
      const hash = sha256(text)
      await database.queries
        .insertInto('blobs')
        .values({ sha256: hash, bytes: Buffer.byteLength(text), kind: 'pdf', used_on: NOW })
        .execute()
      if (kept !== null) await keepBytes(blobs, Buffer.from(kept), hash)
      return hash
    },
    attach: async (hash) => {
      await database.queries
        .insertInto('attachments')
        .values({
          ...{ project_id: 'p', id: `a-${hash}`, package_id: 'k', document_id: null },
          ...{ requirement_id: null, vendor_id: null, content_hash: hash },
          ...{ updated_on: NOW, body: '{}' },
        })
        .execute()
    },
    backup: (name = 'backup.tar', ports = {}) =>
      writeBackup({
        ...{ database, blobs, to: join(root, name), product: '9.9.9' },
        tell: (line) => void told.push(line),
        ...ports,
      }),
    close: async () => {
      await rows.close()
      await rm(root, { recursive: true, force: true })
    },
  }
}

export type Entry = readonly [name: string, bytes: Uint8Array]
interface Parts {
  /** Lines of the table `server_meta`, which are packed. */
  lines: readonly string[]
  files: readonly string[]
}
const PARTS: Parts = { lines: ['["a","1"]\n', '["b","2"]\n'], files: ['the plan', 'the plot'] }
export const WRITTEN_ON = 1_900_000_000_500

/**
 * Packs a backup of one table and two files whose manifest fits them.
 * @param spoil changes the manifest, and afterwards the entries before it
 */
export const packBackup = async (
  path: string,
  spoil: {
    manifest?: (manifest: BackupManifest) => unknown
    entries?: (entries: Entry[]) => Entry[]
    ends?: (ends: Entry[]) => Entry[]
    writtenOn?: number
  } = {},
  parts: Partial<Parts> = {},
): Promise<void> => {
  const { lines, files } = { ...PARTS, ...parts }
  const text = lines.join('')
  const packed = gzipSync(text)
  const manifest: BackupManifest = {
    ...{ format: BACKUP_FORMAT, version: BACKUP_VERSION, product: '1', writtenOn: WRITTEN_ON },
    ...{ dialect: 'sqlite', serverId: null, migrations: ['0001-first-tables'], keys: null },
    ...{ counters: {}, missing: [] },
    tables: [
      {
        name: 'server_meta',
        columns: [
          { name: 'key', isText: true },
          { name: 'value', isText: true },
        ],
        ...{ rows: lines.length, bytes: Buffer.byteLength(text), sha256: sha256(text) },
        packed: { bytes: packed.length, sha256: sha256(packed) },
      },
    ],
    files: files.map((one) => ({ sha256: sha256(one), bytes: Buffer.byteLength(one) })),
  }
  const entries: Entry[] = [
    [tablePath('server_meta'), packed],
    ...files.map((one): Entry => [filePath(sha256(one)), Buffer.from(one)]),
  ]
  const whole = Buffer.from(JSON.stringify(spoil.manifest?.(manifest) ?? manifest))
  const ends: Entry[] = [
    [MANIFEST, whole],
    [MANIFEST_SUM, Buffer.from(manifestSum(sha256(whole)))],
  ]
  await packEntries(
    path,
    [...(spoil.entries?.(entries) ?? entries), ...(spoil.ends?.(ends) ?? ends)],
    spoil.writtenOn ?? Math.floor(WRITTEN_ON / 1_000),
  )
}

const packEntries = async (
  path: string,
  entries: readonly Entry[],
  writtenOn: number,
): Promise<void> => {
  const file = await open(path, 'w')
  try {
    const tar = new TarWriter(file, writtenOn)
    for (const [name, bytes] of entries) await tar.entry(name, (push) => push(bytes))
    await tar.end()
  } finally {
    await file.close()
  }
}
