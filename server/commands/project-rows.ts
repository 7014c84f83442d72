import type { Entity, Row, RowIndex } from '#schema/entities/rows.ts'
import { ROW_INDEXES } from '#schema/entities/rows.ts'
import type { RemovalRoot, RemovedRow } from '#schema/mutations/mutation.ts'
import { listCompiledOnce } from '../database/compiled-once.ts'
import type { Queries } from '../database/database.ts'
import {
  ENTITY_TABLES,
  indexColumn,
  ofEachEntity,
  parseRow,
  projectIdOf,
} from '../database/entity-tables.ts'
import { readRemoved, type Removal } from '../database/rows/removed-content.ts'
import type { RowChange } from '../database/rows/write-rows.ts'

type Kept = Map<string, Row | null>
const keptPerEntity = (): Map<Entity, Kept> => new Map()
const ofEntity = (store: Map<Entity, Kept>, entity: Entity): Kept => {
  const known = store.get(entity)
  if (known !== undefined) return known
  const fresh: Kept = new Map()
  store.set(entity, fresh)
  return fresh
}

const findRows = ofEachEntity((entity) =>
  listCompiledOnce((tx, { projectId }: { projectId: string }, ids) =>
    tx
      .selectFrom(ENTITY_TABLES[entity] as 'releases')
      .select(['id', 'body'])
      .where('project_id', '=', projectId)
      .where('id', 'in', ids),
  ),
)

/**
 * The rows of one project inside one transaction. Reads are cached and writes are buffered. Each
 * command writes into its own layer, which is kept or discarded as a whole: a refusal needs no
 * savepoint, and a push of a hundred commands ends in a handful of statements.
 */
export class ProjectRows {
  readonly #tx: Queries
  readonly projectId: string
  readonly #stored = keptPerEntity()
  readonly #accepted = keptPerEntity()
  #layer = keptPerEntity()
  readonly #lists = new Map<string, string[]>()
  readonly #numbers = new Map<string, number>()
  #layerNumbers = new Map<string, number>()
  readonly #removed = new Map<string, Removal>()
  #layerRemoved = new Map<string, { root: RemovalRoot; rows: RemovedRow[] }>()

  constructor(tx: Queries, projectId: string) {
    this.#tx = tx
    this.projectId = projectId
  }

