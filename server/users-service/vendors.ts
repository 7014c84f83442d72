import { sql } from 'kysely'
import type { VendorSummary, vendors } from '#schema/api/users-service/vendors.ts'
import { Refusal } from '#schema/refusal.ts'
import { readActiveIds } from '../database/access/active-members.ts'
import { movePrimaryFlag, readMember, readMembersOf } from '../database/access/members.ts'
import type { Queries } from '../database/database.ts'
import { loggingAccess } from '../database/project-log/log-access.ts'
import { pageOf } from '../page-of.ts'
import { dropPicture } from '../database/pictures.ts'
import type { Handlers } from '../route.ts'
import { changeAccess } from './change-access.ts'
import { requireFreeName, requireZone, writeProfile } from './organization-fields.ts'
import { requirePlace, requireVendor } from './places.ts'

const DONE = { done: true } as const

const readVendors = async (
  tx: Queries,
  by: { parentId: number } | { id: number },
): Promise<VendorSummary[]> => {
  const query = tx.selectFrom('organizations').select((eb) => [
    'id',
    'name',
    'description',
    'parent_id as parentId',
    'zone',
    'state',
    'created_on as createdOn',
    'avatar',
    'updated_on as updatedOn',
    eb
      .selectFrom('organization_members')
      .select((inner) => inner.fn.countAll<number>().as('count'))
      .whereRef('organization_id', '=', 'organizations.id')
      .as('contactsCount'),
    eb
      .selectFrom('project_vendors')
      .select((inner) => inner.fn.countAll<number>().as('count'))
      .whereRef('vendor_id', '=', 'organizations.id')
      .as('projectsCount'),
    eb
      .selectFrom('organization_members')
      .innerJoin('users', 'users.id', 'user_id')
      .select('users.name')
      .whereRef('organization_id', '=', 'organizations.id')
      .where('is_primary_contact', '=', 1)
      .limit(1)
      .as('primaryContact'),
    eb
      .selectFrom('organization_members')
      .select('user_id')
      .whereRef('organization_id', '=', 'organizations.id')
      .where('is_primary_contact', '=', 1)
      .limit(1)
      .as('primaryContactId'),
  ])
  const rows = await (
    'id' in by ? query.where('id', '=', by.id) : query.where('parent_id', '=', by.parentId)
  )
    .orderBy('name')
    .orderBy('id')
    .execute()
  return rows.flatMap(({ parentId, contactsCount, projectsCount, ...row }) =>
    parentId === null
      ? []
      : [
          {
            ...row,
            parentId,
            contactsCount: Number(contactsCount),
            projectsCount: Number(projectsCount),
          },
        ],
  )
}
const readVendor = async (tx: Queries, id: number): Promise<VendorSummary> => {
  const [vendor] = await readVendors(tx, { id })
  if (vendor === undefined) throw new Refusal('NOT_FOUND')
  return vendor
}

/**
 * Grants the former primary contact all projects of the vendor. A primary contact needs no grants;
 * as an ordinary contact the person keeps the same access until it is restricted.
 */
const grantAllProjects = async (tx: Queries, vendorId: number, userId: number): Promise<void> => {
  await tx
    .insertInto('restrictions')
    .columns(['project_id', 'vendor_id', 'user_id', 'package_ids'])
    .expression((eb) =>
      eb
        .selectFrom('project_vendors')
        .select([
          'project_id',
          'vendor_id',
          sql<number>`cast(${userId} as integer)`.as('user_id'),
          sql<null>`cast(null as text)`.as('package_ids'),
        ])
        .where('vendor_id', '=', vendorId),
    )
    .onConflict((conflict) => conflict.columns(['project_id', 'vendor_id', 'user_id']).doNothing())
    .execute()
}

