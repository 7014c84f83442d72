import type { Row } from '#schema/entities/rows.ts'
import type { MutationTx, ProjectActor } from '#schema/mutations/mutation.ts'
import { sidesOf } from '#schema/rules/access/access.ts'
import { isContact } from '../database/access/contacts.ts'
import { isOnTeam } from '../database/access/team.ts'
import { parseRow } from '../database/entity-tables.ts'
import { readListeners } from '../database/events/read-listeners.ts'
import { readHeldFile } from './held-file.ts'
import type { ProjectUnit } from './project-unit.ts'

/** What commands ask about people, files and other versions, which the locked rows do not say. */
export const readsBesideRows = (
  unit: ProjectUnit,
  actor: ProjectActor,
): Required<
  Pick<MutationTx, 'heldFile' | 'isOnTeam' | 'formerDocuments' | 'readsDiscussions'>
> => ({
  heldFile: (contentHash) => readHeldFile(unit, actor, contentHash),
  isOnTeam: (userId, packageId) => isOnTeamOf(unit, actor, { userId, packageId }),
  formerDocuments: () => readFormerDocuments(unit),
  readsDiscussions: (userId) => readsDiscussions(unit, userId),
})

/** The documents of the other versions of the project. */
const readFormerDocuments = async ({ tx, rows }: ProjectUnit): Promise<Row<'document'>[]> => {
  const others = await tx
    .selectFrom('projects')
    .select('id')
    .where('lineage_id', '=', await rows.lineage())
    .where('id', '!=', rows.projectId)
    .execute()
  if (others.length === 0) return []
  const found = await tx
    .selectFrom('documents')
    .select('body')
    .where(
      'project_id',
      'in',
      others.map(({ id }) => id),
    )
    .execute()
  return found.map(({ body }) => parseRow('document', body))
}

const isOnTeamOf = async (
  { tx, rows }: ProjectUnit,
  { relation, vendorId }: ProjectActor,
  { userId, packageId }: { userId: number; packageId: string | undefined },
): Promise<boolean> => {
  const project = await rows.get('project', rows.projectId)
  if (project === undefined) return false
  const { id: projectId, organizationId } = project
  if (relation === 'vendor')
    return vendorId !== null && (await isContact(tx, { projectId, vendorId, packageId }, userId))
  return await isOnTeam(tx, { projectId, organizationId }, userId)
}

/** Whether the person is on the team, and may browse the project and its discussions. */
const readsDiscussions = async ({ tx, rows }: ProjectUnit, userId: number): Promise<boolean> => {
  const project = await rows.get('project', rows.projectId)
  if (project === undefined) return false
  const team = await readListeners(tx, project, { requestors: true, vendorId: null })
  return team.some(
    ({ actor }) =>
      actor.userId === userId &&
      sidesOf(actor, project).length > 0 &&
      actor.permissions.includes('DISCUSSION_BROWSE'),
  )
}
