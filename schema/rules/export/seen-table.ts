/** A cell of a table as a person sees it; null = empty. */
export type SeenCell = string | number | boolean | null

/**
 * How the cells of a column are written. A `percent` is a number from 0 to 100, a `date` is
 * YYYY-MM-DD, a `time` is ms since the epoch. A text in any column stays a text.
 */
export type SeenKind = 'text' | 'number' | 'percent' | 'date' | 'time' | 'yesNo'

export interface SeenColumn {
  header: string
  kind: SeenKind
}

/** The rows and columns that a screen shows, in their order there. */
export interface SeenTable {
  /** Names the file and the sheet. */
  name: string
  columns: readonly SeenColumn[]
  rows: readonly (readonly SeenCell[])[]
  /** True = the screen has only a part of the rows. */
  isPartial?: boolean
}

export const seen = (header: string, kind: SeenKind = 'text'): SeenColumn => ({ header, kind })

/** Headers that differ from each other, so that each can name a value. */
export const distinctHeaders = (columns: readonly SeenColumn[]): string[] => {
  const taken = new Set<string>()
  return columns.map(({ header }) => {
    for (let count = 1; ; count += 1) {
      const name = count === 1 ? header : `${header} (${count})`
      if (taken.has(name)) continue
      taken.add(name)
      return name
    }
  })
}
