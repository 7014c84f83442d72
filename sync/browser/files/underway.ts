import type { FileRecord } from './file-records.ts'

/** What goes to the server before its edit does, ahead of everything in the outbox. */
export const isUnderway = ({ state }: Pick<FileRecord, 'state'>): boolean =>
  state === 'waiting' || state === 'paused'

/** Its edit has not been written. Once it may have been, the file is paused, or taken back, no more: it is removed like any other. */
export const mayBeTakenBack = (record: Pick<FileRecord, 'state' | 'told'>): boolean =>
  isUnderway(record) && record.told === undefined
