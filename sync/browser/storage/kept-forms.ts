import type { DeviceDatabase } from './database.ts'

/** Before the name of a form, in the keys of what is typed and not sent. */
export const FORM = 'form/'

/** The text of a form as it was typed last; `text` null = it was sent or thrown away. */
export interface FormRecord {
  key: `form/${string}`
  /** JSON of what stands in the form. */
  text: string | null
  /** ms by this device's clock. */
  at: number
}

/**
 * Writes it so that it outlives a browser that is killed and a machine that loses its power.
 * @throws what IndexedDB throws, for example at a full disk
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

/** Everything that was typed here and not sent, and what is known to be sent. */
export const readForms = async (database: DeviceDatabase): Promise<FormRecord[]> =>
  (await database.meta.where('key').startsWith(FORM).toArray()).filter(isForm)

export const forgetForms = (database: DeviceDatabase, keys: readonly string[]): Promise<void> =>
  database.meta.bulkDelete([...keys])
