import type { Entity, Row } from '#schema/entities/rows.ts'

/** How one row looks now, unsent edits included; null = gone. */
export interface RowChange {
  entity: Entity
  id: string
  row: Row | null
  isUnsent: boolean
}

/** What one committed transaction changed for those who show it. `seq` follows without gaps, so that a missed note is noticed. */
export interface Change {
  seq: number
  projectId: string | null
  rows: RowChange[]
  /** Pages of base rows that came; rows of theirs with unsent edits are in `rows`. */
  pages: number[]
  /** Too much changed: read the project afresh. */
  reload: boolean
  /** Cursor of the project: complete, denied or dropped. */
  cursor: boolean
  home: boolean
  outbox: boolean
  parked: boolean
  undoScope: string | null
}

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
