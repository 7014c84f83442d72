export const HEADER_HEIGHT = 34

/** Row positions in px from the top of the first row. */
export interface GridPlaces {
  /** Scrolls the minimal distance that makes the row visible. */
  scrollTo: (index: number) => void
  rowAt: (y: number) => { index: number; side: 'before' | 'after' } | null
  edgeOf: (index: number, side: 'before' | 'after') => number
}

export const NO_PLACES: GridPlaces = {
  scrollTo: () => undefined,
  rowAt: () => null,
  edgeOf: () => 0,
}
