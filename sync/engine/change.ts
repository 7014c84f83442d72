import type { Entity, Row } from '#schema/entities/rows.ts'
import type { DeviceMeta, StorageTx } from './ports.ts'

/** One row with the unsent edits applied; null = deleted. */
export interface RowChange {
  entity: Entity
  id: string
  row: Row | null
  isUnsent: boolean
}

/**
 * The changes of one committed transaction, for the screens. `seq` has no gaps, so that a reader
 * notices a change that it missed.
 */
export interface Change {
  seq: number
  projectId: string | null
  rows: RowChange[]
  /** Numbers of new pages of base rows; their rows with unsent edits are in `rows`. */
  pages: number[]
  /** Too much changed to list: read the whole project. */
  reload: boolean
  /** The project's cursor was completed, denied or dropped. */
  cursor: boolean
  home: boolean
  outbox: boolean
  parked: boolean
  undoScope: string | null
}
type Parts = Partial<Omit<Change, 'seq' | 'projectId'>>

export const emptyChange = (seq: number, projectId: string | null): Change => ({
  seq,
  projectId,
  rows: [],
  pages: [],
  reload: false,
  cursor: false,
  home: false,
  outbox: false,
  parked: false,
  undoScope: null,
})

/**
 * Numbers a change; no other function does.
 * @param meta the transaction's own copy of the device's record; the caller stores it
 */
export const numberChange = (
  meta: DeviceMeta,
  projectId: string | null,
  parts: Parts = {},
): Change => {
  meta.changeSeq += 1
  return { ...emptyChange(meta.changeSeq, projectId), ...parts }
}

/**
 * Numbers a change and stores the number, for a transaction that writes no other field of the
 * device's record.
 */
export const commitChange = async (
  tx: Pick<StorageTx, 'meta' | 'putMeta'>,
  projectId: string | null,
  parts: Parts,
): Promise<Change> => {
  const meta = { ...(await tx.meta()) }
  const change = numberChange(meta, projectId, parts)
  tx.putMeta(meta)
  return change
}
