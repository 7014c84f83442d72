import type { SyncRow } from '#schema/api/sync.ts'
import { BucketDigest, coveredIn, versionOf } from '#schema/rules/project/bucket-digest.ts'
import type { Entity, Row } from '#schema/entities/rows.ts'
import { inWritingOrder } from './outbox/parked-order.ts'
import { countUnsent } from './outbox/unsent-count.ts'
import type {
  DeviceMeta,
  Home,
  KeptEdit,
  OutboxEntry,
  OverlayRow,
  ParkedEntry,
  ProjectCursor,
  RowSearch,
  Storage,
  StorageTx,
  TransactionKind,
  UndoScope,
  UndoStep,
} from './ports.ts'

export const newMeta = (clientId: string): DeviceMeta => ({
  serverId: null,
  clientId,
  nextMid: 1,
  sentMid: 0,
  ackMid: 0,
  changeSeq: 0,
  clockSkewMs: 0,
  lastContactAt: null,
})

interface Held {
  projectId: string
  bucket: string
  entity: Entity
  id: string
  no: number
  row: Row
}
export interface MemoryState {
  meta: DeviceMeta
  /** Numbers each write of base rows: the copy of a row with the higher number wins. */
  nextNo: number
  home: Home | undefined
  cursors: Map<string, ProjectCursor>
  held: Map<string, Held>
  overlay: Map<string, OverlayRow>
  outbox: Map<number, OutboxEntry>
  parked: Map<string, ParkedEntry>
  kept: Map<number, KeptEdit>
  scopes: Map<string, UndoScope>
  steps: Map<string, UndoStep>
}
export interface MemoryStorage extends Storage {
  /** The state after the last commit. */
  state(): MemoryState
}

const copy = (state: MemoryState): MemoryState => ({
  meta: state.meta,
  nextNo: state.nextNo,
  home: state.home,
  cursors: new Map(state.cursors),
  held: new Map(state.held),
  overlay: new Map(state.overlay),
  outbox: new Map(state.outbox),
  parked: new Map(state.parked),
  kept: new Map(state.kept),
  scopes: new Map(state.scopes),
  steps: new Map(state.steps),
})
const key = (...parts: (string | number)[]): string => parts.join('|')

/** The storage port in memory, for tests; keeps the promises of the device's database. */
export const createMemoryStorage = (clientId: string, start?: MemoryState): MemoryStorage => {
  let committed: MemoryState = start ?? {
    meta: newMeta(clientId),
    nextNo: 1,
    home: undefined,
    cursors: new Map(),
    held: new Map(),
    overlay: new Map(),
    outbox: new Map(),
    parked: new Map(),
    kept: new Map(),
    scopes: new Map(),
    steps: new Map(),
  }
  let queue: Promise<unknown> = Promise.resolve()
  const run = async <T>(kind: TransactionKind, work: (tx: StorageTx) => Promise<T>): Promise<T> => {
    const state = copy(committed)
    const result = await work(memoryTx(state))
    if (kind !== 'read') committed = state
    return result
  }
  return {
    state: () => committed,
    transaction(kind, work) {
      const result = queue.then(() => run(kind, work))
      queue = result.catch(() => undefined)
      return result
    },
  }
}

const memoryTx = (state: MemoryState): StorageTx => ({
  ...deviceTx(state),
  ...baseRowsTx(state),
  ...overlayTx(state),
  ...outboxTx(state),
  ...parkedTx(state),
  ...keptTx(state),
  ...undoTx(state),
})

const deviceTx = (state: MemoryState) =>
  ({
    meta: async () => state.meta,
    putMeta(meta) {
      state.meta = meta
    },
    home: async () => state.home,
    putHome(home) {
      state.home = home
    },
    cursor: async (projectId) => state.cursors.get(projectId),
    cursors: async () => [...state.cursors.values()],
    putCursor(cursor) {
      state.cursors.set(cursor.projectId, cursor)
    },
    deleteCursor(projectId) {
      state.cursors.delete(projectId)
    },
  }) satisfies Partial<StorageTx>

