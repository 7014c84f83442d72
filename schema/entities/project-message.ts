import * as v from 'valibot'
import { FIELD_LIMITS } from './field-limits.ts'
import { filledText, instant, listOf, personName, rowId, title } from './fields.ts'

const shared = {
  id: rowId,
  text: filledText(FIELD_LIMITS.noticeText),
  /** Time in ms. */
  sentOn: instant,
}
/** A message as the team reads it. `vendors`: the names of the chosen ones; null = all. */
export const SentMessage = v.strictObject({
  ...shared,
  senderName: personName,
  team: v.boolean(),
  vendors: v.nullable(listOf(title, FIELD_LIMITS.organizations)),
})
export type SentMessage = v.InferOutput<typeof SentMessage>
/** A message as a vendor reads it: without its sender and receivers, with an id of the vendor's own. */
export const ReceivedMessage = v.strictObject(shared)

/** A message of the owner, kept in the project. */
export const ProjectMessage = v.union([SentMessage, ReceivedMessage])
export type ProjectMessage = v.InferOutput<typeof ProjectMessage>
