import type { ParkedEntry } from '../ports.ts'

/** Parked edits in the order in which they were written, which is how they are sent again. */
export const inWritingOrder = (entries: Iterable<ParkedEntry>): ParkedEntry[] =>
  [...entries].toSorted((one, other) => one.mid - other.mid || one.clientAt - other.clientAt)
