import type { application } from '#schema/api/users-service/application.ts'
import type { organizations } from '#schema/api/users-service/organizations.ts'
import { Refusal } from '#schema/refusal.ts'
import { organizationDenial } from '#schema/rules/access/access-organization.ts'
import { refuse } from '#schema/rules/access/denial.ts'
import { rolesOfScope } from '#schema/tables/roles.ts'
import type { Person } from '../database/access/read-actor.ts'
import type { Queries } from '../database/database.ts'
import { readHome } from '../database/projects/read-home.ts'
import type { Handlers } from '../route.ts'

export const applicationHandlers: Handlers<typeof application> = {
  version: async (_input, { services }) => ({ appVersion: services.appVersion }),
}

/**
 * Whether the person may see the organization: their own and, for requestors, its vendors. Contacts
 * of a vendor see only their own.
 */
const isWithinReach = async (
  tx: Queries,
  person: Person,
  organizationId: number,
): Promise<boolean> => {
  if (organizationId === person.organizationId) return true
  if (person.parentId !== null) return false
  const organization = await tx
    .selectFrom('organizations')
    .select('parent_id')
    .where('id', '=', organizationId)
    .executeTakeFirst()
  return organization?.parent_id === person.organizationId
}

const requireBrowse = async (tx: Queries, person: Person): Promise<void> => {
  const place = { organizationId: person.organizationId, parentId: null }
  if (organizationDenial(person, 'vendor.browse', place) === null) return
  const inProject = (await readHome(tx, person)).flatMap(({ me }) => me.permissions)
  refuse(organizationDenial(person, 'vendor.browse', { ...place, inProject }))
}

/** As `activeMembers` decides it. */
const isActive = (one: {
  state: string | null
  blocked: number | null
  approval: string | null
}): boolean => one.state === 'ACTIVE' && one.blocked === 0 && one.approval === 'APPROVED'

const COLUMNS = [
  'organizations.id',
  'organizations.name',
  'description',
  'parent_id as parentId',
  'zone',
  'avatar',
  'organizations.updated_on as updatedOn',
] as const

export const organizationHandlers: Handlers<typeof organizations> = {
  forCurrentUser: async (_input, { services, person }) => {
    const found = await services.database.queries
      .selectFrom('organization_members')
      .innerJoin('organizations', 'organizations.id', 'organization_members.organization_id')
      .leftJoin('organizations as parents', 'parents.id', 'organizations.parent_id')
      .select([
        'organizations.id',
        'organizations.name',
        'organizations.description',
        'organizations.parent_id as parentId',
        'organizations.zone',
        'organizations.avatar',
        'organizations.updated_on as updatedOn',
        'parents.name as parentName',
      ])
      .where('user_id', '=', person.userId)
      .where('organization_members.state', '=', 'ACTIVE')
      .where('organizations.state', '=', 'ACTIVE')
      .orderBy('organizations.name')
      .execute()
    // A system administrator does not work in vendors.
    return rolesOfScope(person.roles, 'system').length > 0
      ? found.filter(({ parentId }) => parentId === null)
      : found
  },

  get: async ({ params }, { services, person }) => {
    const { queries } = services.database
    const isVisible =
      params.id === person.parentId || (await isWithinReach(queries, person, params.id))
    const organization = isVisible
      ? await queries
          .selectFrom('organizations')
          .select(COLUMNS)
          .where('organizations.id', '=', params.id)
          .executeTakeFirst()
      : undefined
    if (organization === undefined) throw new Refusal('NOT_FOUND')
    return organization
  },

  vendors: async ({ params }, { services, person }) => {
    if (params.id !== person.organizationId || person.parentId !== null)
      throw new Refusal('NOT_ALLOWED')
    await requireBrowse(services.database.queries, person)
    const rows = await services.database.queries
      .selectFrom('organizations')
      .leftJoin('organization_members', 'organization_members.organization_id', 'organizations.id')
      .leftJoin('users', 'users.id', 'organization_members.user_id')
      .select([
        'organizations.id',
        'organizations.name',
        'users.id as userId',
        'users.name as contact',
        'users.approval',
        'is_primary_contact',
        'organization_members.state',
        'users.blocked',
      ])
      .where('parent_id', '=', params.id)
      .where('organizations.state', '=', 'ACTIVE')
      .orderBy('organizations.name')
      .execute()
    const invited = await services.database.queries
      .selectFrom('invitations')
      .innerJoin('organizations', 'organizations.id', 'organization_id')
      .select('organization_id')
      .where('parent_id', '=', params.id)
      .where('accepted_on', 'is', null)
      .where('cancelled_on', 'is', null)
      .execute()
    const waiting = Map.groupBy(invited, ({ organization_id }) => organization_id)
    return [...Map.groupBy(rows, ({ id }) => id)].map(([value, contacts]) => ({
      value,
      label: contacts[0]?.name ?? '',
      contacts: contacts.filter(({ contact }) => contact !== null).length,
      activeContacts: contacts.filter(isActive).length,
      people: contacts.flatMap(({ userId, contact, ...one }) =>
        userId === null || contact === null || !isActive(one)
          ? []
          : [{ userId, name: contact, isPrimaryContact: one.is_primary_contact === 1 }],
      ),
      invited: waiting.get(value)?.length ?? 0,
      primaryContact:
        contacts.find(({ is_primary_contact }) => is_primary_contact === 1)?.contact ?? null,
    }))
  },
}
