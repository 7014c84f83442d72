import type { Project } from '#schema/entities/project.ts'
import type { ProjectActor } from '#schema/mutations/mutation.ts'
import type { Listener } from '#schema/rules/project/notifications.ts'
import { requestorActor } from '../access/read-actor.ts'
import { activeMembers } from '../access/active-members.ts'
import { readContactsOnTeam } from '../access/both-sides.ts'
import { PERSON, personOf, readVendorContacts } from '../access/vendor-contacts.ts'
import type { Queries } from '../database.ts'

/**
 * Owner, members, and contacts of the invited vendors who can open the project, each acting for the
 * organization that connects them to it. People on both sides see neither and are left out.
 */
export const readListeners = async (
  tx: Queries,
  project: Project,
  sides: { requestors: boolean; vendorId: number | 'all' | null },
): Promise<Listener[]> => {
  const actors = [
    ...(sides.requestors ? await readRequestors(tx, project) : []),
    ...(sides.vendorId === null
      ? []
      : (await readVendorContacts(tx, project, sides.vendorId)).map(({ actor }) => actor)),
  ]
  const onBothSides = await readContactsOnTeam(tx, project.id)
  const muted = new Set(
    (
      await tx
        .selectFrom('muted_projects')
        .select('user_id')
        .where('project_id', '=', project.id)
        .execute()
    ).map((row) => row.user_id),
  )
  return actors
    .filter(({ userId }) => !onBothSides.has(userId))
    .map((actor) => ({ actor, notificationsEnabled: !muted.has(actor.userId) }))
}

const readRequestors = async (tx: Queries, project: Project): Promise<ProjectActor[]> => {
  const { organizationId } = project
  const rows = await activeMembers(tx, [organizationId])
    .leftJoin('project_members', (join) =>
      join
        .onRef('project_members.user_id', '=', 'users.id')
        .on('project_members.project_id', '=', project.id),
    )
    .select([...PERSON, 'project_members.roles as memberRoles'])
    // Administrators who may open every project are told of those they take part in.
    .where((eb) =>
      eb.or([eb('project_members.user_id', 'is not', null), eb('users.id', '=', project.ownerId)]),
    )
    .execute()
  return rows.flatMap((row) => {
    const person = personOf(row, { organizationId, parentId: null })
    const roles = row.memberRoles === null ? null : (JSON.parse(row.memberRoles) as string[])
    return requestorActor(person, project, roles) ?? []
  })
}
