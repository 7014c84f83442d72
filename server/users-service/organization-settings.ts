import { sql } from 'kysely'
import type {
  OrganizationInfo,
  organizationSettings,
} from '#schema/api/users-service/organization-settings.ts'
import type { OrganizationSummary } from '#schema/api/users-service/organizations.ts'
import { Refusal } from '#schema/refusal.ts'
import { readMember, readMembersOf } from '../database/access/members.ts'
import type { Queries } from '../database/database.ts'
import { changedPicture, dropPicture, keepPicture } from '../database/pictures.ts'
import type { Handlers } from '../route.ts'
import { withObjects } from './access-objects.ts'
import { changeAccess, isLastAdministrator, readOwners } from './change-access.ts'
import { requireFreeName, requireZone, writeProfile } from './organization-fields.ts'
import { isVendor, mayAt, requireMay, requirePlace } from './places.ts'

const DONE = { done: true } as const

const readOrganization = async (tx: Queries, id: number): Promise<OrganizationSummary> =>
  await tx
    .selectFrom('organizations')
    .select([
      'id',
      'name',
      'description',
      'parent_id as parentId',
      'zone',
      'avatar',
      'updated_on as updatedOn',
    ])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

/** Replaces the picture, unless the body leaves it. */
const changePicture = async (
  tx: Queries,
  { id, picture, now }: { id: number; picture: string | null | undefined; now: number },
): Promise<void> => {
  const { avatar: former } = await readOrganization(tx, id)
  const changed = changedPicture(picture, former)
  if (changed === undefined) return
  const avatar = await keepPicture(tx, changed, now)
  await tx.updateTable('organizations').set({ avatar }).where('id', '=', id).execute()
  await dropPicture(tx, former)
}

const countOf = async (
  tx: Queries,
  {
    table,
    column,
  }: {
    table: 'organization_members' | 'organizations' | 'projects'
    column: 'organization_id' | 'parent_id'
  },
  id: number,
): Promise<number> => {
  const { rows } = await sql<{
    count: number
  }>`select count(*) as count from ${sql.table(table)} where ${sql.ref(column)} = ${id}`.execute(tx)
  return Number(rows[0]?.count ?? 0)
}
export const countsOf = async (tx: Queries, id: number) => ({
  members: await countOf(tx, { table: 'organization_members', column: 'organization_id' }, id),
  vendors: await countOf(tx, { table: 'organizations', column: 'parent_id' }, id),
  projects: await countOf(tx, { table: 'projects', column: 'organization_id' }, id),
})

/**
 * A LIKE pattern that matches the text literally. Refuses a NUL, which ends a pattern in SQLite and
 * is an error in PostgreSQL.
 */
const containing = (text: string): string => {
  if (text.includes('\0'))
    throw new Refusal('INPUT_INVALID', {
      field: 'who',
      detail: { field: 'who', problem: 'holds a zero byte' },
    })
  return `%${text.toLowerCase().replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`
}

const leaving = async (
  tx: Queries,
  organizationId: number,
  userId: number,
): Promise<OrganizationInfo['may']['leave']> => {
  const member = await readMember(tx, organizationId, userId)
  if (member === null) return 'noMember'
  if (await isLastAdministrator(tx, member)) return 'lastAdministrator'
  return (await readOwners(tx, organizationId)).has(userId) ? 'ownsProjects' : 'allowed'
}

