/** A run of bytes of an upload that is stored as one object. */
export interface Segment {
  key: string
  from: number
  until: number
}
/** Bytes of a segment, by positions in the upload. */
export interface Slice {
  key: string
  /** Bytes of the object before the slice. */
  skip: number
  until: number
}

const DIGITS = 12

/** Names sort by position, and a longer run never replaces a shorter one. */
export const segmentName = (from: number, until: number): string =>
  `${String(from).padStart(DIGITS, '0')}-${String(until).padStart(DIGITS, '0')}`

/** null if the key is not that of a segment. */
export const segmentOf = (key: string): Segment | null => {
  const found = /\/(\d+)-(\d+)$/.exec(key)
  return found === null ? null : { key, from: Number(found[1]), until: Number(found[2]) }
}

/**
 * The slices that together are the upload from its beginning to the first gap. Several servers may
 * have stored runs that overlap.
 */
export const slicesOf = (segments: readonly Segment[]): Slice[] => {
  const slices: Slice[] = []
  let at = 0
  for (;;) {
    const next = segments
      .filter(({ from, until }) => from <= at && until > at)
      .reduce<Segment | null>(
        (best, one) => (best === null || one.until > best.until ? one : best),
        null,
      )
    if (next === null) return slices
    slices.push({ key: next.key, skip: at - next.from, until: next.until })
    at = next.until
  }
}

export const lengthOf = (slices: readonly Slice[]): number => slices.at(-1)?.until ?? 0
