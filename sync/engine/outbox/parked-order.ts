import type { ParkedEntry } from '../ports.ts'

/** Sorts parked edits by the order in which they were written, in which they are sent again. */
export const inWritingOrder = (entries: Iterable<ParkedEntry>): ParkedEntry[] =>
  [...entries].toSorted((one, other) => one.mid - other.mid || one.clientAt - other.clientAt)
