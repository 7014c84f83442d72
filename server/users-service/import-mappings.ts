import type { importMappings } from '#schema/api/users-service/import-mappings.ts'
import {
  type ImportMappingContent,
  MAPPING_LIMITS,
  type NamedMapping,
} from '#schema/entities/import-mapping.ts'
import { Refusal } from '#schema/refusal.ts'
import type { Queries } from '../database/database.ts'
import { readHome } from '../database/projects/read-home.ts'
import type { Handlers, SignedInContext } from '../route.ts'
import { mayAt, readPlace, requireMay } from './places.ts'

const DONE = { done: true } as const

/** The organization, and the caller in it. */
interface Reader {
  organizationId: number
  userId: number
  isAdministrator: boolean
}

/** @throws NOT_FOUND or NOT_ALLOWED if the caller may not use mappings of the organization */
const requireReader = async (context: SignedInContext, id: number): Promise<Reader> => {
  const { queries } = context.services.database
  const place = await readPlace(queries, id)
  if (!mayAt(context, 'importMapping.use', place)) {
    // The projects of the caller's own organization: no rights in those of another one.
    const isOwn = id === context.person.organizationId
    const home = isOwn ? await readHome(queries, context.person) : []
    const inProject = home.flatMap(({ me }) => me.permissions)
    requireMay(context, 'importMapping.use', { ...place, inProject })
  }
  return {
    organizationId: id,
    userId: context.caller.userId,
    isAdministrator: mayAt(context, 'organization.administer', place),
  }
}

/** The reader's own mappings, and shared ones of others. */
const readable = (tx: Queries, { organizationId, userId }: Reader) =>
  tx
    .selectFrom('import_mappings')
    .select(['id', 'user_id', 'name', 'is_shared', 'content', 'updated_on'])
    .where('organization_id', '=', organizationId)
    .where((eb) => eb.or([eb('user_id', '=', userId), eb('is_shared', '=', 1)]))

type Row = Awaited<ReturnType<ReturnType<typeof readable>['execute']>>[number]

const seenBy = ({ userId, isAdministrator }: Reader, row: Row): NamedMapping => {
  const isOwn = row.user_id === userId
  return {
    id: row.id,
    name: row.name,
    isShared: row.is_shared === 1,
    isOwn,
    isChangeable: isOwn || isAdministrator,
    content: JSON.parse(row.content) as ImportMappingContent,
    updatedOn: row.updated_on,
  }
}

/** @throws NOT_FOUND or NOT_ALLOWED for a mapping that the reader may not change */
const readChangeable = async (tx: Queries, reader: Reader, id: string): Promise<NamedMapping> => {
  const row = await readable(tx, reader).where('id', '=', id).executeTakeFirst()
  if (row === undefined) throw new Refusal('NOT_FOUND')
  const mapping = seenBy(reader, row)
  if (!mapping.isChangeable) throw new Refusal('NOT_ALLOWED')
  return mapping
}

/** @throws SHARED_MAPPINGS_FULL if the organization shares as many as it can */
const requireRoomToShare = async (tx: Queries, { organizationId }: Reader): Promise<void> => {
  const { count } = await tx
    .selectFrom('import_mappings')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('organization_id', '=', organizationId)
    .where('is_shared', '=', 1)
    .executeTakeFirstOrThrow()
  if (Number(count) >= MAPPING_LIMITS.shared)
    throw new Refusal('SHARED_MAPPINGS_FULL', { detail: { count: MAPPING_LIMITS.shared } })
}

/** @throws MAPPINGS_FULL if the reader has named as many as one person can */
const requireRoom = async (tx: Queries, { organizationId, userId }: Reader): Promise<void> => {
  const { count } = await tx
    .selectFrom('import_mappings')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  if (Number(count) >= MAPPING_LIMITS.ofPerson)
    throw new Refusal('MAPPINGS_FULL', { detail: { count: MAPPING_LIMITS.ofPerson } })
}

const readMapping = async (tx: Queries, reader: Reader, id: string): Promise<NamedMapping> =>
  seenBy(reader, await readable(tx, reader).where('id', '=', id).executeTakeFirstOrThrow())

export const importMappingHandlers: Handlers<typeof importMappings> = {
  list: async ({ params }, context) => {
    const reader = await requireReader(context, params.id)
    const rows = await readable(context.services.database.queries, reader)
      .orderBy('name')
      .orderBy('id')
      .execute()
    return rows.map((row) => seenBy(reader, row))
  },

  create: async ({ params, body: { id, name, isShared, content } }, context) => {
    const reader = await requireReader(context, params.id)
    const { organizationId, userId } = reader
    return await context.services.database.write(async (tx) => {
      const known = await tx
        .selectFrom('import_mappings')
        .select('user_id')
        .where('organization_id', '=', organizationId)
        .where('id', '=', id)
        .executeTakeFirst()
      // A device that received no answer sends the mapping again.
      if (known?.user_id === userId) return await readMapping(tx, reader, id)
      if (known !== undefined) throw new Refusal('NOT_FOUND')
      await requireRoom(tx, reader)
      if (isShared) await requireRoomToShare(tx, reader)
      await tx
        .insertInto('import_mappings')
        .values({
          organization_id: organizationId,
          id,
          user_id: userId,
          name,
          is_shared: isShared ? 1 : 0,
          content: JSON.stringify(content),
          updated_on: context.services.clock(),
        })
        // The same request may be running a second time.
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      return await readMapping(tx, reader, id)
    })
  },

  update: async ({ params, body: { id, updatedOn, name, isShared, content } }, context) => {
    const reader = await requireReader(context, params.id)
    return await context.services.database.write(async (tx) => {
      const former = await readChangeable(tx, reader, id)
      // An administrator would take the mapping from the others, including its author.
      if (!former.isOwn && !isShared) throw new Refusal('NOT_ALLOWED')
      if (former.updatedOn !== updatedOn) throw new Refusal('requirement.stale')
      if (isShared && !former.isShared) await requireRoomToShare(tx, reader)
      const { numUpdatedRows } = await tx
        .updateTable('import_mappings')
        .set({
          name,
          is_shared: isShared ? 1 : 0,
          content: JSON.stringify(content),
          // Two changes within one millisecond have two versions.
          updated_on: Math.max(context.services.clock(), former.updatedOn + 1),
        })
        .where('organization_id', '=', reader.organizationId)
        .where('id', '=', id)
        .where('updated_on', '=', updatedOn)
        .executeTakeFirstOrThrow()
      // Another change, or a deletion, was committed since the version was read.
      if (numUpdatedRows === 0n) throw new Refusal('requirement.stale')
      return await readMapping(tx, reader, id)
    })
  },

  delete: async ({ params, body: { id } }, context) => {
    const reader = await requireReader(context, params.id)
    await context.services.database.write(async (tx) => {
      await readChangeable(tx, reader, id)
      await tx
        .deleteFrom('import_mappings')
        .where('organization_id', '=', reader.organizationId)
        .where('id', '=', id)
        .execute()
    })
    return DONE
  },
}
