import type { DeviceDatabase } from './database.ts'
import { type KeptCopy, type NewCopy, readCopy, writeCopy } from './kept-copies.ts'

/** Prefix of the keys of the records with the messages of a project. */
export const MESSAGES = 'messages/'
export const messagesKey = (projectId: string): `messages/${string}` => `${MESSAGES}${projectId}`

/** The messages of a project, as the person last read them from the server; null = none. */
export const readMessages = (database: DeviceDatabase, projectId: string): Promise<KeptCopy> =>
  readCopy(database, { projectId, key: messagesKey(projectId) })

export const writeMessages = (
  database: DeviceDatabase,
  projectId: string,
  copy: NewCopy,
): Promise<void> => writeCopy(database, { projectId, key: messagesKey(projectId), ...copy })

export const forgetMessages = (database: DeviceDatabase, projectId: string): Promise<void> =>
  database.meta.delete(messagesKey(projectId))
