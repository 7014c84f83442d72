import type { OutboxEntry, ParkedEntry } from '#sync/engine/ports.ts'
import { bytesOf } from '../network/base64.ts'
import type { DeviceDatabase } from '../storage/database.ts'
import { SEALED_FILE } from '../files/seal-files.ts'

/**
 * Unsent and parked work of a signed-out person: its JSON, encrypted with AES-GCM-256 under a key
 * that only the person's next sign-in brings.
 */
export interface SealedRecord {
  key: `sealed/${string}`
  iv: Uint8Array<ArrayBuffer>
  bytes: ArrayBuffer
}
interface Work {
  outbox: OutboxEntry[]
  parked: ParkedEntry[]
}

const WORK = ['outbox', 'parked'] as const
const PREFIX = 'sealed/'
const IV_BYTES = 12

/**
 * Imports the key so that no code can read it out again.
 * @param raw the server's seal key, base64 of 32 bytes
 */
export const importSealKey = (raw: string): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', bytesOf(raw), 'AES-GCM', false, ['encrypt', 'decrypt'])

/** The revision, which each writing transaction raises. */
const revision = async (database: DeviceDatabase): Promise<number> => {
  const record = await database.meta.get('device')
  return record?.key === 'device' ? record.rev : 0
}
/** Raises the revision, so that tabs drop their cached rows. */
export const raiseRevision = (database: DeviceDatabase): PromiseLike<unknown> =>
  database.meta
    .where('key')
    .equals('device')
    .modify((record) => {
      if (record.key === 'device') record.rev += 1
    })

/** Seals the work, including edits that another tab writes during the encryption. */
export const sealWork = async (database: DeviceDatabase, key: CryptoKey): Promise<void> => {
  for (;;) {
    const [work, rev] = await database.transaction('r', [...WORK, 'meta'], async () => {
      const found: Work = {
        outbox: await database.outbox.toArray(),
        parked: await database.parked.toArray(),
      }
      return [found, await revision(database)] as const
    })
    const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES))
    const bytes = await crypto.subtle.encrypt(
      { name: 'AES-GCM', iv },
      key,
      new TextEncoder().encode(JSON.stringify(work)),
    )
    const isDone = await database.transaction('rw', [...WORK, 'meta'], async () => {
      if ((await revision(database)) !== rev) return false
      await database.meta.put({ key: `${PREFIX}${crypto.randomUUID()}`, iv, bytes })
      await Promise.all(WORK.map((name) => database.table(name).clear()))
      await raiseRevision(database)
      return true
    })
    if (isDone) return
  }
}

const unsealed = async ({ iv, bytes }: SealedRecord, key: CryptoKey): Promise<Work | null> => {
  try {
    return JSON.parse(
      new TextDecoder().decode(await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, key, bytes)),
    ) as Work
  } catch {
    return null
  }
}
const isSealed = (record: { key: string }): record is SealedRecord => record.key.startsWith(PREFIX)

/** Whether the device holds sealed work, so that its database stays. */
export const hasSealed = async (database: DeviceDatabase): Promise<boolean> =>
  (await database.meta.where('key').startsWithAnyOf(PREFIX, SEALED_FILE).count()) > 0

/** Restores sealed work to the outbox and the parked edits. Work under another key stays sealed. */
export const openSeals = async (database: DeviceDatabase, key: CryptoKey): Promise<void> => {
  for (const record of (await database.meta.where('key').startsWith(PREFIX).toArray()).filter(
    isSealed,
  )) {
    const work = await unsealed(record, key)
    if (work === null) continue
    await database.transaction('rw', [...WORK, 'meta'], async () => {
      // Another tab may have unsealed it, and the work may have been sent.
      if ((await database.meta.get(record.key)) === undefined) return
      await database.outbox.bulkPut(work.outbox)
      await database.parked.bulkPut(work.parked)
      await database.meta.delete(record.key)
      await raiseRevision(database)
    })
  }
}
