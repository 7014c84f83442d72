import { type SeenCells, seenList, type SeenTable } from '#schema/rules/export/seen-table.ts'
import type { SeenReading } from './asked-export.ts'
import { OfflineError } from './offline-error.ts'

/** The largest page of the calls that list rows. */
export const SEEN_PAGE = 200

interface Page<Row> {
  items: readonly Row[]
  total: number
}

interface SeenPages<Row> {
  name: string
  cells: SeenCells<Row>
  /** Calls the server with the filters and the order of the screen. */
  load: (page: { pageNumber: number; pageSize: number }) => Promise<Page<Row>>
  keyOf: (row: Row) => string | number
  /** The rows on the screen, for a device without a network. */
  shown: Page<Row>
}

/** Readings of a list that loses rows each time, before the reading fails. */
const READINGS = 5

/**
 * New rows move others to a later page, where they are read again; a row that goes makes another
 * one stand on no page. Returns null then.
 */
const readOnce = async <Row>(
  { load, keyOf }: SeenPages<Row>,
  { signal, tell }: SeenReading,
): Promise<Row[] | null> => {
  const rows = new Map<string | number, Row>()
  let expected = 0
  for (let pageNumber = 0; ; pageNumber += 1) {
    const { items, total } = await load({ pageNumber, pageSize: SEEN_PAGE })
    signal.throwIfAborted()
    if (pageNumber === 0) expected = total
    if (total < expected) return null
    for (const row of items) rows.set(keyOf(row), row)
    if (rows.size < expected) tell(rows.size, expected)
    if (items.length < SEEN_PAGE || (pageNumber + 1) * SEEN_PAGE >= total)
      return rows.size >= expected ? [...rows.values()] : null
  }
}

/**
 * Reads all rows of a list that the server pages. A list that changes while it is read is read
 * again. Offline it returns the rows on the screen, and says that they are a part.
 */
export const readPages = async <Row>(
  pages: SeenPages<Row>,
  reading: SeenReading,
): Promise<SeenTable> => {
  const { name, cells, shown } = pages
  try {
    for (let left = READINGS; left > 0; left -= 1) {
      const rows = await readOnce(pages, reading)
      if (rows !== null) return seenList(name, cells, rows)
    }
    throw new Error('The list lost rows in each of its readings')
  } catch (error) {
    if (!(error instanceof OfflineError)) throw error
    return {
      ...seenList(name, cells, shown.items),
      isPartial: shown.items.length < shown.total,
    }
  }
}
