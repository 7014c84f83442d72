import type {
  BucketCursors,
  FieldConflict,
  ProjectSummary,
  PullPage,
  PullRequest,
  PushReply,
  PushRequest,
  SyncRow,
} from '#schema/api/sync.ts'
import type { Entity, Row, RowIndex } from '#schema/entities/rows.ts'
import type { EditBase } from '#schema/mutations/mutation.ts'
import type { UnsentCount } from './outbox/unsent-count.ts'

/** The device's record of itself. */
export interface DeviceMeta {
  /** null until the server first answers. */
  serverId: string | null
  clientId: string
  /** Number of the next edit, taken only in the transaction that writes the edit. */
  nextMid: number
  /** Edits up to this number have left or are about to: no later edit merges into them. */
  sentMid: number
  /** The device has stored all verdicts up to this number. */
  ackMid: number
  /**
   * When the server decided the edit `ackMid`, ms by its clock; absent = not known. Another time
   * proves that it went back and decided the edit again.
   */
  ackAt?: number
  /** Counts committed changes, so that a reader notices a note that it missed. */
  changeSeq: number
  /** Server's clock minus this device's, ms. */
  clockSkewMs: number
  lastContactAt: number | null
  /** The kept edits; absent on a device that has kept none. */
  kept?: KeptTally
  /** The last time that the server was found behind this device; absent = never. */
  wentBack?: WentBack
}

/** The kept edits have the numbers from `first` to below `next`. */
export interface KeptTally {
  first: number
  next: number
  bytes: number
}
export interface WentBack {
  /** ms by this device's clock */
  at: number
  /** Edits that were sent again. */
  edits: number
}

export interface ProjectCursor {
  projectId: string
  epoch: number
  buckets: BucketCursors
  head: number
  /** Raised by every change, so that an answer to a request with older cursors is recognized. */
  rev: number
  /** A complete pull has arrived since the project was opened. */
  isComplete: boolean
  isDenied: boolean
}

/** An edit that the server has not decided yet. */
export interface OutboxEntry {
  mid: number
  /** Id of the worker that wrote it; only this worker merges later edits into it. */
  writer: string
  projectId: string
  command: string
  args: unknown
  base: EditBase
  clientAt: number
  label: string
  /** `<entity>/<id>` of every row that the edit writes. */
  touched: string[]
  /**
   * The reason why the entry is sent without its content, so that the server refuses it and the
   * queue goes on; null = it is sent whole.
   */
  poison: string | null
  /** Of an entry that fills the place of a refused edit. */
  refused?: RefusedPlace
}

/** Where the words of a refused edit are, in case the server accepts it later. */
export interface RefusedPlace {
  parkedId: string
  touched: string[]
}

/** An edit that the server refused, or accepted in part; it stays until the person decides. */
export interface ParkedEntry {
  id: string
  /** Its number in the outbox; 0 for a file that was refused before its edit was written. */
  mid: number
  projectId: string
  command: string
  args: unknown
  base: EditBase
  status: 'conflict' | 'refused'
  reason: string
  detail: Record<string, string | number>
  conflicts: FieldConflict[]
  /** Time of the verdict, ms by the server's clock. */
  at: number
  clientAt: number
  label: string
  /**
   * State and deadline of the project when the edit was refused: once they change, the edit is sent
   * again.
   */
  standing: string
}

/**
 * An edit with a verdict, kept for a server that goes back to an earlier state. Of a refused edit
 * only the number and the place: its words are parked.
 */
export interface KeptEdit {
  no: number
  clientId: string
  /** ms by this device's clock */
  at: number
  bytes: number
  entry: OutboxEntry
  /** The parked rest of an edit that was accepted in part. */
  parkedId: string | null
  /** ms by the server's clock; absent = not known */
  decidedAt?: number
}

/** A row with the unsent edits applied; null = an unsent edit deleted it. */
export interface OverlayRow {
  projectId: string
  entity: Entity
  id: string
  row: Row | null
  /** Number of the newest edit that wrote it. */
  lastMid: number
}

export interface Home {
  etag: string
  projects: ProjectSummary[]
}

export interface UndoCommand {
  command: string
  args: unknown
}
export interface UndoStep {
  scope: string
  n: number
  group: string
  label: string
  undo: UndoCommand[]
  redo: UndoCommand[]
  /**
   * The fields before and after the edit, keyed like the base of an edit; they show whether another
   * person has changed them since.
   */
  before: EditBase
  after: EditBase
}
/** Steps up to `top` are done; those from there to `last` can be redone. */
export interface UndoScope {
  scope: string
  top: number
  last: number
  label: string
}

