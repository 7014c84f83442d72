import type { Document, Requirement, Section } from '#schema/entities/structure.ts'
import type { SeenTable } from '#schema/rules/export/seen-table.ts'
import { createEmitter } from './emitter.ts'

/** What a reader of a long table can tell and be told while it reads. */
export interface SeenReading {
  /** Aborted = the person stopped the reading. */
  signal: AbortSignal
  tell: (done: number, total: number) => void
}

/** Reads the table that a screen shows at this moment. */
export type ReadSeen = (reading: SeenReading) => SeenTable | Promise<SeenTable>

/** A document with its requirements in reading order. */
export interface AskedDocument {
  document: Document
  sections: readonly Section[]
  requirements: readonly Requirement[]
  /** The requirements that the filters leave, in the order of the table. */
  shownIds: readonly string[]
}
export type AskedExport = { seen: ReadSeen } | { document: AskedDocument }

/** Opens an export that this device makes, with a dialog that no page loads first. */
export const askedExport = createEmitter<AskedExport>()