export const vendorHandlers: Handlers<typeof vendors> = {
  list: async (
    {
      params,
      body: {
        filters: { q = '', ...filters },
        ...rest
      },
    },
    context,
  ) => {
    await requirePlace(context, params.id, 'vendor.browse')
    const found = await readVendors(context.services.database.queries, { parentId: params.id })
    const words = q
      .toLocaleLowerCase()
      .split(/\s+/)
      .filter((word) => word !== '')
    const isFound = ({ name, primaryContact }: VendorSummary) =>
      words.every((word) => `${name} ${primaryContact ?? ''}`.toLocaleLowerCase().includes(word))
    return pageOf(found.filter(isFound), { ...rest, filters })
  },

  create: async ({ params, body }, context) => {
    const { database, clock } = context.services
    await requirePlace(context, params.id, 'vendor.create')
    requireZone(body.zone)
    const now = clock()
    return await database.write(async (tx) => {
      await requireFreeName(tx, { name: body.name, parentId: params.id, except: null })
      const { id } = await tx
        .insertInto('organizations')
        .values({ ...body, parent_id: params.id, created_on: now, updated_on: now })
        .returning('id')
        .executeTakeFirstOrThrow()
      return await readVendor(tx, id)
    })
  },

  get: async ({ params }, context) => {
    await requireVendor(context, params.id, 'vendor.browse')
    return await readVendor(context.services.database.queries, params.id)
  },

  update: async ({ body }, context) => {
    const { parentId } = await requireVendor(context, body.id, 'vendor.edit')
    const now = context.services.clock()
    return await context.services.database.write(async (tx) => {
      await writeProfile(tx, body, { parentId, now })
      return await readVendor(tx, body.id)
    })
  },

  setState: async ({ body: { id, state } }, context) => {
    await requireVendor(context, id, 'vendor.changeState')
    await changeAccess(context.services, async (tx) => {
      const contacts = (await readMembersOf(tx, id)).map(({ userId }) => userId)
      await tx.updateTable('organizations').set({ state }).where('id', '=', id).execute()
      return {
        organizationId: id,
        changed: state === 'ACTIVE' ? contacts : [],
        ended: state === 'ACTIVE' ? [] : contacts,
      }
    })
    return DONE
  },

  remove: async ({ body: { id } }, context) => {
    await requireVendor(context, id, 'vendor.remove')
    await context.services.database.write(async (tx) => {
      const { contactsCount, projectsCount, avatar } = await readVendor(tx, id)
      if (contactsCount > 0) throw new Refusal('vendor.contacts')
      if (projectsCount > 0)
        throw new Refusal('ORGANIZATION_IN_USE', { detail: { what: 'projects' } })
      // Keep the rows: without them the limit of mails to an address would restart.
      await tx
        .updateTable('invitations')
        .set({ cancelled_on: context.services.clock() })
        .where('organization_id', '=', id)
        .where('accepted_on', 'is', null)
        .where('cancelled_on', 'is', null)
        .execute()
      await tx.deleteFrom('consents').where('vendor_id', '=', id).execute()
      await tx.deleteFrom('organizations').where('id', '=', id).execute()
      await dropPicture(tx, avatar)
    })
    return DONE
  },

  setPrimaryContact: async ({ body: { id, userId, isPrimaryContact } }, context) => {
    await requireVendor(context, id, 'contact.manage')
    await changeAccess(context.services, async (tx) => {
      const contact = await readMember(tx, id, userId)
      if (!isPrimaryContact)
        throw new Refusal(
          contact?.isPrimaryContact === true ? 'primary.cannotremove' : 'primary.notflagged',
        )
      if (!(await readActiveIds(tx, id)).has(userId)) throw new Refusal('primary.notflagged')
      const former = (await readMembersOf(tx, id)).filter(
        (member) => member.isPrimaryContact && member.userId !== userId,
      )
      const invited = await tx
        .selectFrom('project_vendors')
        .select('project_id')
        .where('vendor_id', '=', id)
        .execute()
      const projectIds = invited.map((row) => row.project_id)
      const write = { projectIds, now: context.services.clock(), actorId: context.person.userId }
      await loggingAccess(tx, write, async () => {
        for (const member of former) await grantAllProjects(tx, id, member.userId)
      })
      await movePrimaryFlag(tx, id, userId)
      return {
        organizationId: id,
        changed: [userId, ...former.map((member) => member.userId)],
        ended: [],
      }
    })
    return DONE
  },
}
