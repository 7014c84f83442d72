import * as v from 'valibot'
import { Place } from './comment.ts'
import { FIELD_LIMITS } from './field-limits.ts'
import { contentHash, description, filledText, instant, numericId, rowId, text, title } from './fields.ts'

/** The bytes of an attachment, addressed by what they are. */
export const StoredFile = v.strictObject({
  contentHash,
  bytes: v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(FIELD_LIMITS.fileBytes)),
  mime: filledText(FIELD_LIMITS.mime),
})
export type StoredFile = v.InferOutput<typeof StoredFile>

export const Attachment = v.strictObject({
  id: rowId,
  projectId: rowId,
  place: Place,
  file: StoredFile,
  name: title,
  alias: text(FIELD_LIMITS.title),
  description,
  /** The organization or vendor of whoever uploaded it: a vendor sees those of the requestor and its own. */
  createdByOrg: numericId,
  createdBy: numericId,
  createdOn: instant,
})
export type Attachment = v.InferOutput<typeof Attachment>
