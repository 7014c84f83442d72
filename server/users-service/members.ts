import type { members, PendingMember } from '#schema/api/users-service/members.ts'
import { Refusal } from '#schema/refusal.ts'
import { deny, refuse } from '#schema/rules/access/denial.ts'
import { roleAssignmentDenial } from '#schema/rules/access/role-assignment.ts'
import { offeredRoles, type RoleScope } from '#schema/tables/roles.ts'
import type { RoleId } from '#schema/tables/role-permissions.ts'
import { readMember } from '../database/access/members.ts'
import type { Queries } from '../database/database.ts'
import { isRequiredOf } from '../identity/second-factor.ts'
import { pageOf } from '../page-of.ts'
import type { Handlers } from '../route.ts'
import {
  changeAccess,
  isLastAdministrator,
  readOwners,
  removeMembers,
  requireAdministratorLeft,
  requireNoPrimary,
} from './change-access.ts'
import { blockPerson, prolongPerson, unblockPerson } from './keep-out.ts'
import { readMemberIn } from './member-subjects.ts'
import { isVendor, readPlace, requirePlace } from './places.ts'
import { maySendAgain } from './send-again.ts'
import { roleOf } from './role-codes.ts'
import { readMembers } from './read-members.ts'
import { setRoles } from './set-roles.ts'

const DONE = { done: true } as const
const NEWEST_FIRST = [
  { field: 'createdOn', direction: 'DESC' },
  { field: 'id', direction: 'ASC' },
] as const

const readInvitedBy = async (
  tx: Queries,
  inviterId: number,
  organizationId: number,
): Promise<Set<number | null>> => {
  const rows = await tx
    .selectFrom('invitations')
    .select('accepted_by')
    .where('organization_id', '=', organizationId)
    .where('invited_by', '=', inviterId)
    .where('accepted_on', 'is not', null)
    .execute()
  return new Set(rows.map((row) => row.accepted_by))
}

const readPending = async (
  tx: Queries,
  organizationId: number,
): Promise<Omit<PendingMember, 'canSendAgain'>[]> => {
  const rows = await tx
    .selectFrom('invitations')
    .leftJoin('users', 'users.id', 'invited_by')
    .select([
      'invitations.id',
      'invitations.email',
      'roles',
      'is_primary_contact',
      'users.name as invitedBy',
      'invitations.created_on',
      'expires_on',
    ])
    .where('organization_id', '=', organizationId)
    .where('project_id', 'is', null)
    .where('accepted_on', 'is', null)
    .where('cancelled_on', 'is', null)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    email: row.email,
    roleIds: JSON.parse(row.roles) as string[],
    isPrimaryContact: row.is_primary_contact === 1,
    invitedBy: row.invitedBy ?? '',
    sentOn: row.created_on,
    expiresOn: row.expires_on,
  }))
}

/** Filters items whose text contains every word of `q`. */
const searched = <T extends object>(
  items: readonly T[],
  q: string | undefined,
  textOf: (item: T) => string,
): readonly T[] => {
  const words = (q ?? '')
    .toLocaleLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
  return words.length === 0
    ? items
    : items.filter((item) => words.every((word) => textOf(item).toLocaleLowerCase().includes(word)))
}

