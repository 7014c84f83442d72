import type { Candidate, ProjectMember } from '#schema/api/projects-service/project-members.ts'
import type { Project } from '#schema/entities/project.ts'
import { Refusal } from '#schema/refusal.ts'
import { rolesOfScope } from '#schema/tables/roles.ts'
import { activeMembers } from '../database/access/active-members.ts'
import { readContactsOnTeam } from '../database/access/both-sides.ts'
import type { Queries } from '../database/database.ts'
import { emailOf } from '../identity/invite.ts'

type Place = Pick<Project, 'id' | 'organizationId' | 'ownerId' | 'createdOn'>
const PERSON = ['users.id as userId', 'username', 'users.name', 'email'] as const

/** The owner, then the members by name, then invited people. */
export const readMembers = async (
  tx: Queries,
  { id, organizationId, ownerId, createdOn }: Place,
  now: number,
): Promise<ProjectMember[]> => {
  const owner = await tx
    .selectFrom('users')
    .select([...PERSON, 'blocked'])
    .where('id', '=', ownerId)
    .execute()
  const members = await tx
    .selectFrom('project_members')
    .innerJoin('users', 'users.id', 'project_members.user_id')
    .select([...PERSON, 'blocked', 'project_members.roles', 'project_members.created_on'])
    .where('project_id', '=', id)
    .where('users.id', '!=', ownerId)
    .orderBy('users.name')
    .execute()
  const invited = await tx
    .selectFrom('invitations')
    .select(['email', 'project_roles', 'created_on'])
    .where('project_id', '=', id)
    .where('organization_id', '=', organizationId)
    .where('accepted_on', 'is', null)
    .where('cancelled_on', 'is', null)
    .where('expires_on', '>', now)
    .orderBy('email')
    .execute()
  const contacts = await readContactsOnTeam(tx, id)
  const inTeam = <P extends { userId: number; blocked: number }>({ blocked, ...person }: P) => ({
    ...person,
    isBlocked: blocked === 1,
    alsoContactOf: contacts.get(person.userId) ?? null,
  })
  return [
    ...owner.map((person) => ({ ...inTeam(person), roles: [], isOwner: true, since: createdOn })),
    ...members.map(({ roles, created_on, ...person }) => ({
      ...inTeam(person),
      roles: JSON.parse(roles) as string[],
      isOwner: false,
      since: created_on,
    })),
    ...invited.map(({ email, project_roles, created_on }) => ({
      userId: null,
      username: '',
      name: '',
      email,
      roles: JSON.parse(project_roles) as string[],
      isOwner: false,
      isBlocked: false,
      since: created_on,
      alsoContactOf: null,
    })),
  ]
}

/**
 * People who can be added. Excludes the owner, members, people who may not act, and system
 * administrators, who could not see the project.
 */
export const readCandidates = async (
  tx: Queries,
  { id, organizationId, ownerId }: Place,
): Promise<Candidate[]> => {
  const rows = await activeMembers(tx, [organizationId])
    .leftJoin('project_members', (join) =>
      join
        .onRef('project_members.user_id', '=', 'users.id')
        .on('project_members.project_id', '=', id),
    )
    .select([...PERSON, 'organization_members.roles'])
    .where('project_members.user_id', 'is', null)
    .where('users.id', '!=', ownerId)
    .orderBy('users.name')
    .execute()
  return rows
    .filter(({ roles }) => rolesOfScope(JSON.parse(roles) as string[], 'system').length === 0)
    .map(({ roles: _held, ...person }) => person)
}

/**
 * The organization's member with this id or address; null if there is none. A member who may not act
 * is refused as unknown.
 */
export const findMemberId = async (
  tx: Queries,
  organizationId: number,
  { userId, email }: { userId?: number | undefined; email?: string | undefined },
): Promise<number | null> => {
  const query = tx
    .selectFrom('organization_members')
    .innerJoin('users', 'users.id', 'organization_members.user_id')
    .select('users.id')
    .where('organization_id', '=', organizationId)
  const found = await (
    userId === undefined
      ? query.where('email', '=', emailOf(email ?? ''))
      : query.where('users.id', '=', userId)
  ).executeTakeFirst()
  if (found === undefined) return null
  const active = activeMembers(tx, [organizationId]).select('users.id')
  if ((await active.where('users.id', '=', found.id).executeTakeFirst()) === undefined)
    throw new Refusal('NOT_FOUND')
  return found.id
}

interface InvitedTo {
  email: string
  organizationId: number
  projectId: string
  roles: readonly string[]
}
/** @returns number of changed invitations */
export const setInvitedRoles = async (
  tx: Queries,
  { email, organizationId, projectId, roles }: InvitedTo,
  now: number,
): Promise<number> =>
  (
    await tx
      .updateTable('invitations')
      .set({ project_roles: JSON.stringify(roles) })
      .where('email', '=', email)
      .where('organization_id', '=', organizationId)
      .where('project_id', '=', projectId)
      .where('accepted_on', 'is', null)
      .where('cancelled_on', 'is', null)
      .where('expires_on', '>', now)
      .returning('id')
      .execute()
  ).length
