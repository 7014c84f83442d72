import type { FileRecord } from './file-records.ts'

/** What goes to the server before its edit does, ahead of everything in the outbox. */
export const isUnderway = ({ state }: Pick<FileRecord, 'state'>): boolean =>
  state === 'waiting' || state === 'paused'

/**
 * Whether its edit has not been written. After that the file can be neither paused nor taken back,
 * only removed.
 */
export const mayBeTakenBack = (record: Pick<FileRecord, 'state' | 'told'>): boolean =>
  isUnderway(record) && record.told === undefined
