import { clearAssignments } from '../commands/clear-assignments.ts'
import { clearParts } from '../commands/clear-parts.ts'
import { closeUnit, type ProjectCommit, tryOpenUnit } from '../commands/project-unit.ts'
import type { Queries } from '../database/database.ts'
import type { FoundInvitation } from '../identity/invite.ts'
import type { Services } from '../services.ts'

/**
 * Clears what was assigned to a person before they left an organization that now invites them
 * again: a new invitation gives what it names, and nothing from before.
 * @returns the commits to publish
 */
export const clearRested = async (
  tx: Queries,
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  { invitation, person }: { invitation: FoundInvitation; person: { userId: number; name: string } },
): Promise<ProjectCommit[]> => {
  const { userId, name } = person
  const { organizationId, parentId } = invitation
  const member = await tx
    .selectFrom('organization_members')
    .select('user_id')
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (member !== undefined) return []
  const commits: ProjectCommit[] = []
  for (const projectId of await projectsOf(tx, invitation, userId)) {
    const unit = await tryOpenUnit(tx, { dialect: database.dialect, clock }, projectId)
    if (unit === null) continue
    if (parentId === null) await clearAssignments(unit, [userId])
    else await clearParts(unit, { vendorId: organizationId, userId })
    commits.push(await closeUnit(tx, unit, { id: userId, name }))
  }
  return commits
}

/** Projects in which assignments would count again, in an order that locks cannot block. */
const projectsOf = async (
  tx: Queries,
  { organizationId, parentId }: FoundInvitation,
  userId: number,
): Promise<string[]> => {
  if (parentId === null) return await assignedProjects(tx, organizationId, userId)
  const rows = await tx
    .selectFrom('vendor_parts')
    .select('project_id')
    .distinct()
    .where('vendor_id', '=', organizationId)
    .orderBy('project_id')
    .execute()
  return rows.map((row) => row.project_id)
}

/**
 * Projects of the organization in which a package or document names the person: roles of the
 * organization can open them all, and not only the project of the invitation.
 */
const assignedProjects = async (
  tx: Queries,
  organizationId: number,
  userId: number,
): Promise<string[]> => {
  const found = new Set<string>()
  for (const table of ['packages', 'documents'] as const) {
    // Also finds ids that begin alike; clearing such a project changes nothing.
    const rows = await tx
      .selectFrom(table)
      .innerJoin('projects', 'projects.id', `${table}.project_id`)
      .select('projects.id')
      .distinct()
      .where('projects.organization_id', '=', organizationId)
      .where((row) =>
        row.or([
          row(`${table}.body`, 'like', `%"ownerId":${userId}%`),
          row(`${table}.body`, 'like', '%"members":[%'),
        ]),
      )
      .execute()
    for (const { id } of rows) found.add(id)
  }
  return [...found].sort()
}
