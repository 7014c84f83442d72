import { ImportFileError } from './import-file-error.ts'

/**
 * A file of streams, as workbooks from before 2007 and encrypted ones are. Sectors are chained by a
 * table that a hostile file can turn into circles, so each chain is followed for as many steps as
 * there are sectors. Source: [MS-CFB].
 */
export interface CompoundFile {
  names: readonly string[]
  /** The bytes of the first stream with one of the names; null = there is none. */
  stream: (names: readonly string[]) => Uint8Array | null
}

const LAST_SECTOR = 0xfffffffa
const ENTRY_BYTES = 128
const STREAM = 2
const ROOT = 5

interface Entry {
  name: string
  type: number
  start: number
  size: number
}

const broken = (): ImportFileError => new ImportFileError('brokenZip')

const chainOf = (table: readonly number[], start: number): number[] => {
  const chain: number[] = []
  for (let at = start; at < LAST_SECTOR; at = table[at] ?? LAST_SECTOR) {
    if (chain.length >= table.length) throw broken()
    chain.push(at)
  }
  return chain
}

const joined = (parts: readonly Uint8Array[]): Uint8Array => {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

const numbersOf = (bytes: Uint8Array): number[] => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return Array.from({ length: Math.floor(bytes.length / 4) }, (_, at) =>
    view.getUint32(at * 4, true),
  )
}

const entriesOf = (bytes: Uint8Array): Entry[] => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const entries: Entry[] = []
  for (let at = 0; at + ENTRY_BYTES <= bytes.length; at += ENTRY_BYTES) {
    const length = Math.min(64, Math.max(0, view.getUint16(at + 64, true) - 2))
    entries.push({
      name: new TextDecoder('utf-16le').decode(bytes.subarray(at, at + length)),
      type: bytes[at + 66] ?? 0,
      start: view.getUint32(at + 116, true),
      size: view.getUint32(at + 120, true),
    })
  }
  return entries
}

/** @throws ImportFileError if the file is cut or its tables lead nowhere */
export const readCompound = (bytes: Uint8Array): CompoundFile => {
  if (bytes.length < 512) throw broken()
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const sectorBytes = view.getUint16(30, true) === 12 ? 4096 : 512
  const word = (at: number): number => view.getUint32(at, true)
  const sector = (id: number): Uint8Array => {
    const start = (id + 1) * sectorBytes
    if (start >= bytes.length) throw broken()
    return bytes.subarray(start, start + sectorBytes)
  }
  const most = Math.ceil(bytes.length / sectorBytes)
  const tableSectors = numbersOf(bytes.subarray(76, 512))
  for (let at = word(68), steps = 0; at < LAST_SECTOR; steps += 1) {
    if (steps > most) throw broken()
    const ids = numbersOf(sector(at))
    at = ids.pop() ?? LAST_SECTOR
    for (const id of ids) tableSectors.push(id)
  }
  const used = tableSectors.filter((id) => id < LAST_SECTOR)
  if (used.length > most) throw broken()
  const table = used.flatMap((id) => numbersOf(sector(id)))
  const read = (start: number): Uint8Array => joined(chainOf(table, start).map(sector))
  const entries = entriesOf(read(word(48)))
  const root = entries.find(({ type }) => type === ROOT)
  const small = (start: number): Uint8Array => {
    const stream = root === undefined ? new Uint8Array() : read(root.start)
    return joined(
      chainOf(numbersOf(read(word(60))), start).map((id) => stream.subarray(id * 64, id * 64 + 64)),
    )
  }
  const streamOf = ({ start, size }: Entry): Uint8Array => {
    const content = size < word(56) ? small(start) : read(start)
    if (content.length < size) throw broken()
    return content.subarray(0, size)
  }
  return {
    names: entries.map(({ name }) => name),
    stream: (names) => {
      const entry = entries.find(({ name, type }) => type === STREAM && names.includes(name))
      return entry === undefined ? null : streamOf(entry)
    },
  }
}
