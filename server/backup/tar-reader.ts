import type { FileHandle } from 'node:fs/promises'
import { ArchiveProblem } from '../archive/archive-problem.ts'
import { BLOCK, END_BYTES, paddingOf, parseTarHeader, type TarEntry } from './tar-header.ts'

const PIECE = 65_536

export interface PlacedEntry extends TarEntry {
  /** Where its content begins. */
  offset: number
}

const readAt = async (file: FileHandle, position: number, length: number): Promise<Buffer> => {
  const bytes = Buffer.alloc(length)
  let done = 0
  while (done < length) {
    const { bytesRead } = await file.read(bytes, done, length - done, position + done)
    if (bytesRead === 0) throw new ArchiveProblem(null, 'The file ends too early')
    done += bytesRead
  }
  return bytes
}
const isEmpty = (bytes: Buffer): boolean => bytes.every((byte) => byte === 0)

/**
 * Reads the list of entries. Headers, padding and end have to be exactly those of `TarWriter`, so
 * that no changed byte outside of the contents is passed over.
 */
export const readTarEntries = async (file: FileHandle): Promise<PlacedEntry[]> => {
  const { size } = await file.stat()
  const entries: PlacedEntry[] = []
  let at = 0
  for (;;) {
    const header = await readAt(file, at, BLOCK)
    if (isEmpty(header)) break
    const entry = parseTarHeader(header)
    const place = entries.at(-1)?.name
    if (entry === null)
      throw new ArchiveProblem(
        null,
        place === undefined ? 'The file is no backup' : `The header after ${place} is damaged`,
      )
    const offset = at + BLOCK
    const filled = paddingOf(entry.bytes)
    at = offset + entry.bytes + filled
    if (at > size) throw new ArchiveProblem(entry.name, 'is cut off: the file ends too early')
    if (!isEmpty(await readAt(file, at - filled, filled)))
      throw new ArchiveProblem(entry.name, 'is followed by damaged bytes')
    entries.push({ ...entry, offset })
  }
  if (at + END_BYTES !== size || !isEmpty(await readAt(file, at, END_BYTES)))
    throw new ArchiveProblem(null, 'The end of the file is damaged')
  return entries
}

export async function* readTarEntry(
  file: FileHandle,
  { offset, bytes }: PlacedEntry,
): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes; at += PIECE)
    yield await readAt(file, offset + at, Math.min(PIECE, bytes - at))
}
