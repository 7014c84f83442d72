import * as v from 'valibot'
import type { Database } from '#server/database/database.ts'
import { ENTITY_TABLES, toColumns } from '#server/database/entity-tables.ts'
import { ENTITIES, type Entity, type Row, ROW_SCHEMAS } from '#schema/entities/rows.ts'

/**
 * Rules that stored rows must satisfy whatever clients sent: each row matches its schema, its
 * columns repeat it, no parent is missing, and counters are right.
 */
export const brokenInvariants = async ({ queries }: Database): Promise<string[]> => {
  const broken: string[] = []
  const known = new Map<Entity, Set<string>>()
  for (const entity of ENTITIES) {
    const rows = await queries
      .selectFrom(ENTITY_TABLES[entity] as 'releases')
      .selectAll()
      .execute()
    known.set(entity, new Set(rows.map(({ project_id, id }) => `${project_id}/${id}`)))
    for (const stored of rows) {
      const parsed = v.safeParse(
        ROW_SCHEMAS[entity] as v.GenericSchema<unknown, Row>,
        JSON.parse(stored.body),
      )
      if (!parsed.success)
        broken.push(
          `${entity} ${stored.id} is not what its schema says: ${parsed.issues[0].message}`,
        )
      else broken.push(...unlike(entity, parsed.output, stored))
    }
  }
  return [
    ...broken,
    ...(await orphans(queries, known)),
    ...(await wrongHeads(queries)),
    ...(await wrongCounts(queries)),
  ]
}

/** Columns that other writes maintain. */
const COUNTED = ['lineage_id', 'answered', 'submitted', 'requirement_count']
const unlike = (entity: Entity, row: Row, stored: { id: string; body: string }): string[] =>
  Object.entries(toColumns(entity, row, stored.body)).flatMap(([column, value]) => {
    const held = (stored as unknown as Record<string, unknown>)[column]
    return COUNTED.includes(column) || String(held) === String(value)
      ? []
      : [`${entity} ${stored.id} holds another ${column} than its row`]
  })

const LIES_IN: readonly { entity: Entity; column: string; parent: Entity }[] = [
  { entity: 'document', column: 'package_id', parent: 'package' },
  { entity: 'section', column: 'document_id', parent: 'document' },
  { entity: 'requirement', column: 'section_id', parent: 'section' },
  { entity: 'commitment', column: 'requirement_id', parent: 'requirement' },
  { entity: 'override', column: 'requirement_id', parent: 'requirement' },
  { entity: 'attachment', column: 'package_id', parent: 'package' },
  { entity: 'reply', column: 'comment_id', parent: 'comment' },
]
const orphans = async (
  queries: Database['queries'],
  known: Map<Entity, Set<string>>,
): Promise<string[]> => {
  const found: string[] = []
  for (const { entity, column, parent } of LIES_IN) {
    const rows = await queries
      .selectFrom(ENTITY_TABLES[entity] as 'releases')
      .select(['project_id', 'id', `${column} as within` as 'updated_on'])
      .execute()
    for (const row of rows as unknown as { project_id: string; id: string; within: string }[]) {
      if (known.get(parent)?.has(`${row.project_id}/${row.within}`) !== true)
        found.push(`${entity} ${row.id} lies in no ${parent}`)
    }
  }
  return found
}

const wrongHeads = async (queries: Database['queries']): Promise<string[]> => {
  const rows = await queries
    .selectFrom('project_sync')
    .innerJoin('sync_row', 'sync_row.project_id', 'project_sync.project_id')
    .select(({ fn }) => ['project_sync.project_id', 'head', fn.max('seq').as('newest')])
    .groupBy(['project_sync.project_id', 'head'])
    .execute()
  return rows
    .filter(({ head, newest }) => Number(newest) > Number(head))
    .map(({ project_id }) => `${project_id} has rows beyond its head`)
}

/** Packages whose counter differs from the number of their requirements. */
export const wrongCounts = async (queries: Database['queries']): Promise<string[]> => {
  const packages = await queries
    .selectFrom('packages')
    .select(({ selectFrom }) => [
      'project_id',
      'id',
      'requirement_count',
      selectFrom('requirements')
        .select(({ fn }) => fn.countAll().as('count'))
        .whereRef('requirements.project_id', '=', 'packages.project_id')
        .whereRef('requirements.package_id', '=', 'packages.id')
        .as('there'),
    ])
    .execute()
  return packages
    .filter(({ requirement_count, there }) => requirement_count !== Number(there))
    .map(
      ({ id, requirement_count, there }) =>
        `package ${id} says ${requirement_count} requirements and holds ${there}`,
    )
}
