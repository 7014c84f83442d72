import type { Entity, Row } from '#schema/entities/rows.ts'
import { rowsCompiledOnce } from '../compiled-once.ts'
import { inPieces, type Queries } from '../database.ts'
import { ENTITY_TABLES, toColumns, updatedColumns } from '../entity-tables.ts'
import type { Tables } from '../tables.ts'
import { together } from '../together.ts'
import { bucketBodies, isSameContent } from './buckets.ts'
import { changedFields } from './changed-fields.ts'
import { countRequirements } from './count-requirements.ts'
import { historyDetails } from './history-details.ts'

/**
 * A changed row. `before` is null for a created row, `after` for a deleted one; at most one of them
 * is null.
 */
export interface RowChange<E extends Entity = Entity> {
  entity: E
  id: string
  before: Row<E> | null
  after: Row<E> | null
}
/** A row of the sync log; `body` is null if the row left this bucket. */
export interface LogRow {
  seq: number
  bucket: string
  entity: Entity
  id: string
  body: string | null
}
interface WriteContext {
  projectId: string
  firstSeq: number
  actor: { id: number | null; name: string }
  now: number
  /** False = the rows were written elsewhere before, so nothing happened to them here. */
  hasHistory?: boolean
}
interface WrittenRows {
  rows: LogRow[]
  head: number
}
/** What is to be written for some changes. */
interface RowPlan extends WrittenRows {
  projectId: string
  changes: readonly RowChange[]
  bodies: ReadonlyMap<RowChange, string | null>
  history: readonly Tables['change_log'][]
}

/**
 * Writes rows, their counters, the log of every bucket that carries them, and the history. The
 * caller holds the lock of the project and stores `head`.
 */
export const writeRows = async (
  tx: Queries,
  changes: readonly RowChange[],
  context: WriteContext,
): Promise<WrittenRows> => {
  const plan = planRows(changes, context)
  await storeRows(tx, plan)
  return { rows: plan.rows, head: plan.head }
}

/** Numbers the entries of the log and of the history. */
export const planRows = (changes: readonly RowChange[], context: WriteContext): RowPlan => {
  const bodies = new Map(
    changes.map((change) => [change, change.after === null ? null : JSON.stringify(change.after)]),
  )
  let seq = context.firstSeq - 1
  const rows: LogRow[] = []
  const history: Tables['change_log'][] = []
  for (const change of changes) {
    for (const [bucket, body] of logBodies(change, bodies.get(change) ?? null)) {
      rows.push({ seq: ++seq, bucket, entity: change.entity, id: change.id, body })
    }
    const entry = context.hasHistory === false ? null : historyOf(change, context)
    if (entry !== null) history.push({ ...entry, seq: ++seq })
  }
  return { projectId: context.projectId, changes, bodies, rows, history, head: seq }
}

/** Writes a plan. The caller holds the lock of the project and stores its `head`. */
export const storeRows = async (
  tx: Queries,
  { projectId, changes, bodies, rows, history }: RowPlan,
): Promise<void> => {
  await together(tx, [
    async () => {
      await writeEntities(tx, projectId, bodies)
      await countRequirements(tx, projectId, changes)
    },
    () => writeLog(tx, projectId, rows),
    () => insertHistory(tx, history),
  ])
}

const insertHistory = rowsCompiledOnce((tx, rows: Tables['change_log'][]) =>
  tx.insertInto('change_log').values(rows),
)

const logBodies = (
  { entity, before, after }: RowChange,
  body: string | null,
): Map<string, string | null> => {
  const old =
    before === null
      ? new Map<string, string>()
      : bucketBodies(entity, before, JSON.stringify(before))
  const now =
    after === null || body === null ? new Map<string, string>() : bucketBodies(entity, after, body)
  const log = new Map<string, string | null>()
  for (const bucket of old.keys()) if (!now.has(bucket)) log.set(bucket, null)
  for (const [bucket, text] of now) {
    const former = old.get(bucket)
    if (former === undefined || !isSameContent(former, text)) log.set(bucket, text)
  }
  return log
}

