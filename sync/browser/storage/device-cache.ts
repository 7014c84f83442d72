import type { Entity, Row } from '#schema/entities/rows.ts'
import type { Home, OutboxEntry, OverlayRow, ProjectCursor, UndoScope } from '#sync/engine/ports.ts'
import type { Delta, DeviceRecord, PageInfo } from './database.ts'

const PAGES_KEPT = 160

/** Single rows of one project: entity → id → bucket. */
export type Deltas = Map<Entity, Map<string, Map<string, Delta>>>

export const addDelta = (deltas: Deltas, delta: Delta): void => {
  const ofEntity = deltas.get(delta.entity) ?? new Map<string, Map<string, Delta>>()
  deltas.set(delta.entity, ofEntity)
  const ofRow = ofEntity.get(delta.id) ?? new Map<string, Delta>()
  ofEntity.set(delta.id, ofRow)
  ofRow.set(delta.bucket, delta)
}
export const overlayKey = (entity: Entity, id: string): string => `${entity}/${id}`

/**
 * The rows that this thread caches between transactions, so that an edit costs one read. The cache
 * is valid for one revision: every transaction reads the revision first, and every writing one
 * raises it, because other tabs write too.
 */
export class DeviceCache {
  /** The content of a page never changes under its number. */
  private readonly pages = new Map<number, Row[]>()
  private rev = -1
  /** The highest change number that this thread gave out. */
  private toldSeq = 0
  /**
   * Number of commits that failed after the pages had heard of their changes. `madeUpFor`: how many
   * of those failures the change numbers in the database already allow for.
   */
  losses = 0
  private madeUpFor = 0
  private record: { alone: symbol; device: DeviceRecord } | undefined
  home: { home: Home | undefined } | undefined
  outbox: Map<number, OutboxEntry> | undefined
  readonly directories = new Map<string, PageInfo[]>()
  readonly deltas = new Map<string, Deltas>()
  readonly overlays = new Map<string, Map<string, OverlayRow>>()
  readonly cursors = new Map<string, ProjectCursor | undefined>()
  readonly undoScopes = new Map<string, UndoScope | undefined>()

  page(no: number): Row[] | undefined {
    return this.pages.get(no)
  }
  keepPage(no: number, rows: Row[]): void {
    const [oldest] = this.pages.keys()
    if (this.pages.size >= PAGES_KEPT && oldest !== undefined) this.pages.delete(oldest)
    this.pages.set(no, rows)
  }

  /** Call it at the beginning of a transaction: drops the cache of another revision. */
  meet(rev: number): void {
    if (rev === this.rev) return
    this.forget()
    this.rev = rev
  }
  /** Call it when a writing transaction is about to commit. */
  raise(rev: number, changeSeq: number, losses: number): void {
    this.rev = rev
    this.toldSeq = Math.max(this.toldSeq, changeSeq)
    this.madeUpFor = losses
  }
  /**
   * Call it after the failed commit of a change that pages were told of: leaves a gap in the change
   * numbers, at which the pages read everything again.
   */
  forgetTold(): void {
    this.losses += 1
    this.forget()
  }
  /**
   * The number that the next change number follows.
   * @param stored the last one in the database
   */
  lastSeq(stored: number): number {
    return this.madeUpFor < this.losses ? Math.max(stored, this.toldSeq) + 1 : stored
  }
  /** The cached record, if no other worker can have written since. */
  recordOf(alone: symbol | null): DeviceRecord | undefined {
    return this.record !== undefined && this.record.alone === alone ? this.record.device : undefined
  }
  keepRecord(alone: symbol | null, device: DeviceRecord): void {
    this.record = alone === null ? undefined : { alone, device }
  }
  /** Call it after a failed transaction, whose writes are in the cache but not in the database. */
  forget(): void {
    this.rev = -1
    this.record = undefined
    this.home = undefined
    this.outbox = undefined
    for (const map of [this.directories, this.deltas, this.overlays, this.cursors, this.undoScopes])
      map.clear()
  }
  clear(): void {
    this.pages.clear()
    this.forget()
  }
}
