import type { Write } from './late-writes.ts'

/** What one transaction wrote, so that it can be written again. */
export interface JournalRecord {
  /** The device's revision after it. */
  rev: number
  /**
   * The device's client id before the transaction. A recreated database has another id, and replay
   * skips the records of the former one.
   */
  follows: string
  writes: readonly Write[]
}

/** Length and checksum, 4 bytes each. */
const HEAD_BYTES = 8
const CRC_POLYNOMIAL = 0xedb88320

const CRC_OF_BYTE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte
  for (let bit = 0; bit < 8; bit += 1)
    crc = (crc & 1) === 1 ? (crc >>> 1) ^ CRC_POLYNOMIAL : crc >>> 1
  return crc
})
/** CRC-32 of ISO 3309, as in zip. */
export const crc32 = (bytes: Uint8Array): number => {
  let crc = 0xffffffff
  for (const byte of bytes) crc = (crc >>> 8) ^ (CRC_OF_BYTE[(crc ^ byte) & 0xff] ?? 0)
  return (crc ^ 0xffffffff) >>> 0
}

type PlainWrite =
  | { store: string; value: object }
  | { store: string; key: IDBValidKey }
  | { store: string; from: IDBValidKey; to: IDBValidKey }

const plain = (write: Write): PlainWrite =>
  'key' in write && write.key instanceof IDBKeyRange
    ? {
        store: write.store,
        from: write.key.lower as IDBValidKey,
        to: write.key.upper as IDBValidKey,
      }
    : (write as PlainWrite)
const live = (write: PlainWrite): Write =>
  'from' in write ? { store: write.store, key: IDBKeyRange.bound(write.from, write.to) } : write

export const encodeRecord = ({ rev, follows, writes }: JournalRecord): Uint8Array<ArrayBuffer> => {
  const body = new TextEncoder().encode(JSON.stringify([rev, follows, writes.map(plain)]))
  const bytes = new Uint8Array(HEAD_BYTES + body.length)
  const head = new DataView(bytes.buffer)
  head.setUint32(0, body.length)
  head.setUint32(4, crc32(body))
  bytes.set(body, HEAD_BYTES)
  return bytes
}

/**
 * The whole records from the beginning on that follow one another; what stands behind them is older
 * or was cut off.
 */
export const decodeRecords = (bytes: Uint8Array): JournalRecord[] => {
  const records: JournalRecord[] = []
  const head = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = 0; at + HEAD_BYTES < bytes.length;) {
    const body = bytes.subarray(at + HEAD_BYTES, at + HEAD_BYTES + head.getUint32(at))
    if (
      body.length === 0 ||
      body.length !== head.getUint32(at) ||
      crc32(body) !== head.getUint32(at + 4)
    )
      break
    const [rev, follows, writes] = JSON.parse(new TextDecoder().decode(body)) as [
      number,
      string,
      PlainWrite[],
    ]
    const last = records.at(-1)
    if (last !== undefined && rev !== last.rev + 1) break
    records.push({ rev, follows, writes: writes.map(live) })
    at += HEAD_BYTES + body.length
  }
  return records
}
