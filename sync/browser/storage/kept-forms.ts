import type { DeviceDatabase } from './database.ts'

/** Prefix of the keys of form records. */
export const FORM = 'form/'

/** The last typed text of a form; `text` null = it was sent or discarded. */
export interface FormRecord {
  key: `form/${string}`
  /** The form's fields as JSON. */
  text: string | null
  /** ms by this device's clock. */
  at: number
}

/**
 * Writes a form durably: it survives a killed browser and a power cut.
 * @throws what IndexedDB throws, for example on a full disk
 */
export const writeForm = (database: DeviceDatabase, record: FormRecord): Promise<void> =>
  new Promise((resolve, reject) => {
    const transaction = database
      .backendDB()
      .transaction('meta', 'readwrite', { durability: 'strict' })
    transaction.objectStore('meta').put(record)
    transaction.oncomplete = () => resolve()
    transaction.onerror = () => reject(transaction.error ?? new Error('A form was not written'))
    transaction.onabort = transaction.onerror
  })

const isForm = (record: { key: string }): record is FormRecord => record.key.startsWith(FORM)

/** All form records: typed and unsent, and those known to be sent. */
export const readForms = async (database: DeviceDatabase): Promise<FormRecord[]> =>
  (await database.meta.where('key').startsWith(FORM).toArray()).filter(isForm)

export const forgetForms = (database: DeviceDatabase, keys: readonly string[]): Promise<void> =>
  database.meta.bulkDelete([...keys])
