import type { Project } from '#schema/entities/project.ts'
import { projectDenial } from '#schema/rules/access/access-project.ts'
import type { Language } from '#schema/tables/languages.ts'
import { countingRoles } from '#schema/tables/roles.ts'
import { activeMembers } from '../database/access/active-members.ts'
import { type Person, requestorActor } from '../database/access/read-actor.ts'
import type { Queries } from '../database/database.ts'

interface Confirmer {
  id: number
  name: string
  email: string
  language: Language
}

/** People who may confirm an opening that the owner requests, sorted by name. */
export const readConfirmers = async (tx: Queries, project: Project): Promise<Confirmer[]> => {
  const { organizationId, organizationName } = project
  const rows = await activeMembers(tx, [organizationId])
    .leftJoin('project_members', (join) =>
      join
        .onRef('project_members.user_id', '=', 'users.id')
        .on('project_members.project_id', '=', project.id),
    )
    .select([
      'users.id',
      'users.name',
      'email',
      'language',
      'organization_members.roles',
      'project_members.roles as projectRoles',
    ])
    .orderBy('users.name')
    .orderBy('users.id')
    .execute()
  return rows
    .filter(({ id, name, roles, projectRoles }) => {
      const held = countingRoles(JSON.parse(roles) as string[])
      const person: Person = {
        userId: id,
        name,
        organizationId,
        organizationName,
        parentId: null,
        roles: held,
        isPrimaryContact: false,
      }
      const actor = requestorActor(
        person,
        project,
        projectRoles === null ? null : (JSON.parse(projectRoles) as string[]),
      )
      return projectDenial({ person, inProject: actor }, 'opening.confirm', { project }) === null
    })
    .map(({ id, name, email, language }) => ({ id, name, email, language }))
}

/**
 * The owner who requested the opening; null if that person no longer owns the project or can no
 * longer act.
 */
export const findAsker = async (
  tx: Queries,
  project: Project,
  askedBy: number,
): Promise<{ id: number; name: string } | null> => {
  if (askedBy !== project.ownerId) return null
  const asker = await activeMembers(tx, [project.organizationId])
    .select(['users.id', 'users.name'])
    .where('users.id', '=', askedBy)
    .executeTakeFirst()
  return asker ?? null
}
