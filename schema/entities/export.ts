import * as v from 'valibot'
import { FIELD_LIMITS } from './field-limits.ts'
import { counter, filledText, instant, listOf, numericId, rowId, title } from './fields.ts'

/** What an export holds. */
export const EXPORT_CONTENTS = [
  'requirements',
  'answers',
  'evaluation',
  'comments',
  'log',
  'everything',
  'archive',
] as const
export const ExportContent = v.picklist(EXPORT_CONTENTS)
export type ExportContent = v.InferOutput<typeof ExportContent>

export const EXPORT_FORMATS = ['xlsx', 'csv', 'json', 'tenderbook'] as const
export const ExportFormat = v.picklist(EXPORT_FORMATS)
export type ExportFormat = v.InferOutput<typeof ExportFormat>

/** What a person asks for. An archive is whole and has its own format. */
export const ExportRequest = v.pipe(
  v.strictObject({
    content: ExportContent,
    format: ExportFormat,
    /** Only these vendors; null = all that the person may read. */
    vendorIds: v.optional(v.nullable(listOf(numericId, FIELD_LIMITS.exportVendors)), null),
  }),
  v.forward(
    v.check(({ content, format }) => (content === 'archive') === (format === 'tenderbook')),
    ['format'],
  ),
  v.forward(
    v.check(({ content, vendorIds }) => content !== 'archive' || vendorIds === null),
    ['vendorIds'],
  ),
)
export type ExportRequest = v.InferOutput<typeof ExportRequest>

/** `error`: the export failed; `rights`: the person lost the right to it; `size`: too many rows. */
export const EXPORT_FAILURES = ['error', 'rights', 'size'] as const
export type ExportFailure = (typeof EXPORT_FAILURES)[number]

/** An export of the person who asked for it; no one else sees it. */
export const Export = v.strictObject({
  id: rowId,
  content: ExportContent,
  format: ExportFormat,
  /** Names of the chosen vendors; null = all. */
  vendors: v.nullable(listOf(title, FIELD_LIMITS.exportVendors)),
  state: v.picklist(['waiting', 'running', 'ready', 'failed']),
  failure: v.nullable(v.picklist(EXPORT_FAILURES)),
  /** Rows written, and rows in all. */
  done: counter,
  total: counter,
  askedBy: title,
  createdOn: instant,
  /** When the file is deleted. */
  expiresOn: instant,
  fileName: v.nullable(filledText(FIELD_LIMITS.title)),
  bytes: v.nullable(counter),
})
export type Export = v.InferOutput<typeof Export>
