import { LIVE_ROWS_BYTES, type LiveChange } from '#schema/api/sync.ts'
import type { LogRow } from '../database/rows/write-rows.ts'

/** One change as it is told: with its rows, in one text or several that follow one another; or as a poke, which is also what a slow reader gets. */
export interface LiveTexts { texts: string[]; poke: string }

/** Of the rows of one commit, in characters; beyond, they come compressed with a pull. */
const MOST_TOLD = 8 * LIVE_ROWS_BYTES

export const changeText = (change: LiveChange): string => JSON.stringify(change)
const rowText = ({ bucket, entity, id, body }: LogRow): string =>
  `{"bucket":${JSON.stringify(bucket)},"entity":"${entity}","id":${JSON.stringify(id)},"row":${body ?? 'null'}}`

interface Piece { rows: string[]; size: number; seq: number }

/** @param pieceSize characters of rows in one text */
const piecesOf = (rows: readonly LogRow[], pieceSize: number): Piece[] => {
  const pieces: Piece[] = []
  for (const row of rows) {
    const text = rowText(row)
    const last = pieces.at(-1)
    if (last === undefined || last.size + text.length > pieceSize) pieces.push({ rows: [text], size: text.length, seq: row.seq })
    else {
      last.rows.push(text)
      last.size += text.length
      last.seq = row.seq
    }
  }
  return pieces
}

/**
 * What a set of buckets is told of a commit. Many rows leave in pieces, so that a device lays one down while the next is on its way; not where something
 * left a bucket, for it may come back in another of the same commit.
 *
 * @param change `prev` of the whole, and of the first piece
 * @param rows of the commit, as far as they are in the buckets; at least one
 */
export const liveTexts = (change: Pick<LiveChange, 'project' | 'epoch' | 'prev'>, rows: readonly LogRow[], pieceSize = LIVE_ROWS_BYTES): LiveTexts => {
  const poke = changeText({ ...change, seq: rows.at(-1)?.seq ?? change.prev, rows: null })
  const size = rows.reduce((sum, { body }) => sum + (body?.length ?? 0), 0)
  const isWhole = size <= pieceSize
  if (size > MOST_TOLD || (!isWhole && rows.some(({ body }) => body === null))) return { texts: [poke], poke }
  let { prev } = change
  const texts = piecesOf(rows, isWhole ? Infinity : pieceSize).map(({ rows: told, seq }) => {
    const head = changeText({ ...change, prev, seq, rows: null })
    prev = seq
    return `${head.slice(0, -'null}'.length)}[${told.join(',')}]}`
  })
  return { texts, poke }
}