  async get<E extends Entity>(entity: E, id: string): Promise<Row<E> | undefined> {
    const current = this.#current(entity, id)
    if (current !== undefined) return (current as Row<E> | null) ?? undefined
    await this.load(entity, [id])
    return (ofEntity(this.#stored, entity).get(id) as Row<E> | null | undefined) ?? undefined
  }

  /** Reads the rows that are not cached yet in one statement (several for a long list of ids). */
  async load(entity: Entity, ids: readonly string[]): Promise<void> {
    const stored = ofEntity(this.#stored, entity)
    const missing = [...new Set(ids)].filter((id) => !stored.has(id))
    if (missing.length === 0) return
    for (const id of missing) stored.set(id, null)
    const rows = await findRows[entity](this.#tx, { projectId: this.projectId }, missing)
    for (const row of rows) stored.set(row.id, parseRow(entity, row.body))
  }

  /** A loaded row as it was before this transaction. */
  stored<E extends Entity>(entity: E, id: string): Row<E> | undefined {
    return (ofEntity(this.#stored, entity).get(id) as Row<E> | null | undefined) ?? undefined
  }

  async list<E extends Entity>(entity: E, index: RowIndex<E>, value: string): Promise<Row<E>[]> {
    const columns: readonly string[] = ROW_INDEXES[entity]
    if (!columns.includes(index)) throw new Error(`${entity} is not listed by ${index}`)
    const ids = new Set(await this.#listIds(entity, index, value))
    for (const changed of [this.#accepted, this.#layer])
      for (const id of ofEntity(changed, entity).keys()) ids.add(id)
    const rows: Row<E>[] = []
    for (const id of ids) {
      const row = this.#current(entity, id) as Row<E> | null | undefined
      if (row !== null && row !== undefined && String(row[index as keyof Row<E>]) === value)
        rows.push(row)
    }
    return rows
  }

  async #listIds<E extends Entity>(
    entity: E,
    index: RowIndex<E>,
    value: string,
  ): Promise<string[]> {
    const key = `${entity} ${index} ${value}`
    const known = this.#lists.get(key)
    if (known !== undefined) return known
    const stored = ofEntity(this.#stored, entity)
    const found = await this.#tx
      .selectFrom(ENTITY_TABLES[entity] as 'documents')
      .select(['id', 'body'])
      .where('project_id', '=', this.projectId)
      .where(indexColumn<E>(index) as 'package_id', '=', value)
      .execute()
    for (const row of found) if (!stored.has(row.id)) stored.set(row.id, parseRow(entity, row.body))
    const ids = found.map(({ id }) => id)
    this.#lists.set(key, ids)
    return ids
  }

  /**
   * Writes into the layer of the running command. The new `updatedOn` is at least `now` and later
   * than the former `updatedOn` of the row.
   */
  put<E extends Entity>(entity: E, row: Row<E>, now: number): void {
    if (projectIdOf(entity, row) !== this.projectId)
      throw new Error(`${entity} ${row.id} belongs to another project`)
    const before = this.#current(entity, row.id)
    if (before !== undefined && before !== null && isSameRow(before, row)) return
    ofEntity(this.#layer, entity).set(row.id, {
      ...row,
      updatedOn: Math.max(now, (before?.updatedOn ?? 0) + 1),
    })
  }

  delete(entity: Entity, id: string): void {
    ofEntity(this.#layer, entity).set(id, null)
  }

  /**
   * Deletes a row together with `root`, and keeps the row so that undoing the deletion of `root`
   * can restore it.
   */
  remove<E extends Entity>(entity: E, row: Row<E>, root: RemovalRoot): void {
    if (this.#current(entity, row.id) === null) return
    this.delete(entity, row.id)
    const key = rootKey(root)
    const removal = this.#layerRemoved.get(key)
    if (removal === undefined) this.#layerRemoved.set(key, { root, rows: [{ entity, row }] })
    else removal.rows.push({ entity, row })
  }

  /** The rows deleted together with `root`, in this transaction or an earlier one. */
  async removed(root: RemovalRoot, actorId: number): Promise<readonly RemovedRow[]> {
    const known = this.#removed.get(rootKey(root))
    if (known !== undefined) return known.rows
    const rows = await readRemoved(this.#tx, root, {
      projectId: this.projectId,
      removedBy: actorId,
    })
    // The caller is about to read each of these rows.
    for (const [entity, group] of Map.groupBy(rows, (one) => one.entity))
      await this.load(
        entity,
        group.map(({ row }) => row.id),
      )
    return rows
  }

  /** The deletions made by the accepted commands. */
  removals(): Removal[] {
    return [...this.#removed.values()]
  }

  /** The next number for a prefix. A number is never used twice in a lineage of projects. */
  async nextNumber(prefix: string): Promise<number> {
    const last =
      this.#layerNumbers.get(prefix) ??
      this.#numbers.get(prefix) ??
      (await this.#lastNumber(prefix))
    this.#layerNumbers.set(prefix, last + 1)
    return last + 1
  }

  async #lastNumber(prefix: string): Promise<number> {
    const row = await this.#tx
      .selectFrom('numbering')
      .select('last_number')
      .where('lineage_id', '=', await this.lineage())
      .where('prefix', '=', prefix)
      .executeTakeFirst()
    return row?.last_number ?? 0
  }

  /** Keeps the writes of the running command. */
  accept(): void {
    for (const [entity, rows] of this.#layer)
      for (const [id, row] of rows) ofEntity(this.#accepted, entity).set(id, row)
    for (const [prefix, number] of this.#layerNumbers) this.#numbers.set(prefix, number)
    for (const [key, removal] of this.#layerRemoved) this.#removed.set(key, removal)
    this.discard()
  }

  /** Drops the writes of the running command. */
  discard(): void {
    this.#layer = keptPerEntity()
    this.#layerNumbers = new Map()
    this.#layerRemoved = new Map()
  }

  /** What the accepted commands changed, compared with the stored rows. */
  async changes(): Promise<RowChange[]> {
    const changes: RowChange[] = []
    for (const [entity, rows] of this.#accepted) {
      await this.load(entity, [...rows.keys()])
      for (const [id, written] of rows) {
        const before = ofEntity(this.#stored, entity).get(id) ?? null
        // A row written without having been read may carry an `updatedOn` that is not later than
        // the stored one.
        const after =
          written !== null && before !== null && written.updatedOn <= before.updatedOn
            ? { ...written, updatedOn: before.updatedOn + 1 }
            : written
        if (before !== null || after !== null) changes.push({ entity, id, before, after })
      }
    }
    return changes
  }

  /** Names all versions of the project. */
  async lineage(): Promise<string> {
    return (
      (
        await this.#tx
          .selectFrom('projects')
          .select('lineage_id')
          .where('id', '=', this.projectId)
          .executeTakeFirst()
      )?.lineage_id ?? this.projectId
    )
  }

  async saveNumbers(): Promise<void> {
    if (this.#numbers.size === 0) return
    const lineageId = await this.lineage()
    const values = [...this.#numbers].map(([prefix, last]) => ({
      lineage_id: lineageId,
      prefix,
      last_number: last,
    }))
    await this.#tx
      .insertInto('numbering')
      .values(values)
      .onConflict((conflict) =>
        conflict
          .columns(['lineage_id', 'prefix'])
          .doUpdateSet((eb) => ({ last_number: eb.ref('excluded.last_number') })),
      )
      .execute()
  }

  #current(entity: Entity, id: string): Row | null | undefined {
    const layered = ofEntity(this.#layer, entity).get(id)
    if (layered !== undefined) return layered
    const accepted = ofEntity(this.#accepted, entity).get(id)
    return accepted !== undefined ? accepted : ofEntity(this.#stored, entity).get(id)
  }
}

const rootKey = ({ entity, id }: RemovalRoot): string => `${entity}/${id}`

/** Compares all fields but `updatedOn`. A different order of keys only costs a needless write. */
const isSameRow = (a: Row, b: Row): boolean =>
  JSON.stringify({ ...a, updatedOn: 0 }) === JSON.stringify({ ...b, updatedOn: 0 })