const writeEntities = async (
  tx: Queries,
  projectId: string,
  bodies: ReadonlyMap<RowChange, string | null>,
) => {
  const groups = Map.groupBy(bodies.keys(), ({ entity }) => entity)
  for (const [entity, group] of groups) {
    const gone = group.filter(({ after }) => after === null).map(({ id }) => id)
    const kept = group.flatMap((change) => {
      const body = bodies.get(change)
      if (change.after === null || body === null || body === undefined) return []
      const columns = toColumns(entity, change.after, body)
      return [{ columns, moved: movedColumns(entity, columns, change.before) }]
    })
    // All these tables share their key columns; entity-tables.ts defines the others.
    const table = ENTITY_TABLES[entity] as 'releases'
    for (const piece of inPieces(gone))
      await tx
        .deleteFrom(table)
        .where('project_id', '=', projectId)
        .where('id', 'in', piece)
        .execute()
    for (const [moved, rows] of Map.groupBy(kept, (row) => row.moved))
      await upsertOf(entity, moved)(
        tx,
        rows.map(({ columns }) => columns),
      )
  }
}

type ColumnValues = ReturnType<typeof toColumns>

/**
 * Names of the columns that an update must write, joined by commas. PostgreSQL and SQLite update an
 * index whenever its columns are named, even if unchanged.
 */
const movedColumns = <E extends Entity>(
  entity: E,
  columns: ColumnValues,
  before: Row<E> | null,
): string => {
  const names = updatedColumns(entity, columns)
  if (before === null) return names.join()
  const former = toColumns(entity, before, '')
  return names.filter((name) => columns[name] !== former[name]).join()
}

const upserts = new Map<string, ReturnType<typeof rowsCompiledOnce<ColumnValues>>>()
const upsertOf = (entity: Entity, moved: string) => {
  const key = `${entity} ${moved}`
  const known = upserts.get(key)
  if (known !== undefined) return known
  const made = rowsCompiledOnce((tx, rows: ColumnValues[]) =>
    tx
      .insertInto(ENTITY_TABLES[entity] as 'releases')
      .values(rows as never)
      .onConflict((conflict) =>
        conflict
          .columns(['project_id', 'id'])
          .doUpdateSet((eb) =>
            Object.fromEntries(
              moved.split(',').map((name) => [name, eb.ref(`excluded.${name}` as 'excluded.body')]),
            ),
          ),
      ),
  )
  upserts.set(key, made)
  return made
}

const writeLog = async (tx: Queries, projectId: string, rows: readonly LogRow[]) => {
  const values = rows.map(({ seq, bucket, entity, id, body }) => ({
    project_id: projectId,
    seq,
    bucket,
    entity,
    entity_id: id,
    body,
  }))
  await insertLog(tx, values)
}

const insertLog = rowsCompiledOnce((tx, rows: Tables['sync_row'][]) =>
  tx
    .insertInto('sync_row')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['project_id', 'entity', 'entity_id', 'bucket'])
        .doUpdateSet((eb) => ({ seq: eb.ref('excluded.seq'), body: eb.ref('excluded.body') })),
    ),
)

const historyOf = (
  { entity, id, before, after }: RowChange,
  { projectId, actor, now }: WriteContext,
): Omit<Tables['change_log'], 'seq'> | null => {
  const row = after ?? before
  const fields = before !== null && after !== null ? changedFields(entity, before, after) : []
  // Progress is computed, not edited, and has no history.
  if (
    row === null ||
    entity === 'projectVendor' ||
    (before !== null && after !== null && fields.length === 0)
  )
    return null
  return {
    project_id: projectId,
    entity,
    entity_id: id,
    kind: before === null ? 'created' : after === null ? 'deleted' : 'changed',
    document_id: entity === 'document' ? id : 'documentId' in row ? row.documentId : null,
    vendor_id: 'vendorId' in row ? row.vendorId : null,
    actor_id: actor.id,
    actor_name: actor.name,
    fields: JSON.stringify(fields),
    details: historyDetails<Entity>(entity, before, after),
    at: now,
  }
}
