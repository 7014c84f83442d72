import type { Entity, Row } from '#schema/entities/rows.ts'
import type { CloneOptions, CloneRows } from '#schema/rules/definition/clone.ts'
import { readAccessRows } from '../database/access/access-rows.ts'
import type { Queries } from '../database/database.ts'
import { ENTITY_TABLES, parseRow } from '../database/entity-tables.ts'
import { nextTurn } from '../database/in-turns.ts'

const AT_ONCE = 400

const readAll = async <E extends Entity>(
  tx: Queries,
  entity: E,
  projectId: string,
): Promise<Row<E>[]> => {
  const rows: Row<E>[] = []
  for (let after = ''; ;) {
    const page = await tx
      .selectFrom(ENTITY_TABLES[entity] as 'releases')
      .select(['id', 'body'])
      .where('project_id', '=', projectId)
      .where('id', '>', after)
      .orderBy('id')
      .limit(AT_ONCE)
      .execute()
    for (const { body } of page) rows.push(parseRow(entity, body))
    if (page.length < AT_ONCE) return rows
    after = page.at(-1)?.id ?? after
    await nextTurn()
  }
}

/** Vendors of a project restored from an archive are no organizations, and have no people here. */
const readVendors = async (tx: Queries, projectId: string): Promise<Row<'projectVendor'>[]> => {
  const known = await tx
    .selectFrom('project_vendors')
    .innerJoin('organizations', 'organizations.id', 'project_vendors.vendor_id')
    .select('organizations.id')
    .where('project_id', '=', projectId)
    .execute()
  const ids = new Set(known.map(({ id }) => id))
  const rows = await readAll(tx, 'projectVendor', projectId)
  return rows.filter(({ vendorId }) => ids.has(vendorId))
}

/** The people of a project, whose rows no device has. */
export const readPeople = async (
  tx: Queries,
  projectId: string,
): Promise<Pick<CloneRows, 'members' | 'restrictions'>> => {
  const { members, grants } = await readAccessRows(tx, projectId)
  return {
    members: members.map(({ user_id, roles }) => ({
      userId: user_id,
      roleIds: JSON.parse(roles) as string[],
    })),
    restrictions: grants.map(({ vendor_id, user_id, package_ids }) => ({
      vendorId: vendor_id,
      userId: user_id,
      packageIds: package_ids === null ? null : (JSON.parse(package_ids) as string[]),
    })),
  }
}

/** The rows of a project that a copy can have, as one snapshot shows them. */
export interface Source {
  /** The position of the project that the rows show. */
  head: number
  rows: CloneRows
}

const COPIED = [
  'release',
  'package',
  'document',
  'section',
  'requirement',
  'projectVendor',
  'commitment',
] as const satisfies readonly Entity[]

/**
 * Reads in pieces and yields after each.
 * @param tx of one snapshot, so that the rows fit together
 */
export const readSource = async (
  tx: Queries,
  projectId: string,
  { requirements, vendorAnswers }: Pick<CloneOptions, 'requirements' | 'vendorAnswers'>,
): Promise<Source> => {
  const { head } = await tx
    .selectFrom('project_sync')
    .select('head')
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow()
  return {
    head,
    rows: {
      releases: await readAll(tx, 'release', projectId),
      packages: await readAll(tx, 'package', projectId),
      documents: await readAll(tx, 'document', projectId),
      sections: await readAll(tx, 'section', projectId),
      requirements: requirements ? await readAll(tx, 'requirement', projectId) : [],
      vendors: vendorAnswers ? await readVendors(tx, projectId) : [],
      commitments: requirements && vendorAnswers ? await readAll(tx, 'commitment', projectId) : [],
      ...(await readPeople(tx, projectId)),
    },
  }
}

/** The number of requirements and answers of a project. */
export const countSource = async (tx: Queries, projectId: string): Promise<number> => {
  const counts = await Promise.all(
    (['requirements', 'commitments'] as const).map((table) =>
      tx
        .selectFrom(table as 'requirements')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('project_id', '=', projectId)
        .executeTakeFirstOrThrow(),
    ),
  )
  return counts.reduce((sum, { count }) => sum + Number(count), 0)
}

/** Whether what `source` holds has changed since. The caller holds the lock of the project. */
export const isChangedSince = async (
  tx: Queries,
  projectId: string,
  { head, rows: { members, restrictions } }: Source,
): Promise<boolean> => {
  const { floor } = await tx
    .selectFrom('project_sync')
    .select('floor')
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow()
  // Deletions before the floor have left the log.
  if (floor > head) return true
  const changed = await tx
    .selectFrom('sync_row')
    .select('seq')
    .where('project_id', '=', projectId)
    .where('entity', 'in', COPIED)
    .where('seq', '>', head)
    .limit(1)
    .executeTakeFirst()
  if (changed !== undefined) return true
  const people = await readPeople(tx, projectId)
  return JSON.stringify(people) !== JSON.stringify({ members, restrictions })
}
