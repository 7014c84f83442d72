import { Inflate, zipSync } from 'fflate'
import { ImportFileError } from './import-file-error.ts'
import { IMPORT_LIMITS } from './import-limits.ts'

const END_SIGNATURE = 0x06054b50
const ENTRY_SIGNATURE = 0x02014b50
const END_BYTES = 22
const CHUNK = 64 * 1024
const STORED = 0
const DEFLATED = 8
const ENCRYPTED = 1

interface ZipEntry {
  name: string
  method: number
  /**
   * True if the entry is encrypted or uses a compression method that the reader does not support.
   */
  isUnreadable: boolean
  packed: number
  unpacked: number
  headerOffset: number
}

/** Parses the central directory by hand, so that sizes are known before anything is unpacked. */
const readEntries = (view: DataView): ZipEntry[] => {
  const end = findEnd(view)
  const count = view.getUint16(end + 10, true)
  if (count > IMPORT_LIMITS.zipEntries)
    throw new ImportFileError('zipBomb', { limit: IMPORT_LIMITS.zipEntries, found: count })
  const entries: ZipEntry[] = []
  let at = view.getUint32(end + 16, true)
  for (let index = 0; index < count; index += 1) {
    if (view.getUint32(at, true) !== ENTRY_SIGNATURE) throw new ImportFileError('brokenZip')
    const nameLength = view.getUint16(at + 28, true)
    const method = view.getUint16(at + 10, true)
    entries.push({
      name: new TextDecoder().decode(
        new Uint8Array(view.buffer, view.byteOffset + at + 46, nameLength),
      ),
      method,
      isUnreadable:
        (view.getUint16(at + 8, true) & ENCRYPTED) !== 0 || ![STORED, DEFLATED].includes(method),
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
  for (let at = view.byteLength - END_BYTES; at >= lowest; at -= 1)
    if (view.getUint32(at, true) === END_SIGNATURE) return at
  throw new ImportFileError('brokenZip')
}

/**
 * Unpacks an entry. Both headers may lie, so count the bytes as they come out and stop at the
 * declared size.
 */
const unpack = (bytes: Uint8Array, view: DataView, entry: ZipEntry): Uint8Array => {
  const { headerOffset: at, packed, unpacked } = entry
  const start = at + 30 + view.getUint16(at + 26, true) + view.getUint16(at + 28, true)
  const isOtherwise =
    view.getUint16(at + 8, true) !== entry.method || (entry.method === DEFLATED && packed === 0)
  if (isOtherwise || start + packed > bytes.length) throw new ImportFileError('brokenZip')
  const source = bytes.subarray(start, start + packed)
  const content = entry.method === STORED ? source : inflate(source, unpacked)
  if (content.length !== unpacked) throw new ImportFileError('brokenZip')
  return content
}

const inflate = (packed: Uint8Array, declared: number): Uint8Array => {
  const content = new Uint8Array(declared)
  let length = 0
  const stream = new Inflate((part) => {
    if (length + part.length > declared)
      throw new ImportFileError('zipBomb', { limit: IMPORT_LIMITS.unpackedBytes })
    content.set(part, length)
    length += part.length
  })
  for (let at = 0; at < packed.length; at += CHUNK)
    stream.push(packed.subarray(at, at + CHUNK), at + CHUNK >= packed.length)
  return content.subarray(0, length)
}

/** The parts that the spreadsheet reader needs; pictures, macros and HTML pages are skipped. */
const isReadPart = (name: string): boolean =>
  /^\/?(?:\[Content_Types\]\.xml|(?:_rels|xl|docProps)\/(?:[\w -]+\/)*[\w .-]+\.(?:xml|rels))$/i.test(
    name,
  ) || /^(?:content|META-INF\/manifest)\.xml$/.test(name)

const PROLOG_BYTES = 65_536
/**
 * Workbooks have no document type. One in an untrusted file can declare entities that expand or
 * fetch.
 */
export const refuseDocumentType = (content: Uint8Array): void => {
  const text = new TextDecoder('latin1').decode(content.subarray(0, PROLOG_BYTES))
  const prolog = /^[^]*?<[a-z]/i.exec(text.replace(/<!--[^]*?-->/g, ''))?.[0] ?? text
  if (/<!(?:DOCTYPE|ENTITY)/i.test(prolog)) throw new ImportFileError('brokenZip')
}

export interface CheckedZip {
  names: readonly string[]
  /** The contents of the parts that the reader needs, by name. */
  parts: ReadonlyMap<string, Uint8Array>
}

/** A rewritten archive: the parts of a workbook, uncompressed, with correct headers. */
export const packParts = (parts: ReadonlyMap<string, Uint8Array>): Uint8Array =>
  zipSync(Object.fromEntries(parts), { level: 0 })

/** Unpacks the wanted parts of an archive, unless it would unpack beyond the limits. */
export const unzipParts = (bytes: Uint8Array, isWanted: (name: string) => boolean): CheckedZip => {
  try {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    const entries = readEntries(view)
    const total = entries.reduce((sum, entry) => sum + entry.unpacked, 0)
    if (total > IMPORT_LIMITS.unpackedBytes)
      throw new ImportFileError('zipBomb', { limit: IMPORT_LIMITS.unpackedBytes, found: total })
    const parts = new Map<string, Uint8Array>()
    for (const entry of entries.filter(({ name }) => isWanted(name))) {
      if (parts.has(entry.name) || entry.isUnreadable) throw new ImportFileError('brokenZip')
      parts.set(entry.name, unpack(bytes, view, entry))
    }
    return { names: entries.map(({ name }) => name), parts }
  } catch (error) {
    if (error instanceof ImportFileError) throw error
    throw new ImportFileError('brokenZip')
  }
}

/**
 * Unpacks what the spreadsheet reader needs, unless the archive would unpack beyond the limits. The
 * reader trusts the local headers, so it gets a rewritten archive instead of the original.
 */
export const checkZip = (bytes: Uint8Array): CheckedZip => {
  const checked = unzipParts(bytes, isReadPart)
  for (const content of checked.parts.values()) refuseDocumentType(content)
  return checked
}
