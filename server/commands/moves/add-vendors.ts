import type { Project } from '#schema/entities/project.ts'
import { Refusal } from '#schema/refusal.ts'
import { chosenContacts } from '#schema/rules/project/vendor-contacts.ts'
import { activeMembers } from '../../database/access/active-members.ts'
import { refuseTeamOf } from '../../database/access/both-sides.ts'
import type { ProjectUnit } from '../project-unit.ts'
import type { Queries } from '../../database/database.ts'
import { loggingAccess } from '../../database/project-log/log-access.ts'

/** Which contacts of a new vendor get access. */
export interface ChosenContacts {
  vendorId: number
  userIds: readonly number[]
}

interface Addition {
  project: Project
  wanted: readonly number[]
  /** Of a vendor not named here, all active contacts. */
  contacts: readonly ChosenContacts[]
  actorId: number
}

/**
 * Adds active vendors of the project's organization that are not in it yet. Their chosen contacts
 * get access to all packages until it is restricted.
 */
export const addVendors = async (
  tx: Queries,
  unit: ProjectUnit,
  { project, wanted, contacts, actorId }: Addition,
): Promise<void> => {
  requireChoicePerVendor(wanted, contacts)
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
  const people = await chosenPeople(tx, wanted, contacts)
  if (people.length === 0) return
  const grants = people.map(({ vendorId, userId }) => ({
    project_id: project.id,
    vendor_id: vendorId,
    user_id: userId,
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

/** A choice for a vendor that is not being added would change nothing, so it is refused. */
const requireChoicePerVendor = (
  wanted: readonly number[],
  contacts: readonly ChosenContacts[],
): void => {
  const named = contacts.map(({ vendorId }) => vendorId)
  if (new Set(named).size === named.length && named.every((id) => wanted.includes(id))) return
  const problem = 'names a vendor that is not being added, or one vendor twice'
  throw new Refusal('INPUT_INVALID', { field: 'contacts', detail: { field: 'contacts', problem } })
}

const chosenPeople = async (
  tx: Queries,
  wanted: readonly number[],
  contacts: readonly ChosenContacts[],
): Promise<{ vendorId: number; userId: number }[]> => {
  const active = await activeMembers(tx, wanted).select(['organization_id', 'user_id']).execute()
  const invited = await tx
    .selectFrom('invitations')
    .select('organization_id')
    .distinct()
    .where('organization_id', 'in', wanted)
    .where('accepted_on', 'is', null)
    .where('cancelled_on', 'is', null)
    .execute()
  return wanted.flatMap((vendorId) =>
    chosenContacts({
      active: active
        .filter(({ organization_id: id }) => id === vendorId)
        .map(({ user_id: userId }) => userId),
      chosen: contacts.find((one) => one.vendorId === vendorId)?.userIds,
      hasInvitation: invited.some(({ organization_id: id }) => id === vendorId),
    }).map((userId) => ({ vendorId, userId })),
  )
}
