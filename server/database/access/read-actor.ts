import type { Project } from '#schema/entities/project.ts'
import type { ProjectActor } from '#schema/mutations/mutation.ts'
import {
  type Person as PersonInOrganization,
  projectActorOf,
} from '#schema/rules/access/project-actor.ts'
import { countingRoles } from '#schema/tables/roles.ts'
import { compiledOnce } from '../compiled-once.ts'
import type { Queries } from '../database.ts'
import { actorFrom, readStandingIn, type Standing } from './standing.ts'

export interface Person extends PersonInOrganization {
  organizationName: string
  roles: string[]
}

/**
 * The person in their active organization; null if unknown, blocked, without an organization, or
 * blocked in it.
 */
export const readPerson = async (tx: Queries, userId: number): Promise<Person | null> =>
  personFrom(userId, await findPerson(tx, { userId }))

/** The same in one of their organizations, whichever is active. */
export const readPersonIn = async (
  tx: Queries,
  userId: number,
  organizationId: number,
): Promise<Person | null> => personFrom(userId, await findPersonIn(tx, { userId, organizationId }))

interface PersonRow {
  name: string
  organizationId: number
  organizationName: string
  parentId: number | null
  roles: string
  is_primary_contact: number
}
const personFrom = (userId: number, [row]: readonly PersonRow[]): Person | null =>
  row === undefined
    ? null
    : {
        userId,
        name: row.name,
        organizationId: row.organizationId,
        organizationName: row.organizationName,
        parentId: row.parentId,
        roles: countingRoles(JSON.parse(row.roles) as string[]),
        isPrimaryContact: row.is_primary_contact === 1,
      }

const activePeople = (tx: Queries, userId: number) =>
  tx
    .selectFrom('users')
    .innerJoin('organization_members', 'organization_members.user_id', 'users.id')
    .innerJoin('organizations', 'organizations.id', 'organization_members.organization_id')
    .select([
      'users.name as name',
      'organizations.id as organizationId',
      'organizations.name as organizationName',
      'organizations.parent_id as parentId',
      'roles',
      'is_primary_contact',
    ])
    .where('users.id', '=', userId)
    .where('blocked', '=', 0)
    .where('approval', '=', 'APPROVED')
    .where('organization_members.state', '=', 'ACTIVE')
    .where('organizations.state', '=', 'ACTIVE')

const findPerson = compiledOnce((tx, { userId }: { userId: number }) =>
  activePeople(tx, userId).whereRef('organizations.id', '=', 'users.active_organization_id'),
)
const findPersonIn = compiledOnce(
  (tx, { userId, organizationId }: { userId: number; organizationId: number }) =>
    activePeople(tx, userId).where('organizations.id', '=', organizationId),
)

export type ProjectGlance = Pick<Project, 'id' | 'organizationId' | 'ownerId' | 'state'>

/**
 * Role and permissions of the person in the project; null if they may not see it. The caller cannot
 * tell an unknown project from a closed one.
 */
export const readActor = async (
  tx: Queries,
  person: Person,
  project: ProjectGlance,
): Promise<ProjectActor | null> => {
  const { organizationId, userId } = person
  const standing = await readStandingIn(tx, { projectId: project.id, userId, organizationId })
  return standing === null ? null : actorFrom(person, project, standing)
}

/** Like `readActor`, from what was read before, unless the person changed the organization since. */
export const actorOf = async (
  tx: Queries,
  { person, project }: { person: Person; project: ProjectGlance },
  standing: Standing | null,
): Promise<ProjectActor | null> =>
  standing?.organizationId === person.organizationId
    ? actorFrom(person, project, standing)
    : await readActor(tx, person, project)

/** @param projectRoles null if the person is not a member */
export const requestorActor = (
  person: Person,
  project: ProjectGlance,
  projectRoles: string[] | null,
): ProjectActor | null =>
  projectActorOf(person, { project, memberRoles: projectRoles, isInvited: false, grant: null })

/**
 * @param grant the person's grant in the project; a primary contact needs none and is not
 * restricted by one
 */
export const vendorActor = (
  person: Person,
  project: ProjectGlance,
  grant: { package_ids: string | null } | undefined,
): ProjectActor | null =>
  projectActorOf(person, {
    project,
    memberRoles: null,
    isInvited: true,
    grant:
      grant === undefined
        ? null
        : {
            packageIds:
              grant.package_ids === null ? null : (JSON.parse(grant.package_ids) as string[]),
          },
  })
