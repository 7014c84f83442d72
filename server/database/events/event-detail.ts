import type { Document } from '#schema/entities/structure.ts'
import type { Queries } from '../database.ts'
import { parseRow } from '../entity-tables.ts'
import type { Tables } from '../tables.ts'
import type { EventDetail } from './write-events.ts'

type Event = Tables['events']

/** The people whom a personal event concerns, from the rows at the time of the delivery. */
export const peopleOf = async (tx: Queries, event: Event): Promise<number[] | null> => {
  const detail = JSON.parse(event.detail) as EventDetail
  if (detail.commentId !== undefined) return await authorsOf(tx, event, detail)
  if (event.kind !== 'document.overridden' && event.kind !== 'import.finished')
    return event.user_ids === null ? null : (JSON.parse(event.user_ids) as number[])
  const document = await readDocument(tx, event, detail.documentId ?? '')
  const own = document?.ownerId == null ? [] : [document.ownerId]
  return event.kind === 'document.overridden'
    ? own
    : [...own, ...(document?.members ?? []), ...(event.actor_id === null ? [] : [event.actor_id])]
}

/** Those who wrote in a discussion, without the people whom its newest reply mentions. */
const authorsOf = async (
  tx: Queries,
  { project_id: projectId }: Event,
  { commentId = '', mentioned = [] }: EventDetail,
): Promise<number[]> => {
  const started = await tx
    .selectFrom('comments')
    .select('body')
    .where('project_id', '=', projectId)
    .where('id', '=', commentId)
    .execute()
  const replies = await tx
    .selectFrom('replies')
    .select('body')
    .where('project_id', '=', projectId)
    .where('comment_id', '=', commentId)
    .execute()
  const authors = [
    ...started.map(({ body }) => parseRow('comment', body).authorId),
    ...replies.map(({ body }) => parseRow('reply', body).authorId),
  ]
  return authors.filter((id) => !mentioned.includes(id))
}

const readDocument = async (
  tx: Queries,
  { project_id: projectId }: Event,
  id: string,
): Promise<Document | undefined> => {
  const row = await tx
    .selectFrom('documents')
    .select('body')
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row === undefined ? undefined : parseRow('document', row.body)
}

/** The detail with who acted and the values of the text that are known only now: names, numbers. */
export const namedDetail = async (tx: Queries, event: Event): Promise<EventDetail> => {
  const written = JSON.parse(event.detail) as EventDetail
  const { actor_id: actorId } = event
  const detail: EventDetail = actorId === null ? written : { ...written, actorId }
  if (event.kind === 'vendors.notStarted')
    return { ...detail, count: await countNotStarted(tx, event.project_id) }
  const { sectionId = null, documentId = null, packageId = null } = detail
  const found =
    (await nameOf(tx, event, { table: 'sections', id: sectionId })) ??
    (await nameOf(tx, event, { table: 'documents', id: documentId })) ??
    (await nameOf(tx, event, { table: 'packages', id: packageId }))
  return found === null ? detail : { ...detail, thing: found }
}

const countNotStarted = async (tx: Queries, projectId: string): Promise<number> => {
  const rows = await tx
    .selectFrom('project_vendors')
    .select('body')
    .where('project_id', '=', projectId)
    .execute()
  return rows.filter(({ body }) => !parseRow('projectVendor', body).started).length
}

const nameOf = async (
  tx: Queries,
  { project_id: projectId }: Event,
  { table, id }: { table: 'sections' | 'documents' | 'packages'; id: string | null },
): Promise<string | null> => {
  if (id === null) return null
  const row = await tx
    .selectFrom(table as 'packages')
    .select('body')
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row === undefined ? null : (JSON.parse(row.body) as { name: string }).name
}
