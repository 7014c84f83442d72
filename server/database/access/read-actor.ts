import type { Project } from '#schema/entities/project.ts'
import type { ProjectActor } from '#schema/mutations/mutation.ts'
import {
  type Person as PersonInOrganization,
  projectActorOf,
} from '#schema/rules/access/project-actor.ts'
import { countingRoles } from '#schema/tables/roles.ts'
import { compiledOnce } from '../compiled-once.ts'
import type { Queries } from '../database.ts'
import { together } from '../together.ts'
import { standsOnBothSides } from './both-sides.ts'

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
  const read = person.parentId === null ? readRequestor : readVendor
  // A person on both sides gets no access with either organization: each side would reveal the
  // other.
  const [actor, isOnBothSides] = await together(tx, [
    () => read(tx, person, project),
    () => standsOnBothSides(tx, project.id, person.userId),
  ])
  return isOnBothSides ? null : actor
}

const readRequestor = async (
  tx: Queries,
  person: Person,
  project: ProjectGlance,
): Promise<ProjectActor | null> => {
  if (person.organizationId !== project.organizationId) return null
  const [member] = await findMember(tx, { projectId: project.id, userId: person.userId })
  return requestorActor(
    person,
    project,
    member === undefined ? null : (JSON.parse(member.roles) as string[]),
  )
}

const findMember = compiledOnce(
  (tx, { projectId, userId }: { projectId: string; userId: number }) =>
    tx
      .selectFrom('project_members')
      .select('roles')
      .where('project_id', '=', projectId)
      .where('user_id', '=', userId),
)

/** @param projectRoles null if the person is not a member */
export const requestorActor = (
  person: Person,
  project: ProjectGlance,
  projectRoles: string[] | null,
): ProjectActor | null =>
  projectActorOf(person, { project, memberRoles: projectRoles, isInvited: false, grant: null })

const readVendor = async (
  tx: Queries,
  person: Person,
  project: ProjectGlance,
): Promise<ProjectActor | null> => {
  if (person.parentId !== project.organizationId) return null
  const vendor = { projectId: project.id, vendorId: person.organizationId }
  const [[invited], [grant]] = await together(tx, [
    () => findInvitation(tx, vendor),
    () => findGrant(tx, { ...vendor, userId: person.userId }),
  ])
  return invited === undefined ? null : vendorActor(person, project, grant)
}

const findInvitation = compiledOnce(
  (tx, { projectId, vendorId }: { projectId: string; vendorId: number }) =>
    tx
      .selectFrom('project_vendors')
      .select('id')
      .where('project_id', '=', projectId)
      .where('vendor_id', '=', vendorId),
)
const findGrant = compiledOnce(
  (tx, { projectId, vendorId, userId }: { projectId: string; vendorId: number; userId: number }) =>
    tx
      .selectFrom('restrictions')
      .select('package_ids')
      .where('project_id', '=', projectId)
      .where('vendor_id', '=', vendorId)
      .where('user_id', '=', userId),
)

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
