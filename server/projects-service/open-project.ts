import type { ProjectSummary } from '#schema/api/sync.ts'
import type { Entity, Row } from '#schema/entities/rows.ts'
import type { ProjectActor } from '#schema/mutations/mutation.ts'
import { Refusal } from '#schema/refusal.ts'
import { bucketOf, sidesOf } from '#schema/rules/access/access.ts'
import { forAsker, published } from '#schema/rules/access/publication.ts'
import { openAudience } from '../database/access/open-audience.ts'
import { type Audience, readAudience } from '../database/access/read-audience.ts'
import type { Queries } from '../database/database.ts'
import { ENTITY_TABLES, indexColumn, parseRow } from '../database/entity-tables.ts'
import { restoredLast } from '../database/restorations.ts'
import { readSummary } from '../database/projects/read-home.ts'
import type { SignedInContext } from '../route.ts'
import { noteHiddenRow } from './sealed-reads.ts'

export interface OpenedProject extends Audience {
  tx: Queries
  projectId: string
}

/**
 * The project as the caller may see it. An unknown project and a closed one get the same answer.
 */
export const openProject = async (
  { services, person }: SignedInContext,
  projectId: string,
): Promise<OpenedProject> => {
  await services.moveDueProjects()
  const tx = services.database.queries
  return { ...(await openAudience(tx, person, projectId)), tx, projectId }
}

export const requireSummary = async (
  { services, person }: SignedInContext,
  projectId: string,
): Promise<ProjectSummary> => {
  const summary = await readSummary(services.database.queries, person, projectId)
  if (summary === null) throw new Refusal('ACCESS_TO_PROJECT_IS_DENIED')
  return summary
}

/**
 * The project of a row, among those that the caller may see. An unknown row and a row of other
 * people get the same answer.
 */
export const findProjectOf = async (
  context: SignedInContext,
  entity: Exclude<Entity, 'project'>,
  id: string,
): Promise<string> => {
  const found = await context.services.database.queries
    .selectFrom(ENTITY_TABLES[entity] as 'releases')
    .select(['project_id'])
    .where('id', '=', id)
    .execute()
  const { queries } = context.services.database
  const projects = found.map(({ project_id }) => project_id)
  // A restored project has the ids of the archived one; calls by id alone mean the living one.
  for (const projectId of await restoredLast(queries, projects)) {
    const audience = await readAudience(queries, context.person, projectId)
    if (audience === null) continue
    if ((await findRow({ ...audience, tx: queries, projectId }, entity, id)) !== null)
      return projectId
    await noteHiddenRow(context, audience, { entity, id })
  }
  throw new Refusal('NOT_FOUND')
}

/** The row in the form that the caller may read; null if none of their buckets carries it. */
export const asSeen = <E extends Entity>(
  { actor, buckets }: Audience,
  entity: E,
  row: Row<E>,
): Row<E> | null => {
  for (const [side, as] of sidesOfReader(actor, row)) {
    const bucket = bucketOf(entity, row, side)
    if (bucket !== null && buckets.includes(bucket)) return as(entity, row)
  }
  return null
}

type Form = <E extends Entity>(entity: E, row: Row<E>) => Row<E> | null
const whole: Form = (_entity, row) => row
/**
 * The buckets that may carry a row to the reader, in order of preference, each with the form it
 * shows.
 */
const sidesOfReader = (actor: ProjectActor, row: Row): [side: string, as: Form][] => {
  const answers: [string, Form] = [`v${'vendorId' in row ? row.vendorId : null}`, whole]
  return actor.relation === 'vendor'
    ? [
        answers,
        [`w${actor.vendorId}`, whole],
        [`q${actor.vendorId}`, forAsker],
        ['qa', published],
        ['pub', published],
      ]
    : [answers, ['over', whole], ['talk', whole], ['int', whole]]
}

export const findRow = async <E extends Entity>(
  opened: OpenedProject,
  entity: E,
  id: string,
): Promise<Row<E> | null> => {
  const found = await opened.tx
    .selectFrom(ENTITY_TABLES[entity] as 'releases')
    .select('body')
    .where('project_id', '=', opened.projectId)
    .where('id', '=', id)
    .executeTakeFirst()
  return found === undefined ? null : asSeen(opened, entity, parseRow(entity, found.body))
}
export const requireRow = async <E extends Entity>(
  opened: OpenedProject,
  entity: E,
  id: string,
): Promise<Row<E>> => {
  const row = await findRow(opened, entity, id)
  if (row === null) throw new Refusal('NOT_FOUND')
  return row
}

type Listed = 'projectId' | 'packageId' | 'documentId' | 'sectionId' | 'requirementId'
/** Rows of one kind that the caller may read, in their order. */
export const listRows = async <E extends Entity>(
  opened: OpenedProject,
  entity: E,
  by: Partial<Record<Listed, string>> = {},
): Promise<Row<E>[]> => {
  let query = opened.tx
    .selectFrom(ENTITY_TABLES[entity] as 'documents')
    .select('body')
    .where('project_id', '=', opened.projectId)
  for (const [index, value] of Object.entries(by))
    query = query.where(indexColumn(index as never) as 'package_id', '=', value)
  const rows = (await query.execute()).flatMap(
    ({ body }) => asSeen(opened, entity, parseRow(entity, body)) ?? [],
  )
  return rows.sort(byRank)
}
const rankOf = (row: Row): string => ('rank' in row ? row.rank : '')
const byRank = (a: Row, b: Row): number => {
  const [left, right] = [`${rankOf(a)} ${a.id}`, `${rankOf(b)} ${b.id}`]
  return left < right ? -1 : left > right ? 1 : 0
}

export const seesAnswersOf = (opened: Audience, vendorId: number): boolean =>
  opened.buckets.some((bucket) => bucket.endsWith(`:v${vendorId}`)) ||
  (opened.actor.relation === 'vendor' &&
    sidesOf(opened.actor, opened.project).includes(`v${vendorId}`))
