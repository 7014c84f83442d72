import { createHash } from 'node:crypto'
import * as v from 'valibot'
import type { notifications } from '#schema/api/notification-service/notifications.ts'
import type { ProjectMessage } from '#schema/entities/project-message.ts'
import { openAudience } from '../database/access/open-audience.ts'
import type { Queries } from '../database/database.ts'
import { newId } from '../database/new-id.ts'
import type { Tables } from '../database/tables.ts'
import type { Handlers } from '../route.ts'

/**
 * Who got a message. `vendorIds` are the vendors at the time of sending, also of a message to all:
 * a vendor invited later must not learn from it that others were told before.
 */
const Receivers = v.strictObject({
  team: v.boolean(),
  isToAllVendors: v.boolean(),
  vendorIds: v.array(v.number()),
})
type Receivers = v.InferOutput<typeof Receivers>
const StoredReceivers = v.pipe(v.string(), v.parseJson(), Receivers)

interface NewMessage {
  projectId: string
  sender: { id: number; name: string }
  text: string
  receivers: Receivers
  /** Server time in ms. */
  now: number
}

/** Keeps a message for later readers, in the transaction that sends it. */
export const keepMessage = async (
  tx: Queries,
  { projectId, sender, text, receivers, now }: NewMessage,
): Promise<void> => {
  await tx
    .insertInto('project_messages')
    .values({
      project_id: projectId,
      id: newId(now),
      sender_id: sender.id,
      sender_name: sender.name,
      text,
      receivers: JSON.stringify(receivers),
      created_on: now,
    })
    .execute()
}

/** The messages of a project as the caller may read them, newest first. */
export const listMessages: Handlers<typeof notifications>['messages'] = async (
  { params },
  { services, person },
) => {
  await services.moveDueProjects()
  const tx = services.database.queries
  const { actor } = await openAudience(tx, person, params.id)
  const sent = await readSent(tx, params.id)
  if (actor.relation !== 'vendor') return await asTeamReads(tx, sent)
  const { vendorId } = actor
  return vendorId === null ? [] : asVendorReads(sent, vendorId)
}

type SentMessage = Omit<Tables['project_messages'], 'receivers'> & { receivers: Receivers }

const readSent = async (tx: Queries, projectId: string): Promise<SentMessage[]> => {
  const rows = await tx
    .selectFrom('project_messages')
    .select(['project_id', 'id', 'sender_id', 'sender_name', 'text', 'receivers', 'created_on'])
    .where('project_id', '=', projectId)
    .orderBy('created_on', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map((row) => ({ ...row, receivers: v.parse(StoredReceivers, row.receivers) }))
}

const asTeamReads = async (
  tx: Queries,
  sent: readonly SentMessage[],
): Promise<ProjectMessage[]> => {
  const names = await namesOf(
    tx,
    sent.flatMap(({ receivers }) => receivers.vendorIds),
  )
  return sent.map(({ id, text, created_on, sender_name, receivers }) => ({
    id,
    text,
    sentOn: Number(created_on),
    senderName: sender_name,
    team: receivers.team,
    vendors: receivers.isToAllVendors
      ? null
      : receivers.vendorIds.flatMap((vendorId) => names.get(vendorId) ?? []).toSorted(),
  }))
}

const asVendorReads = (sent: readonly SentMessage[], vendorId: number): ProjectMessage[] =>
  sent
    .filter(({ receivers }) => receivers.vendorIds.includes(vendorId))
    .map(({ id, text, created_on }) => ({
      id: idForVendor(id, vendorId),
      text,
      sentOn: Number(created_on),
    }))

/** An id that two vendors cannot compare; the message's own id never leaves the team. */
const idForVendor = (id: string, vendorId: number): string =>
  createHash('sha256').update(`${vendorId} ${id}`).digest('hex').slice(0, 32)

const namesOf = async (tx: Queries, ids: readonly number[]): Promise<Map<number, string>> => {
  if (ids.length === 0) return new Map()
  const rows = await tx
    .selectFrom('organizations')
    .select(['id', 'name'])
    .where('id', 'in', [...new Set(ids)])
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}
