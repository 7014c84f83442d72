import { createHash } from 'node:crypto'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import type { Queries, SqlSession } from '../database/database.ts'
import { keepingFiles } from '../database/backup-lease.ts'
import { readMigrations, requireKnownMigrations } from '../database/migrate.ts'
import { readKeyIds } from '../database/settle-keys.ts'
import type { BlobStore } from '../files/blob-store.ts'
import { KEY_NAMES } from '../security/keys.ts'
import {
  BACKUP_FORMAT,
  BACKUP_VERSION,
  type BackupManifest,
  type BackupTable,
  filePath,
  MANIFEST,
  MANIFEST_SUM,
  manifestSum,
  tablePath,
} from './manifest.ts'
import { type TableDigest, tableLines } from './table-rows.ts'
import { readCounters, readShapes, type TableShape } from './table-shapes.ts'
import { TarWriter } from './tar-writer.ts'

export interface BackupPorts {
  database: SqlSession
  blobs: BlobStore
  /** Path of the archive, which must not exist. */
  to: string
  /** Version of this server. */
  product: string
  tell: (line: string) => void
}

const OWNER_ONLY = 0o600
const LINES_AT_ONCE = 65_536

/**
 * Writes the database as it is at one moment, then its files, then the manifest. The server may run
 * on. The archive appears under its name once it is whole.
 */
export const writeBackup = async (ports: BackupPorts): Promise<BackupManifest> => {
  const { database, to } = ports
  const migrations = await readMigrations(database)
  if (migrations.length === 0) throw new Error('The database is empty: there is nothing to back up')
  requireKnownMigrations(migrations, 'The database')
  await refuseHeldKeys(database)
  await refuseExisting(to)
  const partial = `${to}.partial`
  // A new file: one that is left over may be readable by others, or a link.
  await rm(partial, { force: true })
  const file = await open(partial, 'wx', OWNER_ONLY)
  try {
    const manifest = await keepingFiles(database, () => write(ports, file))
    await file.sync()
    await file.close()
    await rename(partial, to)
    await syncFolder(dirname(to))
    return manifest
  } catch (error) {
    await file.close().catch(() => undefined)
    await rm(partial, { force: true })
    throw error
  }
}

const refuseExisting = async (path: string): Promise<void> => {
  const found = await open(path, 'r').catch(() => null)
  if (found === null) return
  await found.close()
  throw new Error(`${path} exists already: name another file`)
}

/** A former version kept the keys in the database; a start of the server moves them out. */
const refuseHeldKeys = async ({ queries }: SqlSession): Promise<void> => {
  const held = await queries
    .selectFrom('server_meta')
    .select('key')
    .where('key', 'in', [...KEY_NAMES])
    .executeTakeFirst()
  if (held !== undefined)
    throw new Error('The database still holds keys of a former version: start the server once')
}

const syncFolder = async (path: string): Promise<void> => {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

type Snapshot = Omit<BackupManifest, 'files' | 'missing'> & { blobs: readonly BlobRow[] }
interface BlobRow {
  sha256: string
  bytes: number
  isAttached: boolean
}

const write = async (
  ports: BackupPorts,
  file: Awaited<ReturnType<typeof open>>,
): Promise<BackupManifest> => {
  const startedOn = Date.now()
  const tar = new TarWriter(file, Math.floor(startedOn / 1000))
  const { blobs, ...snapshot } = await ports.database.readApart((tx) =>
    writeTables(tx, ports, { tar, startedOn }),
  )
  const stored = await writeFiles(ports, tar, blobs)
  const manifest: BackupManifest = { ...snapshot, ...stored }
  const text = Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`)
  const { sha256 } = await tar.entry(MANIFEST, (push) => push(text))
  await tar.entry(MANIFEST_SUM, (push) => push(Buffer.from(manifestSum(sha256))))
  await tar.end()
  return manifest
}

const writeTables = async (
  tx: Queries,
  { database: { dialect }, product, tell }: BackupPorts,
  { tar, startedOn }: { tar: TarWriter; startedOn: number },
): Promise<Snapshot> => {
  // The first read fixes the moment of the snapshot, which is not before `startedOn`.
  const migrations = await readMigrations({ dialect, queries: tx })
  const shapes = await readShapes(tx, dialect)
  const tables: BackupTable[] = []
  for (const shape of shapes) {
    tell(`table ${shape.name}`)
    tables.push(await writeTable(tar, shape, tableLines(tx, dialect, shape)))
  }
  const attached = new Set(
    (await tx.selectFrom('attachments').select('content_hash').distinct().execute()).map(
      ({ content_hash }) => content_hash,
    ),
  )
  const blobs = await tx.selectFrom('blobs').select(['sha256', 'bytes']).orderBy('sha256').execute()
  const serverId = await tx
    .selectFrom('server_meta')
    .select('value')
    .where('key', '=', 'serverId')
    .executeTakeFirst()
  return {
    format: BACKUP_FORMAT,
    version: BACKUP_VERSION,
    product,
    writtenOn: startedOn,
    dialect,
    serverId: serverId?.value ?? null,
    migrations,
    keys: await readKeyIds({ queries: tx }),
    counters: await readCounters(tx, dialect, shapes),
    tables,
    blobs: blobs.map((blob) => ({ ...blob, isAttached: attached.has(blob.sha256) })),
  }
}

const writeTable = async (
  tar: TarWriter,
  { name, columns }: TableShape,
  lines: AsyncGenerator<string, TableDigest>,
): Promise<BackupTable> => {
  let digest: TableDigest | undefined
  const texts = async function* (): AsyncGenerator<string> {
    let waiting = ''
    for (;;) {
      const next = await lines.next()
      if (next.done === true) {
        digest = next.value
        break
      }
      waiting += next.value
      if (waiting.length < LINES_AT_ONCE) continue
      yield waiting
      waiting = ''
    }
    if (waiting !== '') yield waiting
  }
  const packed = await tar.entry(tablePath(name), async (push) => {
    const source = Readable.from(texts())
    const gzip = createGzip()
    source.on('error', (error) => gzip.destroy(error)).pipe(gzip)
    for await (const piece of gzip as AsyncIterable<Buffer>) await push(piece)
  })
  if (digest === undefined) throw new Error(`${name} was not read to its end`)
  return { name, columns, ...digest, packed }
}

class MissingFile extends Error {}

const writeFiles = async (
  { blobs, tell }: BackupPorts,
  tar: TarWriter,
  rows: readonly BlobRow[],
): Promise<Pick<BackupManifest, 'files' | 'missing'>> => {
  const files: BackupManifest['files'] = []
  const missing: BackupManifest['missing'] = []
  if (rows.length > 0) tell(`${rows.length} files`)
  for (const { sha256, bytes, isAttached } of rows) {
    try {
      await tar.entry(filePath(sha256), async (push) => {
        const hash = createHash('sha256')
        let read = 0
        for await (const piece of blobs.read(sha256) as AsyncIterable<Buffer>) {
          hash.update(piece)
          read += piece.length
          await push(piece)
        }
        if (read !== bytes || hash.digest('hex') !== sha256) throw new MissingFile()
      })
      files.push({ sha256, bytes })
    } catch (error) {
      if (!isMissing(error)) throw error
      missing.push({ sha256, isAttached })
    }
  }
  return { files, missing }
}

const isMissing = (error: unknown): boolean =>
  error instanceof MissingFile ||
  (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'EIO'))