/** The rows of an entity that have this value in an indexed column. */
export interface RowSearch<E extends Entity> {
  index: RowIndex<E>
  value: string
}

/**
 * The reads and writes of one transaction. Writes take effect together or not at all. Await nothing
 * else inside.
 */
export interface StorageTx {
  meta(): Promise<DeviceMeta>
  putMeta(meta: DeviceMeta): void
  home(): Promise<Home | undefined>
  putHome(home: Home): void

  cursor(projectId: string): Promise<ProjectCursor | undefined>
  cursors(): Promise<ProjectCursor[]>
  putCursor(cursor: ProjectCursor): void
  deleteCursor(projectId: string): void

  baseRow<E extends Entity>(projectId: string, entity: E, id: string): Promise<Row<E> | undefined>
  baseRows<E extends Entity>(projectId: string, entity: E, search: RowSearch<E>): Promise<Row<E>[]>
  /**
   * Stores rows of one project.
   * @returns the numbers of the pages that hold them, and the rows stored one by one
   */
  layRows(
    projectId: string,
    rows: readonly SyncRow[],
  ): Promise<{ pages: number[]; single: SyncRow[] }>
  emptyBuckets(projectId: string, buckets: readonly string[]): Promise<void>
  emptyProject(projectId: string): Promise<void>
  /** Digests by bucket, in the format of BucketDigest, of the stored rows, not of cached ones. */
  digests(projectId: string, buckets: readonly string[]): Promise<Record<string, string>>

  overlayRow(projectId: string, entity: Entity, id: string): Promise<OverlayRow | undefined>
  overlayRows(projectId: string, entity?: Entity): Promise<OverlayRow[]>
  putOverlay(row: OverlayRow): void
  deleteOverlay(projectId: string, entity: Entity, id: string): void

  /** Ordered by number. */
  outbox(): Promise<OutboxEntry[]>
  /** Up to `limit` entries after `mid`, ordered by number. */
  outboxAfter(mid: number, limit: number): Promise<OutboxEntry[]>
  outboxEntry(mid: number): Promise<OutboxEntry | undefined>
  /** Number of entries. */
  outboxCount(): Promise<number>
  unsentCount(): Promise<UnsentCount>
  putOutbox(entry: OutboxEntry): void
  deleteOutbox(mid: number): void

  /** In the order in which the edits were written. */
  parked(): Promise<ParkedEntry[]>
  parkedEntry(id: string): Promise<ParkedEntry | undefined>
  parkedCount(): Promise<number>
  putParked(entry: ParkedEntry): void
  deleteParked(id: string): void

  /** Kept edits with these numbers, both included, in order. */
  kept(from: number, to: number): Promise<KeptEdit[]>
  putKept(edit: KeptEdit): void
  deleteKept(from: number, to: number): void

  undoScope(scope: string): Promise<UndoScope | undefined>
  putUndoScope(scope: UndoScope): void
  undoStep(scope: string, n: number): Promise<UndoStep | undefined>
  putUndoStep(step: UndoStep): void
  deleteUndoSteps(scope: string, from: number, to: number): void
}

/**
 * read: writes nothing. edit: writes of a person; durable when the promise resolves. apply: writes
 * of the server's rows and verdicts, which can be fetched again, so they may reach the disk later.
 */
export type TransactionKind = 'read' | 'edit' | 'apply'
export interface Storage {
  transaction<T>(kind: TransactionKind, run: (tx: StorageTx) => Promise<T>): Promise<T>
}

/** blocked: a portal or proxy answered in place of the server. */
export type FailureKind =
  | 'offline'
  | 'blocked'
  | 'busy'
  | 'unauthorized'
  | 'gap'
  | 'foreign'
  | 'tooLarge'
  | 'malformed'
  | 'update'
/** A request that got no usable answer. */
export class SyncFailure extends Error {
  readonly kind: FailureKind
  readonly retryAfterMs: number | undefined
  readonly lastMid: number | undefined
  constructor(
    kind: FailureKind,
    options: { retryAfterMs?: number; lastMid?: number; cause?: unknown } = {},
  ) {
    super(kind, { cause: options.cause })
    this.name = 'SyncFailure'
    this.kind = kind
    this.retryAfterMs = options.retryAfterMs
    this.lastMid = options.lastMid
  }
}

/** Both throw SyncFailure. */
export interface Network {
  push(request: PushRequest): Promise<PushReply>
  pull(request: PullRequest): AsyncIterable<PullPage>
}

export interface Surroundings {
  /** ms by this device's clock. */
  now(): number
  /** 0 <= x < 1 */
  random(): number
  newId(): string
  /** Resolves after the time or, earlier, when `interrupt` is called. */
  sleep(ms: number): { done: Promise<void>; interrupt(): void }
}
