import * as v from 'valibot'
import { FIELD_LIMITS } from './field-limits.ts'
import { filledText, instant, numericId, rowId, title } from './fields.ts'

export const Notification = v.strictObject({
  id: rowId,
  /** The receiver. */
  userId: numericId,
  message: filledText(FIELD_LIMITS.notificationText),
  createdOn: instant,
  read: v.boolean(),
  project: v.nullable(v.strictObject({ id: rowId, name: title })),
  organization: v.nullable(v.strictObject({ id: numericId, name: title })),
})
export type Notification = v.InferOutput<typeof Notification>
