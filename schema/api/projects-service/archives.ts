import * as v from 'valibot'
import { counter, text, title } from '../../entities/fields.ts'
import { FIELD_LIMITS } from '../../entities/field-limits.ts'
import { RowId } from '../common.ts'
import { endpoints } from '../endpoint.ts'

/** A project that was restored from an archive. */
export const RestoredProject = v.strictObject({
  id: RowId,
  name: title,
  version: text(FIELD_LIMITS.title),
  /** True = the archive has no answers, because they were sealed when it was written. */
  leavesOutSealed: v.boolean(),
  counts: v.strictObject({
    /** All rows of the archive, requirements and answers among them. */
    rows: counter,
    requirements: counter,
    answers: counter,
    vendors: counter,
    files: counter,
    /** Entries of the log of the archived project. */
    logEntries: counter,
  }),
})
export type RestoredProject = v.InferOutput<typeof RestoredProject>

export const archives = endpoints({
  restore: {
    method: 'POST',
    path: '/projects-service/archives/restore',
    access: { permission: 'PROJECT_CREATE' },
    takes: 'bytes',
    summary:
      'Restore a project archive as a new, archived project of the caller; ARCHIVE_INVALID names entry and line of the first problem',
    reply: RestoredProject,
    errors: [
      'NOT_ALLOWED',
      'INPUT_INVALID',
      'ARCHIVE_INVALID',
      'RESTORED_FULL',
      'TOO_LARGE',
      'FILE_QUOTA',
      'FILE_STORAGE_NOT_CLEAN_REJECTED',
      'STORAGE_FULL',
      'UNAVAILABLE',
    ],
    rateLimit: { max: 20, windowMs: 3_600_000 },
    timeoutMs: 3_600_000,
  },
})
