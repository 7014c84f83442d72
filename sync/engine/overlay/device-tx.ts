import type { ProjectSummary } from '#schema/api/sync.ts'
import type { Entity, Row, RowIndex } from '#schema/entities/rows.ts'
import {
  baseKey,
  type EditBase,
  type MutationTx,
  type ProjectActor,
  type RemovalRoot,
  type RemovedRow,
} from '#schema/mutations/mutation.ts'
import { settleField } from '#schema/rules/answers/merge.ts'
import type { StorageTx } from '../ports.ts'
import { sha256 } from '../outbox/sha256.ts'

export const rowKey = (entity: Entity, id: string): string => `${entity}/${id}`
export const parseRowKey = (key: string): { entity: Entity; id: string } => {
  const at = key.indexOf('/')
  return { entity: key.slice(0, at) as Entity, id: key.slice(at + 1) }
}

/** The person who edits on this device. */
export interface Author {
  userId: number
  name: string
}
export const actorOf = (person: Author, summary: ProjectSummary): ProjectActor => ({
  ...person,
  ...summary.me,
})

/** The rows before the mutation that is about to run. */
export interface View {
  row<E extends Entity>(entity: E, id: string): Promise<Row<E> | undefined>
  rows<E extends Entity>(entity: E, index: RowIndex<E>, value: string): Promise<Row<E>[]>
}

/** A row that a mutation wrote; null = deleted. */
export interface WrittenRow {
  entity: Entity
  id: string
  row: Row | null
}
/** Keyed by `rowKey`. */
export type WrittenRows = Map<string, WrittenRow>
/** The rows deleted with each root, keyed by `<entity>/<id>` of the root. */
export type Removals = ReadonlyMap<string, readonly RemovedRow[]>
const rootKey = ({ entity, id }: RemovalRoot): string => rowKey(entity, id)

export interface DeviceTx extends MutationTx {
  readonly written: WrittenRows
  readonly base: EditBase
  /** The values that the mutation wrote, keyed like the base. */
  readonly given: EditBase
  /** The rows that the mutation deleted with others, so that an undo can restore them. */
  readonly removals: Removals
  /** Fields left unchanged because they had changed since `kept`, and rows left whole. */
  readonly held: ReadonlySet<string>
}

export interface DeviceTxOptions {
  view: View
  actor: ProjectActor
  /** ms by the server's clock. */
  now: number
  /** The base of the first run; null = this is the first run. */
  kept?: EditBase | null | undefined
  /** Rows that earlier unsent edits deleted. */
  before?: Removals | undefined
}

const belongsTo = (row: Row, index: string, value: string): boolean =>
  (row as unknown as Record<string, unknown>)[index] === value

/** Lays later written rows over `rows`, which all have one value of an index. */
const layOver = (
  rows: readonly Row[],
  written: Iterable<{ id: string; row: Row | null }>,
  { index, value }: { index: string; value: string },
): Row[] => {
  const byId = new Map(rows.map((row) => [row.id, row]))
  for (const { id, row } of written) {
    if (row !== null && belongsTo(row, index, value)) byId.set(id, row)
    else byId.delete(id)
  }
  return [...byId.values()]
}

/**
 * The device's side of a mutation: collects the written rows and the values that the person saw.
 * With `kept`, fields settle as they will on the server, so that a re-run over newer rows undoes no
 * change of another person.
 */
export const createDeviceTx = ({
  view,
  actor,
  now,
  kept = null,
  before = new Map(),
}: DeviceTxOptions): DeviceTx => {
  const written: WrittenRows = new Map()
  const base: EditBase = {}
  const given: EditBase = {}
  const held = new Set<string>()
  const removals = new Map<string, RemovedRow[]>()
  return {
    actor,
    now,
    isServer: false,
    written,
    base,
    given,
    held,
    removals,
    async get<E extends Entity>(entity: E, id: string) {
      const mine = written.get(rowKey(entity, id))
      return mine === undefined
        ? view.row(entity, id)
        : ((mine.row ?? undefined) as Row<E> | undefined)
    },
    async list<E extends Entity>(entity: E, index: RowIndex<E>, value: string) {
      const rows = await view.rows(entity, index, value)
      const mine = [...written.values()].filter((change) => change.entity === entity)
      return (mine.length === 0 ? rows : layOver(rows, mine, { index, value })) as Row<E>[]
    },
    put(entity, row) {
      written.set(rowKey(entity, row.id), { entity, id: row.id, row })
    },
    delete(entity, id) {
      written.set(rowKey(entity, id), { entity, id, row: null })
    },
    remove(entity, row, root) {
      if (written.get(rowKey(entity, row.id))?.row !== null) {
        const rows = removals.get(rootKey(root))
        if (rows === undefined) removals.set(rootKey(root), [{ entity, row }])
        else rows.push({ entity, row })
      }
      written.set(rowKey(entity, row.id), { entity, id: row.id, row: null })
    },
    removed: async (root) => before.get(rootKey(root)) ?? [],
    settle(row, field, ...[current, mine]) {
      const key = baseKey(row, field)
      base[key] = current
      given[key] = mine
      const settlement = kept === null ? 'take' : settleField({ base: kept[key], current, mine })
      if (settlement === 'conflict') held.add(key)
      return settlement === 'take'
    },
    leave({ entity, id }) {
      held.add(baseKey({ entity, id }, ''))
    },
    nextNumber: async () => null,
    heldFile: async () => null,
    isOnTeam: async () => true,
    sha256,
  }
}

interface ViewOptions {
  /** Keys of rows that the view shows without their overlay. */
  hidden?: ReadonlySet<string>
  /** Rows that replace all others. */
  fresh?: WrittenRows
}

/** Base rows with the overlay laid over them. */
export const overlayView = (
  tx: StorageTx,
  projectId: string,
  { hidden, fresh }: ViewOptions = {},
): View => ({
  async row<E extends Entity>(entity: E, id: string) {
    const key = rowKey(entity, id)
    const mine = fresh?.get(key)
    if (mine !== undefined) return (mine.row ?? undefined) as Row<E> | undefined
    if (hidden?.has(key) !== true) {
      const over = await tx.overlayRow(projectId, entity, id)
      if (over !== undefined) return (over.row ?? undefined) as Row<E> | undefined
    }
    return tx.baseRow(projectId, entity, id)
  },
  async rows<E extends Entity>(entity: E, index: RowIndex<E>, value: string) {
    const base = await tx.baseRows(projectId, entity, { index, value })
    const over = (await tx.overlayRows(projectId, entity)).filter(
      (row) => hidden?.has(rowKey(entity, row.id)) !== true,
    )
    const mine =
      fresh === undefined ? [] : [...fresh.values()].filter((change) => change.entity === entity)
    return layOver(base, [...over, ...mine], { index, value }) as Row<E>[]
  },
})
