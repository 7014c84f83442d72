import { rm } from 'node:fs/promises'

/** Deletes a browser's profile; a browser that was just closed may still write into it. */
export const removeProfile = (folder: string): Promise<void> =>
  rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 })
