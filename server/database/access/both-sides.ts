import { Refusal } from '#schema/refusal.ts'
import { reachesEveryProject } from '#schema/rules/access/project-actor.ts'
import { compiledOnce } from '../compiled-once.ts'
import type { Queries } from '../database.ts'

/**
 * A person who is a contact of a vendor invited to a project and also belongs to the team of the
 * requestor.
 */
interface BothSides {
  projectId: string
  userId: number
  name: string
  vendor: string
}

/**
 * Contacts of invited vendors who also belong to the requestor's organization, whatever the state
 * of either membership. Their roles there decide `isOnTeam`.
 */
const candidates = (tx: Queries) =>
  tx
    .selectFrom('project_vendors as invited')
    .innerJoin('projects', 'projects.id', 'invited.project_id')
    .innerJoin('organization_members as contact', 'contact.organization_id', 'invited.vendor_id')
    .innerJoin('organization_members as own', (join) =>
      join
        .onRef('own.organization_id', '=', 'projects.organization_id')
        .onRef('own.user_id', '=', 'contact.user_id'),
    )
    .innerJoin('users', 'users.id', 'contact.user_id')
    .innerJoin('organizations as vendor', 'vendor.id', 'invited.vendor_id')
    .leftJoin('project_members as member', (join) =>
      join
        .onRef('member.project_id', '=', 'projects.id')
        .onRef('member.user_id', '=', 'contact.user_id'),
    )
    .select([
      'projects.id as projectId',
      'projects.owner_id as ownerId',
      'own.roles as ownRoles',
      'member.user_id as memberId',
      'contact.user_id as userId',
      'users.name as name',
      'vendor.name as vendor',
    ])

interface Tie {
  userId: number
  ownerId: number
  memberId: number | null
  ownRoles: string
}
/**
 * Whether the person belongs to the requestor's team: the owner, a member, or a person whose role
 * in the organization opens all its projects.
 */
const isOnTeam = ({ userId, ownerId, memberId, ownRoles }: Tie): boolean =>
  ownerId === userId || memberId !== null || reachesEveryProject(JSON.parse(ownRoles) as string[])

const findOfPerson = compiledOnce((tx, { userId }: { userId: number }) =>
  candidates(tx).where('contact.user_id', '=', userId),
)
type InProject = { projectId: string; userId: number }
const findInProject = compiledOnce((tx, { userId, projectId }: InProject) =>
  candidates(tx).where('contact.user_id', '=', userId).where('projects.id', '=', projectId),
)

/** Projects in which the person is on both sides. Such a person may see neither side. */
export const readBothSidesOf = async (tx: Queries, userId: number): Promise<Set<string>> =>
  new Set((await findOfPerson(tx, { userId })).filter(isOnTeam).map(({ projectId }) => projectId))

export const standsOnBothSides = async (
  tx: Queries,
  projectId: string,
  userId: number,
): Promise<boolean> => (await findInProject(tx, { projectId, userId })).some(isOnTeam)

/** Team members who are also contacts of an invited vendor: userId → name of the vendor. */
export const readContactsOnTeam = async (
  tx: Queries,
  projectId: string,
): Promise<Map<number, string>> => {
  const found = await candidates(tx).where('projects.id', '=', projectId).execute()
  return new Map(found.filter(isOnTeam).map(({ userId, vendor }) => [userId, vendor]))
}

const refusal = ({ name, vendor }: Pick<BothSides, 'name' | 'vendor'>, field: string): Refusal =>
  new Refusal('BOTH_SIDES', { field, detail: { name, vendor } })

/**
 * Refuses to add a contact of an invited vendor to the team of a project.
 * @param field input field that names the person
 */
export const refuseContact = async (
  tx: Queries,
  { projectId, userId }: InProject,
  field: string,
): Promise<void> => {
  const [found] = await findContact(tx, { projectId, userId })
  if (found !== undefined) throw refusal(found, field)
}
const findContact = compiledOnce((tx, { projectId, userId }: InProject) =>
  tx
    .selectFrom('project_vendors as invited')
    .innerJoin('organization_members as contact', 'contact.organization_id', 'invited.vendor_id')
    .innerJoin('organizations as vendor', 'vendor.id', 'invited.vendor_id')
    .innerJoin('users', 'users.id', 'contact.user_id')
    .select(['users.name as name', 'vendor.name as vendor'])
    .where('invited.project_id', '=', projectId)
    .where('contact.user_id', '=', userId),
)

