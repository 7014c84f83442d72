import type { FileHandle } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { crc32, createInflateRaw } from 'node:zlib'
import { ArchiveProblem } from './archive-problem.ts'

const END_SIGNATURE = 0x06054b50
const DIRECTORY_SIGNATURE = 0x02014b50
const LOCAL_SIGNATURE = 0x04034b50
const END_BYTES = 22
const DIRECTORY_BYTES = 46
const LOCAL_BYTES = 30
const DEFLATED = 8
const ENCRYPTED = 1
const PIECE = 65_536

export const ZIP_LIMITS = {
  /** The format counts entries in 16 bits; the directory is read as a whole. */
  entries: 65_534,
  directoryBytes: 16_000_000,
}

export interface ZipEntry {
  name: string
  crc: number
  packed: number
  bytes: number
  offset: number
}

const cut = (): ArchiveProblem =>
  new ArchiveProblem(null, 'The file is no ZIP file, or its end is missing')

const readAt = async (file: FileHandle, position: number, length: number): Promise<Buffer> => {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position)
  if (bytesRead < length) throw cut()
  return buffer
}

/** Reads the list of entries, so that their sizes are known before anything is unpacked. */
export const readZipEntries = async (file: FileHandle): Promise<ZipEntry[]> => {
  const { size } = await file.stat()
  if (size < END_BYTES) throw cut()
  const end = await readAt(file, size - END_BYTES, END_BYTES)
  // An archive has no comment, so its end is always at the same place.
  if (end.readUInt32LE(0) !== END_SIGNATURE || end.readUInt16LE(20) !== 0) throw cut()
  const [count, length, start] = [end.readUInt16LE(10), end.readUInt32LE(12), end.readUInt32LE(16)]
  if (count > ZIP_LIMITS.entries || length > ZIP_LIMITS.directoryBytes)
    throw new ArchiveProblem(null, 'The file has too many entries')
  if (start + length !== size - END_BYTES) throw cut()
  const entries = parseDirectory(await readAt(file, start, length), count)
  if (new Set(entries.map(({ name }) => name)).size < entries.length)
    throw new ArchiveProblem(null, 'The file has two entries of the same name')
  // Entries that share bytes would unpack to much more than the file can hold.
  let free = 0
  for (const { name, offset, packed } of entries) {
    if (offset < free) throw new ArchiveProblem(name, 'lies over another entry')
    free = offset + LOCAL_BYTES + Buffer.byteLength(name) + packed
  }
  if (free > start) throw cut()
  return entries
}

const parseDirectory = (directory: Buffer, count: number): ZipEntry[] => {
  const entries: ZipEntry[] = []
  let at = 0
  for (let index = 0; index < count; index++) {
    if (at + DIRECTORY_BYTES > directory.length) throw cut()
    if (directory.readUInt32LE(at) !== DIRECTORY_SIGNATURE) throw cut()
    const nameEnd = at + DIRECTORY_BYTES + directory.readUInt16LE(at + 28)
    const name = directory.toString('utf8', at + DIRECTORY_BYTES, nameEnd)
    const isEncrypted = (directory.readUInt16LE(at + 8) & ENCRYPTED) !== 0
    if (isEncrypted || directory.readUInt16LE(at + 10) !== DEFLATED)
      throw new ArchiveProblem(name, 'is encrypted or packed by another method')
    entries.push({
      name,
      crc: directory.readUInt32LE(at + 16),
      packed: directory.readUInt32LE(at + 20),
      bytes: directory.readUInt32LE(at + 24),
      offset: directory.readUInt32LE(at + 42),
    })
    at = nameEnd + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32)
  }
  if (at !== directory.length) throw cut()
  return entries
}

async function* pieces(file: FileHandle, start: number, end: number): AsyncGenerator<Buffer> {
  for (let at = start; at < end; at += PIECE)
    yield await readAt(file, at, Math.min(PIECE, end - at))
}

/**
 * Unpacks an entry piece by piece. Never yields more bytes than the directory announces, and throws
 * unless size and checksum are those of the directory.
 */
export async function* readZipEntry(file: FileHandle, entry: ZipEntry): AsyncGenerator<Buffer> {
  const { name, offset, packed, bytes, crc } = entry
  const local = await readAt(file, offset, LOCAL_BYTES)
  const nameLength = local.readUInt16LE(26)
  const start = offset + LOCAL_BYTES + nameLength + local.readUInt16LE(28)
  const ownName = await readAt(file, offset + LOCAL_BYTES, nameLength)
  if (local.readUInt32LE(0) !== LOCAL_SIGNATURE || ownName.toString('utf8') !== name)
    throw new ArchiveProblem(name, 'is not where the list of entries says')
  let [length, checksum] = [0, 0]
  const source = Readable.from(pieces(file, start, start + packed))
  const inflate = createInflateRaw({ chunkSize: PIECE })
  try {
    source.on('error', (error) => inflate.destroy(error)).pipe(inflate)
    for await (const piece of inflate as AsyncIterable<Buffer>) {
      length += piece.length
      if (length > bytes) throw new ArchiveProblem(name, 'unpacks to more than it announces')
      checksum = crc32(piece, checksum)
      yield piece
    }
  } catch (error) {
    if (error instanceof ArchiveProblem) throw error
    // The error of zlib or of the file; what it says helps no reader of the archive.
    throw isZlibError(error) ? new ArchiveProblem(name, 'is damaged') : error
  } finally {
    source.destroy()
    inflate.destroy()
  }
  if (length !== bytes || checksum !== crc) throw new ArchiveProblem(name, 'is damaged')
}

const isZlibError = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  typeof error.code === 'string' &&
  error.code.startsWith('Z_')
