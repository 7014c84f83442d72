import { FIELD_LIMITS } from '#schema/entities/field-limits.ts'
import type { TableView, TableViewContent } from '#schema/entities/table-view.ts'
import type { ProjectActor } from '#schema/mutations/mutation.ts'
import { Refusal } from '#schema/refusal.ts'
import { mayShareViews } from '#schema/rules/project/table-views.ts'
import type { Queries } from '../database/database.ts'
import type { SignedInContext } from '../route.ts'
import { findProjectOf, openProject } from './open-project.ts'

/**
 * The document, the caller, and the side (requestor or vendor) within which a view can be shared.
 */
interface Place {
  projectId: string
  documentId: string
  vendorId: number
  userId: number
  mayShare: boolean
}

/** Value of `vendor_id` for views of requestors. */
const OF_REQUESTORS = 0
const sideOf = ({ relation, vendorId }: ProjectActor): number =>
  relation === 'vendor' && vendorId !== null ? vendorId : OF_REQUESTORS

/** @throws NOT_FOUND for a document that the caller may not see */
const openPlace = async (context: SignedInContext, documentId: string): Promise<Place> => {
  const { actor, projectId } = await openProject(
    context,
    await findProjectOf(context, 'document', documentId),
  )
  return {
    projectId,
    documentId,
    vendorId: sideOf(actor),
    userId: context.caller.userId,
    mayShare: mayShareViews(actor),
  }
}

/** Views of the caller's side: their own, and shared ones of others. */
const seenViews = (tx: Queries, { projectId, documentId, vendorId, userId }: Place) =>
  tx
    .selectFrom('table_views')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('document_id', '=', documentId)
    .where('vendor_id', '=', vendorId)
    .where((eb) => eb.or([eb('user_id', '=', userId), eb('is_shared', '=', 1)]))

export const readViews = async (
  context: SignedInContext,
  documentId: string,
): Promise<TableView[]> => {
  const place = await openPlace(context, documentId)
  const rows = await seenViews(context.services.database.queries, place)
    .orderBy('name')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    isShared: row.is_shared === 1,
    isOwn: row.user_id === place.userId,
    content: JSON.parse(row.content) as TableViewContent,
    updatedOn: row.updated_on,
  }))
}

interface At {
  documentId: string
  id: string
}
type Saved = Pick<TableView, 'name' | 'isShared' | 'content'>

/** Creates a view, or changes it if it is the caller's own or the caller may share views. */
export const saveView = async (
  context: SignedInContext,
  { documentId, id }: At,
  { name, isShared, content }: Saved,
): Promise<void> => {
  const place = await openPlace(context, documentId)
  const { services } = context
  const { projectId, vendorId, userId } = place
  await services.database.write(async (tx) => {
    const known = await tx
      .selectFrom('table_views')
      .select(['vendor_id', 'user_id', 'is_shared'])
      .where('project_id', '=', projectId)
      .where('document_id', '=', documentId)
      .where('id', '=', id)
      .executeTakeFirst()
    const seen =
      known === undefined
        ? undefined
        : await seenViews(tx, place).where('id', '=', id).executeTakeFirst()
    // The id belongs to a view that the caller may not see.
    if (known !== undefined && seen === undefined) throw new Refusal('NOT_FOUND')
    const isOwn = seen === undefined || seen.user_id === userId
    if (!place.mayShare && (isShared || seen?.is_shared === 1 || !isOwn))
      throw new Refusal('NOT_ALLOWED')
    const values = {
      name,
      is_shared: isShared ? 1 : 0,
      content: JSON.stringify(content),
      updated_on: services.clock(),
    }
    if (seen !== undefined) {
      // Making a shared view private would take it from the other people, including its author.
      if (!isOwn && !isShared) throw new Refusal('NOT_ALLOWED')
      await tx
        .updateTable('table_views')
        .set(values)
        .where('project_id', '=', projectId)
        .where('document_id', '=', documentId)
        .where('id', '=', id)
        .execute()
      return
    }
    const { count } = await tx
      .selectFrom('table_views')
      .select((eb) => eb.fn.countAll().as('count'))
      .where('project_id', '=', projectId)
      .where('document_id', '=', documentId)
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow()
    if (Number(count) >= FIELD_LIMITS.tableViews)
      throw new Refusal('VIEWS_FULL', { detail: { count: FIELD_LIMITS.tableViews } })
    await tx
      .insertInto('table_views')
      .values({
        project_id: projectId,
        document_id: documentId,
        id,
        vendor_id: vendorId,
        user_id: userId,
        ...values,
      })
      .execute()
  })
}

export const deleteView = async (
  context: SignedInContext,
  { documentId, id }: At,
): Promise<void> => {
  const place = await openPlace(context, documentId)
  await context.services.database.write(async (tx) => {
    const view = await seenViews(tx, place).where('id', '=', id).executeTakeFirst()
    if (view === undefined) throw new Refusal('NOT_FOUND')
    if (view.user_id !== place.userId && !place.mayShare) throw new Refusal('NOT_ALLOWED')
    await tx
      .deleteFrom('table_views')
      .where('project_id', '=', place.projectId)
      .where('document_id', '=', documentId)
      .where('id', '=', id)
      .execute()
  })
}