interface Address {
  projectId: string
  email: string
  now: number
}
/**
 * Refuses to invite an address to a team if it belongs to a contact of an invited vendor, or is
 * invited as one.
 */
export const refuseContactAddress = async (
  tx: Queries,
  { projectId, email, now }: Address,
): Promise<void> => {
  const user = await tx
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirst()
  if (user !== undefined) await refuseContact(tx, { projectId, userId: user.id }, 'email')
  const pending = await tx
    .selectFrom('project_vendors as invited')
    .innerJoin('invitations', 'invitations.organization_id', 'invited.vendor_id')
    .innerJoin('organizations as vendor', 'vendor.id', 'invited.vendor_id')
    .select('vendor.name as vendor')
    .where('invited.project_id', '=', projectId)
    .where('invitations.email', '=', email)
    .where('accepted_on', 'is', null)
    .where('cancelled_on', 'is', null)
    .where('expires_on', '>', now)
    .executeTakeFirst()
  if (pending !== undefined) throw refusal({ name: email, vendor: pending.vendor }, 'email')
}

interface TeamOf {
  id: string
  organizationId: number
  ownerId: number
}
/** Refuses to invite vendors to a project if one of their contacts is on its team. */
export const refuseTeamOf = async (
  tx: Queries,
  project: TeamOf,
  vendorIds: readonly number[],
): Promise<void> => {
  const found = await tx
    .selectFrom('organization_members as contact')
    .innerJoin('organization_members as own', (join) =>
      join
        .onRef('own.user_id', '=', 'contact.user_id')
        .on('own.organization_id', '=', project.organizationId),
    )
    .innerJoin('users', 'users.id', 'contact.user_id')
    .innerJoin('organizations as vendor', 'vendor.id', 'contact.organization_id')
    .leftJoin('project_members as member', (join) =>
      join.on('member.project_id', '=', project.id).onRef('member.user_id', '=', 'contact.user_id'),
    )
    .select([
      'contact.user_id as userId',
      'own.roles as ownRoles',
      'member.user_id as memberId',
      'users.name as name',
      'vendor.name as vendor',
    ])
    .where('contact.organization_id', 'in', vendorIds)
    .orderBy('contact.user_id')
    .execute()
  const both = found.find((row) => isOnTeam({ ...row, ownerId: project.ownerId }))
  if (both !== undefined) throw refusal(both, 'vendorIds')
}

/**
 * Refuses to invite an address as a contact if it belongs to the team of a project that invited the
 * vendor.
 */
export const refuseTeamMember = async (
  tx: Queries,
  { vendorId, email }: { vendorId: number; email: string },
): Promise<void> => {
  const found = await tx
    .selectFrom('project_vendors as invited')
    .innerJoin('projects', 'projects.id', 'invited.project_id')
    .innerJoin('organization_members as own', 'own.organization_id', 'projects.organization_id')
    .innerJoin('users', 'users.id', 'own.user_id')
    .innerJoin('organizations as vendor', 'vendor.id', 'invited.vendor_id')
    .leftJoin('project_members as member', (join) =>
      join
        .onRef('member.project_id', '=', 'projects.id')
        .onRef('member.user_id', '=', 'own.user_id'),
    )
    .select([
      'own.user_id as userId',
      'own.roles as ownRoles',
      'member.user_id as memberId',
      'projects.owner_id as ownerId',
      'users.name as name',
      'vendor.name as vendor',
    ])
    .where('invited.vendor_id', '=', vendorId)
    .where('users.email', '=', email)
    .execute()
  const both = found.find(isOnTeam)
  if (both !== undefined) throw refusal(both, 'email')
}

/**
 * The first project in which the person is on both sides because of a membership or role in
 * `organizationId`; null if there is none. Call it after writing the membership.
 */
export const findNewBothSides = async (
  tx: Queries,
  userId: number,
  organizationId: number,
): Promise<BothSides | null> => {
  const found = await candidates(tx)
    .where('contact.user_id', '=', userId)
    .where((eb) =>
      eb.or([
        eb('invited.vendor_id', '=', organizationId),
        eb('projects.organization_id', '=', organizationId),
      ]),
    )
    .execute()
  return found.find(isOnTeam) ?? null
}

export const refuseBothSides = (found: BothSides | null, field: string): void => {
  if (found !== null) throw refusal(found, field)
}
