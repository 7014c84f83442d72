import type { Project } from '../../entities/project.ts'
import type { ProjectActor } from '../../mutations/mutation.ts'
import type { Permission } from '../../tables/permissions.ts'
import { rolesOfScope } from '../../tables/roles.ts'
import { effectivePermissions } from './access.ts'

/** A signed-in person in the active organization. */
export interface Person {
  userId: number
  name: string
  organizationId: number
  /** The parent of a vendor organization; null = the active organization is no vendor. */
  parentId: number | null
  /** Roles of the system, the organization or the vendor. Project roles come with each project. */
  roles: readonly string[]
  isPrimaryContact: boolean
}

/** A person, and what they may act as in the project in question. */
export interface Actor {
  person: Person
  /** The result of `projectActorOf`; null = no access, or no project. */
  inProject: ProjectActor | null
}

/** How a person is connected to one project. */
export interface ProjectTies {
  project: Pick<Project, 'organizationId' | 'ownerId' | 'state'>
  /** Roles in the project; null = not a member. */
  memberRoles: readonly string[] | null
  /** The person's vendor takes part in the project. */
  isInvited: boolean
  /** What the contact may read; null = nothing. */
  grant: { packageIds: readonly string[] | null } | null
}

const OWNER_STATES: readonly string[] = ['INITIALIZING', 'DRAFT']

/**
 * PROJECT_ADMIN opens every project of the organization in every state. PROJECT_EDIT opens them as
 * to a member, for editing details. Both count only from roles of the organization.
 */
const reachOf = (roles: readonly string[]): 'all' | 'begun' | 'joined' => {
  const held = effectivePermissions(rolesOfScope(roles, 'organization'), false)
  if (held.includes('PROJECT_ADMIN')) return 'all'
  return held.includes('PROJECT_EDIT') ? 'begun' : 'joined'
}

/** Tells whether roles in the organization open its projects to people who are not members. */
export const reachesEveryProject = (roles: readonly string[]): boolean =>
  reachOf(roles) !== 'joined'

function requestor(person: Person, { project, memberRoles }: ProjectTies): ProjectActor | null {
  if (person.organizationId !== project.organizationId) return null
  // System administrators must not see suppliers' answers, so they see no project.
  if (rolesOfScope(person.roles, 'system').length > 0) return null
  const isOwner = project.ownerId === person.userId
  const roles = [
    ...rolesOfScope(person.roles, 'organization'),
    ...rolesOfScope(person.roles, 'project'),
    ...rolesOfScope(memberRoles ?? [], 'project'),
  ]
  const reach = reachOf(person.roles)
  const sees =
    isOwner ||
    reach === 'all' ||
    ((memberRoles !== null || reach === 'begun') && !OWNER_STATES.includes(project.state))
  if (!sees) return null
  const held = effectivePermissions(roles, isOwner)
  const permissions: Permission[] =
    reach === 'joined' || held.includes('PROJECT_EDIT_DETAILS')
      ? held
      : [...held, 'PROJECT_EDIT_DETAILS']
  return {
    userId: person.userId,
    name: person.name,
    relation: isOwner ? 'owner' : 'collaborator',
    permissions,
    vendorId: null,
    packageIds: null,
    ...(roles.includes('role-project-admin') ? { isAdministrator: true } : {}),
  }
}

/** A primary contact has no restrictions; other contacts see what they were granted. */
function vendorContact(
  person: Person,
  { project, isInvited, grant }: ProjectTies,
): ProjectActor | null {
  if (person.parentId !== project.organizationId || !isInvited) return null
  if (!person.isPrimaryContact && grant === null) return null
  return {
    userId: person.userId,
    name: person.name,
    relation: 'vendor',
    permissions: effectivePermissions(rolesOfScope(person.roles, 'vendor'), false),
    vendorId: person.organizationId,
    packageIds: person.isPrimaryContact ? null : (grant?.packageIds ?? null),
  }
}

/** Returns the person's role in the project; null = no access, as if the project did not exist. */
export const projectActorOf = (person: Person, ties: ProjectTies): ProjectActor | null =>
  person.parentId === null ? requestor(person, ties) : vendorContact(person, ties)
