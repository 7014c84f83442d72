import type { Entity } from '#schema/entities/rows.ts'
import { areAnswersOpen, isOpenToVendors } from '#schema/rules/access/access.ts'
import type { Audience } from '../database/access/read-audience.ts'
import type { Queries } from '../database/database.ts'
import { ENTITY_TABLES } from '../database/entity-tables.ts'
import type { RefusedRead } from '../database/project-log/refused-reads.ts'
import type { SignedInContext } from '../route.ts'

type Place = Pick<Audience, 'actor' | 'project'>
type Sealed = Pick<RefusedRead, 'what' | 'vendorId'>

/** Records in the project's log that a requestor requested sealed work of a vendor. */
export const noteSealedRead = async (
  { services, person }: SignedInContext,
  { actor, project }: Place,
  sealed: Sealed,
): Promise<void> => {
  const isSealed = isOpenToVendors(project) && !areAnswersOpen(project)
  if (actor.relation === 'vendor' || !isSealed) return
  const { vendorId } = sealed
  const tx = services.database.queries
  if (vendorId !== null && !(await isInProject(tx, project.id, vendorId))) return
  await services.refusedReads.record({ projectId: project.id, userId: person.userId, ...sealed })
}

const isInProject = async (tx: Queries, projectId: string, vendorId: number): Promise<boolean> => {
  const query = tx.selectFrom('project_vendors').select('id').where('project_id', '=', projectId)
  return (await query.where('vendor_id', '=', vendorId).executeTakeFirst()) !== undefined
}

const SEALED_ROWS: { readonly [E in Entity]?: RefusedRead['what'] } = {
  commitment: 'answers',
  attachment: 'files',
}

/**
 * Records a request by id for a row that the caller may not see, if it is sealed work of a vendor.
 */
export const noteHiddenRow = async (
  context: SignedInContext,
  place: Place,
  { entity, id }: { entity: Entity; id: string },
): Promise<void> => {
  const what = SEALED_ROWS[entity]
  if (what === undefined) return
  const row = await context.services.database.queries
    .selectFrom(ENTITY_TABLES[entity] as 'attachments')
    .select('vendor_id')
    .where('project_id', '=', place.project.id)
    .where('id', '=', id)
    .executeTakeFirst()
  const vendorId = row?.vendor_id ?? null
  if (vendorId !== null) await noteSealedRead(context, place, { what, vendorId })
}
