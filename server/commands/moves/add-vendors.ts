import type { Project } from '#schema/entities/project.ts'
import { Refusal } from '#schema/refusal.ts'
import { activeMembers } from '../../database/access/active-members.ts'
import { refuseTeamOf } from '../../database/access/both-sides.ts'
import type { ProjectUnit } from '../project-unit.ts'
import type { Queries } from '../../database/database.ts'
import { loggingAccess } from '../../database/project-log/log-access.ts'

interface Addition {
  project: Project
  wanted: readonly number[]
  actorId: number
}

/**
 * Adds active vendors of the project's organization that are not in it yet. All their active
 * contacts get access until it is restricted.
 */
export const addVendors = async (
  tx: Queries,
  unit: ProjectUnit,
  { project, wanted, actorId }: Addition,
): Promise<void> => {
  if (wanted.length === 0) return
  const vendors = await tx
    .selectFrom('organizations')
    .select(['id', 'name'])
    .where('parent_id', '=', project.organizationId)
    .where('state', '=', 'ACTIVE')
    .where('id', 'in', wanted)
    .execute()
  if (vendors.length !== wanted.length)
    throw new Refusal('INPUT_INVALID', {
      field: 'vendorIds',
      detail: { field: 'vendorIds', problem: 'names an organization that is no vendor of yours' },
    })
  await refuseTeamOf(tx, project, wanted)
  for (const { id, name } of vendors) {
    unit.rows.put(
      'projectVendor',
      {
        id: `${project.id}.${id}`,
        projectId: project.id,
        vendorId: id,
        name,
        addedOn: unit.now,
        started: false,
        allSubmitted: false,
        answered: null,
        submitted: null,
        updatedOn: 0,
      },
      unit.now,
    )
  }
  const contacts = await activeMembers(tx, wanted).select(['organization_id', 'user_id']).execute()
  if (contacts.length === 0) return
  const grants = contacts.map(({ organization_id: vendor_id, user_id }) => ({
    project_id: project.id,
    vendor_id,
    user_id,
    package_ids: null,
  }))
  await loggingAccess(tx, { projectIds: [project.id], now: unit.now, actorId }, async () => {
    await tx
      .insertInto('restrictions')
      .values(grants)
      .onConflict((conflict) =>
        conflict.columns(['project_id', 'vendor_id', 'user_id']).doNothing(),
      )
      .execute()
  })
}
