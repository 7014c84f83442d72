import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import * as v from 'valibot'
import { ArchiveProblem } from '../archive/archive-problem.ts'
import { readLines } from '../archive/read-lines.ts'
import { requireKnownMigrations } from '../database/migrate.ts'
import {
  BACKUP_FORMAT,
  BACKUP_VERSION,
  BackupManifest,
  type BackupTable,
  filePath,
  MANIFEST,
  MANIFEST_SUM,
  manifestSum,
  tablePath,
} from './manifest.ts'
import { type PlacedEntry, readTarEntries, readTarEntry } from './tar-reader.ts'

const MOST_MANIFEST_BYTES = 500_000_000

/** A backup that was opened: its manifest is whole and names exactly the entries of the file. */
export class BackupFile {
  readonly manifest: BackupManifest
  readonly #file: FileHandle
  readonly #entries: ReadonlyMap<string, PlacedEntry>

  constructor(file: FileHandle, manifest: BackupManifest, entries: readonly PlacedEntry[]) {
    this.#file = file
    this.manifest = manifest
    this.#entries = new Map(entries.map((entry) => [entry.name, entry]))
  }

  close(): Promise<void> {
    return this.#file.close()
  }

  /**
   * Yields the lines of a table without their line feeds.
   * @throws ArchiveProblem, at the latest after the last line, if a byte differs from the manifest
   */
  async *lines(table: BackupTable): AsyncGenerator<string> {
    const path = tablePath(table.name)
    const hash = createHash('sha256')
    let [bytes, rows] = [0, 0]
    const unpacked = unpack(path, this.#stored(path, table.packed.sha256))
    const counted = async function* (): AsyncGenerator<Buffer> {
      for await (const piece of unpacked) {
        bytes += piece.length
        if (bytes > table.bytes)
          throw new ArchiveProblem(path, 'unpacks to more than the manifest names')
        hash.update(piece)
        yield piece
      }
    }
    for await (const line of readLines(path, counted())) {
      rows += 1
      yield line
    }
    if (rows !== table.rows)
      throw new ArchiveProblem(path, `has ${rows} lines instead of ${table.rows}`)
    if (bytes !== table.bytes || hash.digest('hex') !== table.sha256)
      throw new ArchiveProblem(path, 'does not have the SHA-256 that the manifest names')
  }

  /** Yields the bytes of a file, and throws after the last one if they are not those of its hash. */
  bytesOf(sha256: string): AsyncGenerator<Buffer> {
    return this.#stored(filePath(sha256), sha256)
  }

  async *#stored(path: string, sha256: string): AsyncGenerator<Buffer> {
    const entry = this.#entries.get(path)
    if (entry === undefined) throw new ArchiveProblem(path, 'is missing')
    const hash = createHash('sha256')
    for await (const piece of readTarEntry(this.#file, entry)) {
      hash.update(piece)
      yield piece
    }
    if (hash.digest('hex') !== sha256)
      throw new ArchiveProblem(path, 'does not have the SHA-256 that the manifest names')
  }
}

/** Passes on what gzip unpacks; a damaged entry is told by its name. */
async function* unpack(path: string, packed: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const source = Readable.from(packed)
  const gunzip = createGunzip()
  try {
    source.on('error', (error) => gunzip.destroy(error)).pipe(gunzip)
    yield* gunzip as AsyncIterable<Buffer>
  } catch (error) {
    const isOfZlib =
      error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')
    throw isOfZlib ? new ArchiveProblem(path, 'is damaged') : error
  } finally {
    source.destroy()
    gunzip.destroy()
  }
}

/**
 * Opens a backup and checks everything but the contents of its tables and files.
 * @throws ArchiveProblem if the file is damaged, or was written by a newer version
 */
export const openBackup = async (path: string): Promise<BackupFile> => {
  const file = await open(path, 'r')
  try {
    const entries = await readTarEntries(file)
    const manifest = await readManifest(file, entries)
    requireNamed(manifest, entries)
    return new BackupFile(file, manifest, entries)
  } catch (error) {
    await file.close()
    throw error
  }
}

const readWhole = async (file: FileHandle, entry: PlacedEntry): Promise<Buffer> => {
  if (entry.bytes > MOST_MANIFEST_BYTES) throw new ArchiveProblem(entry.name, 'is too large')
  const pieces: Buffer[] = []
  for await (const piece of readTarEntry(file, entry)) pieces.push(piece)
  return Buffer.concat(pieces)
}

const readManifest = async (
  file: FileHandle,
  entries: readonly PlacedEntry[],
): Promise<BackupManifest> => {
  const [manifest, sum] = entries.slice(-2)
  if (manifest?.name !== MANIFEST || sum?.name !== MANIFEST_SUM)
    throw new ArchiveProblem(null, `The file does not end with ${MANIFEST} and ${MANIFEST_SUM}`)
  const text = await readWhole(file, manifest)
  const sha256 = createHash('sha256').update(text).digest('hex')
  if ((await readWhole(file, sum)).toString('latin1') !== manifestSum(sha256))
    throw new ArchiveProblem(MANIFEST, `does not have the SHA-256 that ${MANIFEST_SUM} names`)
  return parseManifest(text.toString('utf8'))
}

const parseManifest = (text: string): BackupManifest => {
  const value = jsonOf(text)
  const outline = v.safeParse(v.object({ format: v.string(), version: v.number() }), value)
  if (!outline.success || outline.output.format !== BACKUP_FORMAT)
    throw new ArchiveProblem(MANIFEST, 'is not that of a backup')
  if (outline.output.version !== BACKUP_VERSION)
    throw new ArchiveProblem(
      MANIFEST,
      `has version ${outline.output.version} of the format; this program reads ${BACKUP_VERSION}`,
    )
  const parsed = v.safeParse(BackupManifest, value)
  if (!parsed.success)
    throw new ArchiveProblem(MANIFEST, `${v.getDotPath(parsed.issues[0])} is not valid`)
  requireKnownMigrations(parsed.output.migrations, 'The backup')
  return parsed.output
}
const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/** The manifest has to name exactly the entries of the file, in their order and with their sizes. */
const requireNamed = (
  { writtenOn, tables, files }: BackupManifest,
  entries: readonly PlacedEntry[],
): void => {
  const seconds = Math.floor(writtenOn / 1000)
  const named = [
    ...tables.map(({ name, packed }) => ({ name: tablePath(name), bytes: packed.bytes })),
    ...files.map(({ sha256, bytes }) => ({ name: filePath(sha256), bytes })),
  ]
  for (const [index, entry] of entries.entries()) {
    const expected = named[index]
    if (entry.writtenOn !== seconds) throw new ArchiveProblem(entry.name, 'has another time')
    if (index >= entries.length - 2) continue
    if (entry.name !== expected?.name)
      throw new ArchiveProblem(expected?.name ?? entry.name, 'is missing, or not in its place')
    if (entry.bytes !== expected.bytes)
      throw new ArchiveProblem(entry.name, 'has another size than the manifest names')
  }
  const missing = named[entries.length - 2]
  if (missing !== undefined) throw new ArchiveProblem(missing.name, 'is missing')
}
