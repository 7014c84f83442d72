import type { FileRecord } from './file-records.ts'

/** What goes to the server before its edit does, ahead of everything in the outbox. */
export const isUnderway = ({ state }: Pick<FileRecord, 'state'>): boolean => state === 'waiting' || state === 'paused'
