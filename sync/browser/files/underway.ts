import type { FileRecord } from './file-records.ts'

/** Whether the file still has to be sent, ahead of its edit. */
export const isUnderway = ({ state }: Pick<FileRecord, 'state'>): boolean =>
  state === 'waiting' || state === 'paused'

/**
 * Whether the edit of the file has not been written. After that the file can be neither paused nor
 * taken back, only removed.
 */
export const mayBeTakenBack = (record: Pick<FileRecord, 'state' | 'told'>): boolean =>
  isUnderway(record) && record.told === undefined
