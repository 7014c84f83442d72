import { Inflate } from 'fflate'
import { ImportFileError } from './import-file-error.ts'
import { IMPORT_LIMITS } from './import-limits.ts'

const END_SIGNATURE = 0x06054b50
const ENTRY_SIGNATURE = 0x02014b50
const END_BYTES = 22
const CHUNK = 64 * 1024

interface ZipEntry {
  name: string
  isDeflated: boolean
  packed: number
  unpacked: number
  headerOffset: number
}

/** The list at the end of the archive, read by hand: nothing is unpacked before its sizes are known. */
const readEntries = (view: DataView): ZipEntry[] => {
  const end = findEnd(view)
  const count = view.getUint16(end + 10, true)
  if (count > IMPORT_LIMITS.zipEntries) throw new ImportFileError('zipBomb', { limit: IMPORT_LIMITS.zipEntries, found: count })
  const entries: ZipEntry[] = []
  let at = view.getUint32(end + 16, true)
  for (let index = 0; index < count; index += 1) {
    if (view.getUint32(at, true) !== ENTRY_SIGNATURE) throw new ImportFileError('brokenZip')
    const nameLength = view.getUint16(at + 28, true)
    entries.push({
      name: new TextDecoder().decode(new Uint8Array(view.buffer, view.byteOffset + at + 46, nameLength)),
      isDeflated: view.getUint16(at + 10, true) === 8,
      packed: view.getUint32(at + 20, true),
      unpacked: view.getUint32(at + 24, true),
      headerOffset: view.getUint32(at + 42, true),
    })
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
  }
  return entries
}

const findEnd = (view: DataView): number => {
  const lowest = Math.max(0, view.byteLength - END_BYTES - 0xffff)
  for (let at = view.byteLength - END_BYTES; at >= lowest; at -= 1) if (view.getUint32(at, true) === END_SIGNATURE) return at
  throw new ImportFileError('brokenZip')
}

/** A directory may lie: what really comes out is counted and thrown away, and the count stops at the declared size. */
const checkEntry = (bytes: Uint8Array, view: DataView, entry: ZipEntry): void => {
  if (!entry.isDeflated) return
  const start = entry.headerOffset + 30 + view.getUint16(entry.headerOffset + 26, true) + view.getUint16(entry.headerOffset + 28, true)
  const packed = bytes.subarray(start, start + entry.packed)
  let unpacked = 0
  const inflate = new Inflate((part) => {
    unpacked += part.length
    if (unpacked > entry.unpacked) throw new ImportFileError('zipBomb', { limit: IMPORT_LIMITS.unpackedBytes })
  })
  for (let at = 0; at < packed.length; at += CHUNK) inflate.push(packed.subarray(at, at + CHUNK), at + CHUNK >= packed.length)
}

/** Refuses an archive that would unpack to more than the limits, before the spreadsheet reader sees it; answers the names inside. */
export const checkZip = (bytes: Uint8Array): string[] => {
  try {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    const entries = readEntries(view)
    const total = entries.reduce((sum, entry) => sum + entry.unpacked, 0)
    if (total > IMPORT_LIMITS.unpackedBytes) throw new ImportFileError('zipBomb', { limit: IMPORT_LIMITS.unpackedBytes, found: total })
    for (const entry of entries) checkEntry(bytes, view, entry)
    return entries.map((entry) => entry.name)
  } catch (error) {
    if (error instanceof ImportFileError) throw error
    throw new ImportFileError('brokenZip')
  }
}