const baseRowsTx = (state: MemoryState) => {
  const dropHeld = (isDoomed: (held: Held) => boolean): void => {
    for (const [name, held] of state.held) if (isDoomed(held)) state.held.delete(name)
  }
  return {
    async baseRow<E extends Entity>(projectId: string, entity: E, id: string) {
      return newestRows(state, { projectId, entity }).get(id)?.row as Row<E> | undefined
    },
    async baseRows<E extends Entity>(projectId: string, entity: E, { index, value }: RowSearch<E>) {
      return [...newestRows(state, { projectId, entity }).values()]
        .map((held) => held.row as Row<E>)
        .filter((row) => row[index as keyof Row<E>] === value)
    },
    async layRows(projectId, rows) {
      state.nextNo += 1
      for (const { bucket, entity, id, row } of rows) {
        const name = key(projectId, entity, id, bucket)
        if (row === null) state.held.delete(name)
        else
          state.held.set(name, { projectId, bucket, entity, id, no: state.nextNo, row: row as Row })
      }
      return { pages: [], single: [...rows] satisfies SyncRow[] }
    },
    async emptyBuckets(projectId, buckets) {
      dropHeld((held) => held.projectId === projectId && buckets.includes(held.bucket))
    },
    async emptyProject(projectId) {
      dropHeld((held) => held.projectId === projectId)
    },
    async digests(projectId, buckets) {
      const digests = new Map(
        buckets.map((bucket) => [bucket, new BucketDigest(coveredIn(bucket))]),
      )
      for (const { projectId: of, bucket, entity, id, row } of state.held.values()) {
        if (of === projectId)
          digests.get(bucket)?.add(entity, id, versionOf(row, coveredIn(bucket)))
      }
      return Object.fromEntries([...digests].map(([bucket, digest]) => [bucket, digest.text]))
    },
  } satisfies Partial<StorageTx>
}

/** The newest copy of each row, by id. */
const newestRows = (
  state: MemoryState,
  { projectId, entity }: Pick<Held, 'projectId' | 'entity'>,
): Map<string, Held> => {
  const byId = new Map<string, Held>()
  for (const held of state.held.values()) {
    if (held.projectId !== projectId || held.entity !== entity) continue
    const other = byId.get(held.id)
    if (other === undefined || held.no > other.no) byId.set(held.id, held)
  }
  return byId
}

const overlayTx = (state: MemoryState) =>
  ({
    overlayRow: async (projectId, entity, id) => state.overlay.get(key(projectId, entity, id)),
    overlayRows: async (projectId, entity) =>
      [...state.overlay.values()].filter(
        (row) => row.projectId === projectId && (entity === undefined || row.entity === entity),
      ),
    putOverlay(row) {
      state.overlay.set(key(row.projectId, row.entity, row.id), row)
    },
    deleteOverlay(projectId, entity, id) {
      state.overlay.delete(key(projectId, entity, id))
    },
  }) satisfies Partial<StorageTx>

const outboxTx = (state: MemoryState) => {
  const inOrder = (): OutboxEntry[] => [...state.outbox.values()].toSorted((a, b) => a.mid - b.mid)
  return {
    outbox: async () => inOrder(),
    outboxAfter: async (mid, limit) =>
      inOrder()
        .filter((entry) => entry.mid > mid)
        .slice(0, limit),
    outboxEntry: async (mid) => state.outbox.get(mid),
    outboxCount: async () => state.outbox.size,
    unsentCount: async () => countUnsent(state.outbox.values()),
    putOutbox(entry) {
      state.outbox.set(entry.mid, entry)
    },
    deleteOutbox(mid) {
      state.outbox.delete(mid)
    },
  } satisfies Partial<StorageTx>
}

const parkedTx = (state: MemoryState) =>
  ({
    parked: async () => inWritingOrder(state.parked.values()),
    parkedEntry: async (id) => state.parked.get(id),
    parkedCount: async () => state.parked.size,
    putParked(entry) {
      state.parked.set(entry.id, entry)
    },
    deleteParked(id) {
      state.parked.delete(id)
    },
  }) satisfies Partial<StorageTx>

const keptTx = (state: MemoryState) =>
  ({
    kept: async (from, to) =>
      [...state.kept.values()]
        .filter(({ no }) => no >= from && no <= to)
        .toSorted((a, b) => a.no - b.no),
    putKept(edit) {
      state.kept.set(edit.no, edit)
    },
    deleteKept(from, to) {
      for (const no of state.kept.keys()) if (no >= from && no <= to) state.kept.delete(no)
    },
  }) satisfies Partial<StorageTx>

const undoTx = (state: MemoryState) =>
  ({
    undoScope: async (scope) => state.scopes.get(scope),
    putUndoScope(scope) {
      state.scopes.set(scope.scope, scope)
    },
    undoStep: async (scope, n) => state.steps.get(key(scope, n)),
    putUndoStep(step) {
      state.steps.set(key(step.scope, step.n), step)
    },
    deleteUndoSteps(scope, from, to) {
      for (let n = from; n <= to; n += 1) state.steps.delete(key(scope, n))
    },
  }) satisfies Partial<StorageTx>
