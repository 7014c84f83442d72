import type { BookRecord } from './book-record.ts'

/** The project and vendor of the person who imports. */
export interface BookPlaceNow {
  projectId: string
  addendum: number
  vendorId: number
  /** The documents that the person sees, by what stays the same in all versions. */
  lineageIds: ReadonlySet<string>
}
export type WrongBook = 'otherVendor' | 'otherVersion' | 'otherProject' | 'newerPublication'

/**
 * Returns why a workbook does not belong here; null = it does. One of an earlier publication
 * belongs here: its edits merge like those of a device that was offline.
 */
export const wrongBook = (record: BookRecord, now: BookPlaceNow): WrongBook | null => {
  if (record.projectId !== now.projectId)
    return record.sheets.some(({ lineageId }) => now.lineageIds.has(lineageId))
      ? 'otherVersion'
      : 'otherProject'
  if (record.vendorId !== now.vendorId) return 'otherVendor'
  return record.addendum > now.addendum ? 'newerPublication' : null
}
