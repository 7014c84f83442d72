import type { Deadline, ProjectState } from '#schema/entities/project.ts'
import { areAnswersOpen } from '#schema/rules/access/access.ts'
import type { Queries } from '../database/database.ts'
import { parseRow } from '../database/entity-tables.ts'

interface Person {
  username: string
  uuid: string
  email: string
  isDeleted: boolean
  isBlocked: boolean
  password: string
  /** When the person last replaced a password; new keys store the same password in another form. */
  passwordSetOn: number
  hasSecondFactor: boolean
  /** Hashes of recovery codes; every new secret comes with new ones. */
  unusedCodes: readonly string[]
  usedCodes: readonly string[]
}
interface Membership {
  state: string
  roles: string[]
  isPrimaryContact: boolean
}
interface Organization {
  name: string
  isActive: boolean
  requiresSecondFactor: boolean
  approvesContacts: boolean
}
export interface ProjectStanding {
  name: string
  state: ProjectState
  ownerId: number
  deadline: Deadline | null
  /** When the deadline ends, ms since the epoch. */
  deadlineAt: number | null
  /** Whether requestors may read the answers. */
  isOpen: boolean
}
interface Invitation {
  email: string
  organizationId: number
  projectId: string | null
  state: 'open' | 'withdrawn' | 'accepted'
}

/** What people of an installation can take away, give or change, as far as others rely on it. */
export interface Rights {
  people: ReadonlyMap<number, Person>
  organizations: ReadonlyMap<number, Organization>
  /** By organization and person. */
  memberships: ReadonlyMap<string, Membership>
  projects: ReadonlyMap<string, ProjectStanding>
  /** Roles by project and person. */
  members: ReadonlyMap<string, string[]>
  /** By project and vendor. */
  vendors: ReadonlySet<string>
  /** Packages by project, vendor and contact; null = all. */
  grants: ReadonlyMap<string, string[] | null>
  invitations: ReadonlyMap<string, Invitation>
}

const listOf = (json: string): string[] => JSON.parse(json) as string[]
const keyOf = (...ids: readonly (string | number)[]): string => ids.join(' ')

export const readRights = async (tx: Queries): Promise<Rights> => ({
  people: await readPeople(tx),
  ...(await readOrganizations(tx)),
  projects: await readProjects(tx),
  ...(await readProjectRights(tx)),
  invitations: await readInvitations(tx),
})

const readPeople = async (tx: Queries): Promise<Rights['people']> => {
  const people = await tx
    .selectFrom('users')
    .select(['id', 'uuid', 'username', 'email', 'blocked', 'password', 'otp_active'])
    .execute()
  const replaced = await tx
    .selectFrom('password_history')
    .select((eb) => ['user_id', eb.fn.max('created_on').as('on')])
    .groupBy('user_id')
    .execute()
  const setOn = new Map(replaced.map(({ user_id, on }) => [user_id, Number(on)]))
  const codes = await tx
    .selectFrom('recovery_codes')
    .select(['user_id', 'hash', 'used_on'])
    .orderBy('hash')
    .execute()
  const codesOf = Map.groupBy(codes, ({ user_id }) => user_id)
  return new Map(
    people.map(({ id, uuid, username, email, blocked, password, otp_active }) => {
      const own = codesOf.get(id) ?? []
      const hashes = (isUsed: boolean): string[] =>
        own.filter(({ used_on }) => (used_on !== null) === isUsed).map(({ hash }) => hash)
      const person: Person = {
        ...{ uuid, username, email, password },
        isDeleted: username.startsWith('deleted-') && password === '',
        isBlocked: blocked === 1,
        passwordSetOn: setOn.get(id) ?? 0,
        hasSecondFactor: otp_active === 1,
        unusedCodes: hashes(false),
        usedCodes: hashes(true),
      }
      return [id, person]
    }),
  )
}

const readOrganizations = async (
  tx: Queries,
): Promise<Pick<Rights, 'organizations' | 'memberships'>> => {
  const organizations = await tx
    .selectFrom('organizations')
    .select(['id', 'name', 'state', 'two_factor_required', 'contact_approval'])
    .execute()
  const memberships = await tx
    .selectFrom('organization_members')
    .select(['organization_id', 'user_id', 'roles', 'state', 'is_primary_contact'])
    .execute()
  return {
    organizations: new Map(
      organizations.map(({ id, name, state, two_factor_required, contact_approval }) => [
        id,
        {
          name,
          isActive: state === 'ACTIVE',
          requiresSecondFactor: two_factor_required === 1,
          approvesContacts: contact_approval === 1,
        },
      ]),
    ),
    memberships: new Map(
      memberships.map(({ organization_id, user_id, roles, state, is_primary_contact }) => [
        keyOf(organization_id, user_id),
        { state, roles: listOf(roles), isPrimaryContact: is_primary_contact === 1 },
      ]),
    ),
  }
}

export const readProjects = async (tx: Queries): Promise<Rights['projects']> => {
  const projects = await tx.selectFrom('projects').select(['id', 'body']).execute()
  return new Map(
    projects.map(({ id, body }) => {
      const project = parseRow('project', body)
      const { name, state, ownerId, deadline, deadlineAt } = project
      return [id, { name, state, ownerId, deadline, deadlineAt, isOpen: areAnswersOpen(project) }]
    }),
  )
}

const readProjectRights = async (
  tx: Queries,
): Promise<Pick<Rights, 'members' | 'vendors' | 'grants'>> => {
  const members = await tx
    .selectFrom('project_members')
    .select(['project_id', 'user_id', 'roles'])
    .execute()
  const vendors = await tx
    .selectFrom('project_vendors')
    .select(['project_id', 'vendor_id'])
    .execute()
  const grants = await tx
    .selectFrom('restrictions')
    .select(['project_id', 'vendor_id', 'user_id', 'package_ids'])
    .execute()
  return {
    members: new Map(
      members.map(({ project_id, user_id, roles }) => [keyOf(project_id, user_id), listOf(roles)]),
    ),
    vendors: new Set(vendors.map(({ project_id, vendor_id }) => keyOf(project_id, vendor_id))),
    grants: new Map(
      grants.map(({ project_id, vendor_id, user_id, package_ids }) => [
        keyOf(project_id, vendor_id, user_id),
        package_ids === null ? null : listOf(package_ids),
      ]),
    ),
  }
}

const readInvitations = async (tx: Queries): Promise<Rights['invitations']> => {
  const found = await tx
    .selectFrom('invitations')
    .select(['id', 'email', 'organization_id', 'project_id', 'accepted_on', 'cancelled_on'])
    .execute()
  return new Map(
    found.map(({ id, email, organization_id, project_id, accepted_on, cancelled_on }) => [
      id,
      {
        email,
        organizationId: organization_id,
        projectId: project_id,
        state: cancelled_on !== null ? 'withdrawn' : accepted_on !== null ? 'accepted' : 'open',
      },
    ]),
  )
}

/** Whether both are states of one installation. */
export const areRelated = (a: Rights, b: Rights): boolean => {
  const uuids = new Set([...a.people.values()].map(({ uuid }) => uuid))
  return [...b.people.values()].some(({ uuid }) => uuids.has(uuid))
}
