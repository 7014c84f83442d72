import type { Queries } from '../database/database.ts'

interface Person {
  username: string
  uuid: string
  isDeleted: boolean
  isBlocked: boolean
  password: string
  hasSecondFactor: boolean
}
interface Membership {
  state: string
  roles: string[]
}

/** The rights of an installation that its people can take away. */
export interface Rights {
  people: ReadonlyMap<number, Person>
  organizations: ReadonlyMap<number, { name: string; isActive: boolean }>
  /** By organization and person. */
  memberships: ReadonlyMap<string, Membership>
  projects: ReadonlyMap<string, string>
  /** Roles by project and person. */
  members: ReadonlyMap<string, string[]>
  /** By project and vendor. */
  vendors: ReadonlySet<string>
  /** Packages by project, vendor and contact; null = all. */
  grants: ReadonlyMap<string, string[] | null>
}

const listOf = (json: string): string[] => JSON.parse(json) as string[]
const keyOf = (...ids: readonly (string | number)[]): string => ids.join(' ')

export const readRights = async (tx: Queries): Promise<Rights> => {
  const people = await tx
    .selectFrom('users')
    .select(['id', 'uuid', 'username', 'blocked', 'password', 'otp_active'])
    .execute()
  const organizations = await tx
    .selectFrom('organizations')
    .select(['id', 'name', 'state'])
    .execute()
  const memberships = await tx
    .selectFrom('organization_members')
    .select(['organization_id', 'user_id', 'roles', 'state'])
    .execute()
  const projects = await tx.selectFrom('projects').select(['id', 'name']).execute()
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
    people: new Map(
      people.map(({ id, uuid, username, blocked, password, otp_active }) => [
        id,
        {
          uuid,
          username,
          password,
          isDeleted: username.startsWith('deleted-') && password === '',
          isBlocked: blocked === 1,
          hasSecondFactor: otp_active === 1,
        },
      ]),
    ),
    organizations: new Map(
      organizations.map(({ id, name, state }) => [id, { name, isActive: state === 'ACTIVE' }]),
    ),
    memberships: new Map(
      memberships.map(({ organization_id, user_id, roles, state }) => [
        keyOf(organization_id, user_id),
        { state, roles: listOf(roles) },
      ]),
    ),
    projects: new Map(projects.map(({ id, name }) => [id, name])),
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

/** Whether both are states of one installation. */
export const areRelated = (a: Rights, b: Rights): boolean => {
  const uuids = new Set([...a.people.values()].map(({ uuid }) => uuid))
  return [...b.people.values()].some(({ uuid }) => uuids.has(uuid))
}
