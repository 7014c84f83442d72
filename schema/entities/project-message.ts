import * as v from 'valibot'

const shared = {
  id: v.string(),
  text: v.string(),
  /** Time in ms. */
  sentOn: v.number(),
}
/** A message as the team reads it. `vendors`: the names of the chosen ones, or all of them. */
export const SentMessage = v.strictObject({
  ...shared,
  senderName: v.string(),
  team: v.boolean(),
  vendors: v.union([v.literal('all'), v.array(v.string())]),
})
export type SentMessage = v.InferOutput<typeof SentMessage>
/** A message as a vendor reads it: without its sender and receivers, with an id of the vendor's own. */
export const ReceivedMessage = v.strictObject(shared)

/** A message of the owner, kept in the project. */
export const ProjectMessage = v.union([SentMessage, ReceivedMessage])
export type ProjectMessage = v.InferOutput<typeof ProjectMessage>
