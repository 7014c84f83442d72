import type { ProjectActor } from '#schema/mutations/mutation.ts'
import type { Project } from '#schema/entities/project.ts'
import type { Queries } from '../database.ts'
import { readActor } from './read-actor.ts'
import { PERSON, personOf } from './vendor-contacts.ts'

/** What the person is in the project now, with each of their organizations. */
export const readActorsOf = async (
  tx: Queries,
  userId: number,
  project: Project,
): Promise<ProjectActor[]> => {
  const rows = await tx
    .selectFrom('organization_members')
    .innerJoin('users', 'users.id', 'organization_members.user_id')
    .innerJoin('organizations', 'organizations.id', 'organization_members.organization_id')
    .select([
      ...PERSON,
      'organizations.id as organizationId',
      'organizations.parent_id as parentId',
    ])
    .where('users.id', '=', userId)
    .where('users.blocked', '=', 0)
    .where('users.approval', '=', 'APPROVED')
    .where('organization_members.state', '=', 'ACTIVE')
    .where('organizations.state', '=', 'ACTIVE')
    .execute()
  const actors: ProjectActor[] = []
  for (const { organizationId, parentId, ...row } of rows) {
    const actor = await readActor(tx, personOf(row, { organizationId, parentId }), project)
    if (actor !== null) actors.push(actor)
  }
  return actors
}
