import * as v from 'valibot'
import { FIELD_LIMITS } from './field-limits.ts'
import { filledText, instant, numericId, personName, rowId, title } from './fields.ts'

/** A notification as its receiver reads it. */
export const Notification = v.strictObject({
  id: rowId,
  message: filledText(FIELD_LIMITS.notificationText),
  createdOn: instant,
  read: v.boolean(),
  project: v.nullable(v.strictObject({ id: rowId, name: title })),
  organization: v.nullable(v.strictObject({ id: numericId, name: title })),
  /** The path of the screen that it leads to; null = none. */
  link: v.nullable(filledText(FIELD_LIMITS.notificationText)),
  /**
   * What several of them have in common, for those that have a text for many. Absent for messages:
   * their kinds would tell a vendor whether others got the message too.
   */
  kind: v.optional(filledText(FIELD_LIMITS.notificationText)),
  /** Who acted; absent unless that person and the reader are of the same side. */
  actor: v.optional(v.strictObject({ id: numericId, name: personName })),
})
export type Notification = v.InferOutput<typeof Notification>
