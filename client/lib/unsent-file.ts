import { UNSENT_FILE_ENDING } from '#schema/api/unsent-ending.ts'
import { Refusal } from '#schema/refusal.ts'
import { readyDevice } from './device.ts'

/**
 * Downloads all unsent and parked edits as a file. They stay unsent on this device until the server
 * has them.
 */
export const downloadUnsent = async (): Promise<void> => {
  const file = await (await readyDevice()).worker.packUnsent()
  if (file === null) throw new Refusal('USER_SESSION_EXPIRED')
  const url = URL.createObjectURL(new Blob([JSON.stringify(file)], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = url
  link.download = `unsent-${file.username}-${new Date(file.savedOn).toISOString().slice(0, 10)}${UNSENT_FILE_ENDING}`
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
