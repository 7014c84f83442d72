import type { DeviceDatabase } from '../storage/database.ts'
import type { FileRecord } from './file-records.ts'

/**
 * A file of a signed-out person, encrypted under the key that seals their edits: its record as
 * JSON, then its bytes.
 */
export interface SealedFileRecord {
  key: `sealed-file/${string}`
  iv: Uint8Array<ArrayBuffer>
  bytes: ArrayBuffer
}

export const SEALED_FILE = 'sealed-file/'
const IV_BYTES = 12
/** Length of the record, which stands before it. */
const LENGTH_BYTES = 4

const packed = async ({ blob, ...rest }: FileRecord): Promise<Uint8Array<ArrayBuffer>> => {
  const text = new TextEncoder().encode(JSON.stringify(rest))
  const bytes = new Uint8Array(LENGTH_BYTES + text.length + blob.size)
  new DataView(bytes.buffer).setUint32(0, text.length)
  bytes.set(text, LENGTH_BYTES)
  bytes.set(new Uint8Array(await blob.arrayBuffer()), LENGTH_BYTES + text.length)
  return bytes
}
const unpacked = (bytes: ArrayBuffer): FileRecord => {
  const end = LENGTH_BYTES + new DataView(bytes).getUint32(0)
  const rest = JSON.parse(new TextDecoder().decode(bytes.slice(LENGTH_BYTES, end))) as Omit<
    FileRecord,
    'blob'
  >
  return { ...rest, blob: new Blob([bytes.slice(end)]) }
}

/** Seals files one after another, because they may be large. */
export const sealFiles = async (database: DeviceDatabase, key: CryptoKey): Promise<void> => {
  for (
    let record = await database.file.limit(1).first();
    record !== undefined;
    record = await database.file.limit(1).first()
  ) {
    const { id } = record
    const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES))
    const bytes = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, await packed(record))
    await database.transaction('rw', database.file, database.meta, async () => {
      await database.meta.put({ key: `${SEALED_FILE}${id}`, iv, bytes })
      await database.file.delete(id)
    })
  }
}

/** Unseals files so that they are sent again. Files under another key stay sealed. */
export const openSealedFiles = async (database: DeviceDatabase, key: CryptoKey): Promise<void> => {
  for (const name of await database.meta.where('key').startsWith(SEALED_FILE).primaryKeys()) {
    const sealed = await database.meta.get(name)
    if (sealed === undefined || !('iv' in sealed)) continue
    const bytes = await crypto.subtle
      .decrypt({ name: 'AES-GCM', iv: sealed.iv }, key, sealed.bytes)
      .catch(() => null)
    if (bytes === null) continue
    const record = unpacked(bytes)
    await database.transaction('rw', database.file, database.meta, async () => {
      // Another tab may have unsealed it, and the file may have been sent.
      if ((await database.meta.get(name)) === undefined) return
      await database.file.put(record)
      await database.meta.delete(name)
    })
  }
}
