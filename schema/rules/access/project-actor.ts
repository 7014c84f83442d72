import type { Project } from '../../entities/project.ts'
import type { ProjectActor } from '../../mutations/mutation.ts'
import { rolesOfScope } from '../../tables/roles.ts'
import { effectivePermissions } from './access.ts'

/** A signed-in person in the active organization. */
export interface Person {
  userId: number
  name: string
  organizationId: number
  /** Set where the active organization is a vendor of another. */
  parentId: number | null
  /**
   * Roles there: of the system, the organization or the vendor. Those of projects come with each
   * project.
   */
  roles: readonly string[]
  isPrimaryContact: boolean
}

/** What binds a person to one project. */
export interface ProjectTies {
  project: Pick<Project, 'organizationId' | 'ownerId' | 'state'>
  /** Roles in the project; null = no member. */
  memberRoles: readonly string[] | null
  /** The vendor of the person is in the project. */
  isInvited: boolean
  /** What the contact was given; null = nothing. */
  grant: { packageIds: readonly string[] | null } | null
}

const OWNER_STATES: readonly string[] = ['INITIALIZING', 'DRAFT']

function requestor(person: Person, { project, memberRoles }: ProjectTies): ProjectActor | null {
  if (person.organizationId !== project.organizationId) return null
  // Who administers the system sees no supplier answers, so nothing of a project either.
  if (rolesOfScope(person.roles, 'system').length > 0) return null
  const isOwner = project.ownerId === person.userId
  const roles = [
    ...rolesOfScope(person.roles, 'organization'),
    ...rolesOfScope(person.roles, 'project'),
    ...rolesOfScope(memberRoles ?? [], 'project'),
  ]
  const permissions = effectivePermissions(roles, isOwner)
  const sees =
    isOwner ||
    permissions.includes('ORG_ADMIN') ||
    (memberRoles !== null && !OWNER_STATES.includes(project.state))
  if (!sees) return null
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

/** A primary contact has no restrictions; a colleague sees what was granted. */
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

/**
 * As what the person may act in the project; null = not at all, which looks like a project that
 * does not exist.
 */
export const projectActorOf = (person: Person, ties: ProjectTies): ProjectActor | null =>
  person.parentId === null ? requestor(person, ties) : vendorContact(person, ties)
