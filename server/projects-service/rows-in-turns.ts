import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Entity, Row } from '#schema/entities/rows.ts'
import { listCompiledOnce } from '../database/compiled-once.ts'
import { inPieces, type Queries } from '../database/database.ts'
import { parseRow } from '../database/entity-tables.ts'
import { asSeen, type OpenedProject } from './open-project.ts'

type Within = { projectId: string }
type Find = (tx: Queries, within: Within, ids: readonly string[]) => Promise<{ body: string }[]>

const findRequirements = listCompiledOnce((tx, { projectId }: Within, ids) =>
  tx
    .selectFrom('requirements')
    .select('body')
    .where('project_id', '=', projectId)
    .where('id', 'in', ids),
)
const findCommitments = listCompiledOnce((tx, { projectId }: Within, ids) =>
  tx
    .selectFrom('commitments')
    .select('body')
    .where('project_id', '=', projectId)
    .where('requirement_id', 'in', ids),
)
const findOverrides = listCompiledOnce((tx, { projectId }: Within, ids) =>
  tx
    .selectFrom('overrides')
    .select('body')
    .where('project_id', '=', projectId)
    .where('requirement_id', 'in', ids),
)

/** Ids per query. Requirements have one row per id, answers one per id and vendor. */
const REQUIREMENTS_AT_ONCE = 200
const ANSWERED_AT_ONCE = 40

/** Requirements of the project or of one document that the caller may read, unordered. */
export const readRequirements = async (
  opened: OpenedProject,
  documentId?: string,
): Promise<Row<'requirement'>[]> => {
  const all = opened.tx
    .selectFrom('requirements')
    .select('id')
    .where('project_id', '=', opened.projectId)
  const query = documentId === undefined ? all : all.where('document_id', '=', documentId)
  const ids = (await query.execute()).map(({ id }) => id)
  return await readInTurns(
    opened,
    { entity: 'requirement', find: findRequirements },
    inPieces(ids, REQUIREMENTS_AT_ONCE),
  )
}

/** Answers to these requirements that the caller may read. */
export const readCommitments = async (
  opened: OpenedProject,
  requirements: readonly Row<'requirement'>[],
): Promise<Row<'commitment'>[]> =>
  await readInTurns(opened, { entity: 'commitment', find: findCommitments }, idsOf(requirements))

/** Overrides of these requirements that the caller may read. */
export const readOverrides = async (
  opened: OpenedProject,
  requirements: readonly Row<'requirement'>[],
): Promise<Row<'override'>[]> =>
  await readInTurns(opened, { entity: 'override', find: findOverrides }, idsOf(requirements))

const idsOf = (requirements: readonly Row<'requirement'>[]): string[][] =>
  inPieces(
    requirements.map(({ id }) => id),
    ANSWERED_AT_ONCE,
  )

/**
 * Reads in pieces and yields after each: SQLite runs synchronously and would delay other requests.
 */
const readInTurns = async <E extends Entity>(
  opened: OpenedProject,
  { entity, find }: { entity: E; find: Find },
  pieces: readonly (readonly string[])[],
): Promise<Row<E>[]> => {
  const { tx, projectId } = opened
  const rows: Row<E>[] = []
  for (const ids of pieces) {
    for (const { body } of await find(tx, { projectId }, ids)) {
      const row = asSeen(opened, entity, parseRow(entity, body))
      if (row !== null) rows.push(row)
    }
    await nextTurn()
  }
  return rows
}