export const memberHandlers: Handlers<typeof members> = {
  list: async (
    {
      params,
      body: {
        filters: { q, ...filters },
        sorts,
        ...rest
      },
    },
    context,
  ) => {
    await requirePlace(context, params.id, 'member.browse', 'vendor.browse')
    const found = searched(
      await readMembers(context.services.database.queries, params.id),
      q,
      ({ name, username, email }) => `${name} ${username} ${email}`,
    )
    const page = pageOf(found, {
      ...rest,
      filters,
      sorts: sorts.length > 0 ? sorts : [...NEWEST_FIRST],
    })
    const { queries } = context.services.database
    const owners = await readOwners(queries, params.id)
    const invited = await readInvitedBy(queries, context.person.userId, params.id)
    const items = await Promise.all(
      page.items.map(async (member) => {
        const row = await readMember(queries, params.id, member.userId)
        return {
          ...member,
          isLastAdministrator: row !== null && (await isLastAdministrator(queries, row)),
          ownsProjects: owners.has(member.userId),
          isInvitedByYou: invited.has(member.userId),
        }
      }),
    )
    return { ...page, items }
  },

  pending: async (
    {
      params,
      body: {
        filters: { q, ...filters },
        ...rest
      },
    },
    context,
  ) => {
    const place = await requirePlace(context, params.id, 'member.browse', 'vendor.browse')
    const rows = await readPending(context.services.database.queries, params.id)
    const found = searched(rows, q, ({ email }) => email).map((row) => {
      const canSendAgain =
        row.email !== '' && maySendAgain(context.person, place, row.roleIds as RoleId[])
      return { ...row, canSendAgain }
    })
    return pageOf(
      found.toSorted((a, b) => b.sentOn - a.sentOn),
      { ...rest, filters },
    )
  },

  remove: async ({ params, body }, context) => {
    const userIds = [...new Set(body.userIds)]
    if (userIds.includes(context.person.userId)) refuse(deny({ kind: 'self' }))
    const place = await readPlace(context.services.database.queries, params.id)
    await changeAccess(context.services, async (tx) => {
      for (const userId of userIds) {
        const member = await readMemberIn(tx, context, {
          place,
          userId,
          action: isVendor(place) ? 'contact.manage' : 'member.manage',
        })
        await requireAdministratorLeft(tx, member, { userIds })
        await requireNoPrimary(tx, place, { member, leaving: userIds })
      }
      const now = context.services.clock()
      await removeMembers(tx, { place, userIds, now, actorId: context.person.userId })
      return { organizationId: place.organizationId, changed: [], ended: userIds }
    })
    return DONE
  },

  roles: async ({ params }, context) => {
    const place = await requirePlace(context, params.id, 'member.browse', 'vendor.browse')
    const scopes: RoleScope[] = isVendor(place) ? ['vendor'] : ['organization', 'system']
    return scopes
      .flatMap(offeredRoles)
      .filter((role) => roleAssignmentDenial(context.person, role, place) === null)
      .map(roleOf)
  },

  setRoles: async ({ params, body }, context) => {
    await setRoles(context, params.id, body)
    return DONE
  },

  allUsers: async ({ params }, context) => {
    await requirePlace(context, params.id, 'member.browse', 'vendor.browse')
    const found = await readMembers(context.services.database.queries, params.id)
    return found
      .map(({ id, name, username }) => ({ id, name, username }))
      .toSorted((a, b) => a.name.localeCompare(b.name))
  },

  block: async ({ params }, context) => {
    await blockPerson(context, params.id)
    return DONE
  },
  unblock: async ({ params }, context) => {
    await unblockPerson(context, params.id)
    return DONE
  },
  prolong: async ({ params, body }, context) => {
    await prolongPerson(context, params.id, body.expiresOn)
    return DONE
  },

  leave: async ({ params }, context) => {
    const { services, person } = context
    const place = await readPlace(services.database.queries, params.id)
    await changeAccess(services, async (tx) => {
      const member = await readMemberIn(tx, context, { place, userId: person.userId, action: null })
      await requireAdministratorLeft(tx, member)
      await requireNoPrimary(tx, place, { member })
      const removal = { place, userIds: [person.userId], actorId: person.userId }
      await removeMembers(tx, { ...removal, now: services.clock() })
      return { organizationId: place.organizationId, changed: [], ended: [person.userId] }
    })
    return DONE
  },

  setActiveOrganization: async ({ params }, { services, person }) => {
    const { database, clock, hub } = services
    await database.write(async (tx) => {
      const member = await tx
        .selectFrom('organization_members')
        .innerJoin('organizations', 'organizations.id', 'organization_id')
        .select('organization_id')
        .where('organization_id', '=', params.id)
        .where('user_id', '=', person.userId)
        .where('organization_members.state', '=', 'ACTIVE')
        .where('organizations.state', '=', 'ACTIVE')
        .executeTakeFirst()
      if (member === undefined) throw new Refusal('NOT_FOUND')
      const user = await tx
        .updateTable('users')
        .set({ active_organization_id: params.id, updated_on: clock() })
        .where('id', '=', person.userId)
        .returning('otp_active')
        .executeTakeFirstOrThrow()
      if (user.otp_active === 0 && (await isRequiredOf(tx, person.userId))) {
        throw new Refusal('TWO_FACTOR_FIRST')
      }
      await tx
        .updateTable('sessions')
        .set({ ended_on: clock() })
        .where('user_id', '=', person.userId)
        .where('ended_on', 'is', null)
        .execute()
    })
    hub.endPerson(person.userId)
    return DONE
  },
}
