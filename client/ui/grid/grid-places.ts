export const HEADER_HEIGHT = 34

/** Where rows stand; px from the top of the first one. */
export interface GridPlaces {
  /** Scrolls just so far that the row is in sight. */
  scrollTo: (index: number) => void
  rowAt: (y: number) => { index: number; side: 'before' | 'after' } | null
  edgeOf: (index: number, side: 'before' | 'after') => number
}

export const NO_PLACES: GridPlaces = {
  scrollTo: () => undefined,
  rowAt: () => null,
  edgeOf: () => 0,
}