export const organizationSettingsHandlers: Handlers<typeof organizationSettings> = {
  create: async ({ body: { avatar: picture, ...body } }, context) => {
    const { database, clock } = context.services
    requireMay(context, 'organization.create', { organizationId: 0, parentId: null })
    requireZone(body.zone)
    const now = clock()
    return await database.write(async (tx) => {
      await requireFreeName(tx, { name: body.name, parentId: null, except: null })
      const { id } = await tx
        .insertInto('organizations')
        .values({ ...body, parent_id: null, created_on: now, updated_on: now })
        .returning('id')
        .executeTakeFirstOrThrow()
      await changePicture(tx, { id, picture, now })
      return await readOrganization(tx, id)
    })
  },

  update: async ({ body: { avatar: picture, ...body } }, context) => {
    const { parentId } = await requirePlace(context, body.id, 'organization.edit')
    const now = context.services.clock()
    return await context.services.database.write(async (tx) => {
      await writeProfile(tx, body, { parentId, now })
      await changePicture(tx, { id: body.id, picture, now })
      return await readOrganization(tx, body.id)
    })
  },

  remove: async ({ body: { id } }, context) => {
    const place = await requirePlace(context, id, 'organization.remove')
    if (isVendor(place)) throw new Refusal('NOT_FOUND')
    await changeAccess(context.services, async (tx) => {
      const { vendors, projects } = await countsOf(tx, id)
      const { avatar } = await readOrganization(tx, id)
      if (projects > 0) throw new Refusal('ORGANIZATION_IN_USE', { detail: { what: 'projects' } })
      if (vendors > 0) throw new Refusal('ORGANIZATION_IN_USE', { detail: { what: 'vendors' } })
      const people = (await readMembersOf(tx, id)).map(({ userId }) => userId)
      await tx.deleteFrom('invitations').where('organization_id', '=', id).execute()
      await tx.deleteFrom('import_mappings').where('organization_id', '=', id).execute()
      await tx.deleteFrom('organization_members').where('organization_id', '=', id).execute()
      await tx.deleteFrom('organizations').where('id', '=', id).execute()
      await dropPicture(tx, avatar)
      return { organizationId: id, changed: [], ended: people }
    })
    return DONE
  },

  info: async ({ params }, context) => {
    const place = await requirePlace(context, params.id, 'member.browse', 'organization.edit')
    const { queries } = context.services.database
    const row = await queries
      .selectFrom('organizations')
      .select(['created_on', 'documentation_title', 'documentation_text', 'documentation_version'])
      .where('id', '=', params.id)
      .executeTakeFirstOrThrow()
    return {
      ...(await readOrganization(queries, params.id)),
      ...(await countsOf(queries, params.id)),
      createdOn: row.created_on,
      documentation: {
        title: row.documentation_title,
        text: row.documentation_text,
        version: row.documentation_version,
      },
      may: {
        edit: mayAt(context, 'organization.edit', place),
        remove: mayAt(context, 'organization.remove', place),
        browseLog: mayAt(context, 'accessLog.browse', place),
        leave: await leaving(queries, params.id, context.person.userId),
      },
    }
  },

  setAvatar: async ({ params: { id }, body }, context) => {
    await requirePlace(context, id, 'organization.edit', 'vendor.edit')
    const now = context.services.clock()
    return await context.services.database.write(async (tx) => {
      await changePicture(tx, { id, picture: body.picture, now })
      const { avatar } = await readOrganization(tx, id)
      return { avatar }
    })
  },

  setDocumentation: async ({ params, body: { title, text } }, context) => {
    const place = await requirePlace(context, params.id, 'organization.edit')
    if (isVendor(place)) throw new Refusal('NOT_FOUND')
    await context.services.database.write(async (tx) => {
      await tx
        .updateTable('organizations')
        .set((eb) => ({
          documentation_title: title.trim(),
          documentation_text: text.trim(),
          documentation_version: eb('documentation_version', '+', 1),
        }))
        .where('id', '=', params.id)
        .where((eb) =>
          eb.or([
            eb('documentation_title', '<>', title.trim()),
            eb('documentation_text', '<>', text.trim()),
          ]),
        )
        .execute()
    })
    return DONE
  },

  accessLog: async ({ params, body: { pageNumber, pageSize, filters } }, context) => {
    const place = await requirePlace(context, params.id, 'accessLog.browse')
    let query = context.services.database.queries
      .selectFrom('access_log')
      .where('organization_id', '=', params.id)
    if (filters.who !== undefined && filters.who !== '') {
      const pattern = containing(filters.who)
      query = query.where((eb) =>
        eb.or([
          sql<boolean>`lower(username) like ${pattern} escape '\\'`,
          sql<boolean>`lower(name) like ${pattern} escape '\\'`,
        ]),
      )
    }
    if (filters.what !== undefined && filters.what !== '')
      query = query.where('action', '=', filters.what)
    if (filters.result !== undefined) query = query.where('result', '=', filters.result)
    if (filters.from !== undefined) query = query.where('at', '>=', filters.from)
    if (filters.to !== undefined) query = query.where('at', '<', filters.to)
    const { count } = await query
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    const items = await query
      .select([
        'id',
        'user_id as userId',
        'username',
        'name',
        'action',
        'object',
        'result',
        'status',
        'address',
        'user_agent as userAgent',
        'at',
      ])
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
      .limit(pageSize)
      .offset(pageNumber * pageSize)
      .execute()
    return {
      items: await withObjects(context, place, items),
      total: Number(count),
      pageNumber,
      pageSize,
    }
  },
}
