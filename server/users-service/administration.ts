import type { administration, ListedUser, roles } from '#schema/api/users-service/administration.ts'
import { Refusal } from '#schema/refusal.ts'
import { heldBy } from '#schema/rules/access/held-by.ts'
import { ROLE_IDS, type RoleId } from '#schema/tables/role-permissions.ts'
import { ROLES } from '#schema/tables/roles.ts'
import { readMemberships } from '../database/access/members.ts'
import type { Queries } from '../database/database.ts'
import { pageOf } from '../page-of.ts'
import type { Handlers, SignedInContext } from '../route.ts'
import { isLastAdministrator, readOwners } from './change-access.ts'
import { roleOf } from './role-codes.ts'
import { countsOf } from './organization-settings.ts'
import { requireMay } from './places.ts'

const requireSystemAdmin = (context: SignedInContext): void =>
  requireMay(context, 'system.administer', { organizationId: 0, parentId: null })
const wordsOf = (q: string): string[] =>
  q
    .toLocaleLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
const hasAll = (words: readonly string[], text: string): boolean =>
  words.every((word) => text.toLocaleLowerCase().includes(word))
const asList = { filters: {}, sorts: [] }

type FoundUser = Omit<ListedUser, 'isLastAdministrator' | 'ownsProjects'>
const isLastAnywhere = async (tx: Queries, userId: number): Promise<boolean> => {
  for (const member of await readMemberships(tx, userId)) {
    if (await isLastAdministrator(tx, member)) return true
  }
  return false
}

const readUsers = async (tx: Queries, now: number): Promise<FoundUser[]> => {
  const users = await tx
    .selectFrom('users')
    .select([
      'id',
      'username',
      'name',
      'email',
      'blocked',
      'approval',
      'otp_active',
      'created_on',
      'requested_organization',
    ])
    .orderBy('name')
    .orderBy('id')
    .execute()
  const memberships = await tx
    .selectFrom('organization_members')
    .innerJoin('organizations', 'organizations.id', 'organization_id')
    .select(['user_id', 'organizations.id', 'organizations.name', 'roles'])
    .execute()
  const open = await tx
    .selectFrom('sessions')
    .select(['user_id', (eb) => eb.fn.countAll<number>().as('count')])
    .where('ended_on', 'is', null)
    .where('idle_until', '>', now)
    .where('absolute_until', '>', now)
    .groupBy('user_id')
    .execute()
  const [byUser, counts] = [
    Map.groupBy(memberships, ({ user_id: userId }) => userId),
    new Map(open.map(({ user_id: userId, count }) => [userId, Number(count)])),
  ]
  return users.map((user) => ({
    id: user.id,
    username: user.username,
    name: user.name,
    email: user.email,
    state: user.blocked === 1 ? 'BLOCKED' : user.approval === 'WAITING' ? 'WAITING' : 'ACTIVE',
    otpActivated: user.otp_active === 1,
    createdOn: user.created_on,
    sessions: counts.get(user.id) ?? 0,
    requestedOrganization: user.requested_organization,
    organizations: (byUser.get(user.id) ?? []).map(({ id, name, roles: held }) => ({
      id,
      name,
      roleIds: JSON.parse(held) as string[],
    })),
  }))
}

export const administrationHandlers: Handlers<typeof administration> = {
  users: async ({ query: { q, state, pageNumber, pageSize } }, context) => {
    requireSystemAdmin(context)
    const words = wordsOf(q)
    const found = (
      await readUsers(context.services.database.queries, context.services.clock())
    ).filter(
      (user) =>
        (state === undefined || user.state === state) &&
        hasAll(words, `${user.name} ${user.username} ${user.email}`),
    )
    const page = pageOf(found, { pageNumber, pageSize, ...asList })
    const { queries } = context.services.database
    const owners = await readOwners(queries)
    const items = await Promise.all(
      page.items.map(async (user) => ({
        ...user,
        ownsProjects: owners.has(user.id),
        isLastAdministrator: await isLastAnywhere(queries, user.id),
      })),
    )
    return { ...page, items }
  },

  organizations: async ({ query: { q, pageNumber, pageSize } }, context) => {
    requireSystemAdmin(context)
    const { queries } = context.services.database
    const rows = await queries
      .selectFrom('organizations')
      .select([
        'id',
        'name',
        'description',
        'parent_id as parentId',
        'zone',
        'created_on as createdOn',
        'avatar',
        'updated_on as updatedOn',
      ])
      .where('parent_id', 'is', null)
      .orderBy('name')
      .execute()
    const page = pageOf(
      rows.filter(({ name }) => hasAll(wordsOf(q), name)),
      { pageNumber, pageSize, ...asList },
    )
    return {
      ...page,
      items: await Promise.all(
        page.items.map(async (row) => ({ ...row, ...(await countsOf(queries, row.id)) })),
      ),
    }
  },
}

const isRole = (id: string): id is RoleId => (ROLE_IDS as readonly string[]).includes(id)

export const roleHandlers: Handlers<typeof roles> = {
  list: async (_input, { person }) => {
    if (
      person.parentId !== null ||
      ![...heldBy(person, 'system'), ...heldBy(person, 'organization')].includes('ORG_ROLE_ASSIGN')
    )
      throw new Refusal('NOT_ALLOWED')
    return ROLE_IDS.map((id) => ({ ...roleOf(id), scope: ROLES[id].scope }))
  },
  /**
   * Needs no permission: the interface reads the person's own roles after sign-in, and the meaning
   * of a role is not secret.
   */
  get: async ({ params }) => {
    if (!isRole(params.id)) throw new Refusal('NOT_FOUND')
    return roleOf(params.id)
  },
}
