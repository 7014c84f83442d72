import { Refusal } from '#schema/refusal.ts'
import { findNewBothSides } from '../database/access/both-sides.ts'
import { noteAccessChange, settlePrimaryContact } from '../database/access/members.ts'
import type { Queries } from '../database/database.ts'
import { loggingAccess } from '../database/project-log/log-access.ts'
import type { FoundInvitation } from './invite.ts'
import { settleShownName } from './shown-name.ts'
import { waitsForApproval } from './waiting-access.ts'

interface Acceptance {
  userId: number
  /** ms */
  now: number
}

/**
 * Gives the person the memberships, roles and grants of the invitation, and activates its
 * organization, unless a contact has to wait for approval. Refuses with BOTH_SIDES_SELF if that would put the person on both sides of a
 * project.
 * @returns null if the invitation was accepted before, cancelled or has expired
 */
export const acceptInvitation = async (
  tx: Queries,
  invitation: FoundInvitation,
  { userId, now }: Acceptance,
): Promise<'READY' | 'WAITING' | null> => {
  const taken = await tx
    .updateTable('invitations')
    .set({ accepted_on: now, accepted_by: userId })
    .where('id', '=', invitation.id)
    .where('accepted_on', 'is', null)
    .where('cancelled_on', 'is', null)
    .where('expires_on', '>', now)
    .returning('id')
    .executeTakeFirst()
  if (taken === undefined) return null
  const { organizationId, roles, isPrimaryContact, project } = invitation
  const isWaiting = await waitsForApproval(tx, invitation)
  await tx
    .insertInto('organization_members')
    .values({
      organization_id: organizationId,
      user_id: userId,
      roles: JSON.stringify(roles),
      is_primary_contact: Number(isPrimaryContact),
      created_on: now,
      state: isWaiting ? 'PENDING' : 'ACTIVE',
    })
    .onConflict((conflict) => conflict.columns(['organization_id', 'user_id']).doNothing())
    .execute()
  if (!isWaiting)
    await tx
      .updateTable('users')
      .set({ active_organization_id: organizationId, updated_on: now })
      .where('id', '=', userId)
      .execute()
  if (invitation.parentId !== null) await settlePrimaryContact(tx, organizationId)
  await noteAccessChange(tx, [userId])
  await settleShownName(tx, userId)
  const granted = invitation.restrictions.map((one) => one.project)
  const projectIds = project === null ? granted : [...granted, project.id]
  await loggingAccess(tx, { projectIds, now, actorId: userId }, async () => {
    await grantRestrictions(tx, invitation, userId)
    if (project !== null) await addToProject(tx, project, { userId, now })
  })
  // This refusal names no project, because a vendor must not learn of a project before its
  // publication.
  const both = await findNewBothSides(tx, userId, organizationId)
  if (both !== null) throw new Refusal('BOTH_SIDES_SELF')
  return isWaiting ? 'WAITING' : 'READY'
}

const grantRestrictions = async (
  tx: Queries,
  { organizationId, restrictions }: FoundInvitation,
  userId: number,
): Promise<void> => {
  for (const { project, packageIds } of restrictions) {
    await tx
      .insertInto('restrictions')
      .values({
        project_id: project,
        vendor_id: organizationId,
        user_id: userId,
        package_ids: packageIds === null ? null : JSON.stringify(packageIds),
      })
      .onConflict((conflict) =>
        conflict.columns(['project_id', 'vendor_id', 'user_id']).doNothing(),
      )
      .execute()
  }
}

/** Skips a deleted project; the person still becomes a member of the organization. */
const addToProject = async (
  tx: Queries,
  project: { id: string; roles: readonly string[] },
  { userId, now }: Acceptance,
): Promise<void> => {
  const found = await tx
    .selectFrom('projects')
    .select('id')
    .where('id', '=', project.id)
    .executeTakeFirst()
  if (found === undefined) return
  await tx
    .insertInto('project_members')
    .values({
      project_id: project.id,
      user_id: userId,
      roles: JSON.stringify(project.roles),
      created_on: now,
    })
    .onConflict((conflict) => conflict.columns(['project_id', 'user_id']).doNothing())
    .execute()
  // Makes devices update the list of project members.
  await tx
    .updateTable('project_sync')
    .set((eb) => ({ visibility_version: eb('visibility_version', '+', 1) }))
    .where('project_id', '=', project.id)
    .execute()
}
