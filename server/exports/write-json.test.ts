import { expect, test } from 'vitest'
import { column, type TableHead, type TableRow } from '#schema/rules/export/export-table.ts'
import { jsonWriter } from './write-json.ts'

const AT = Date.UTC(2026, 10, 26, 12, 30)
const FACTS = {
  project: { id: 'p', name: 'Portal "A"', version: '1' },
  ...{ contentLanguage: null, writtenOn: AT, tables: [] },
}
const head = (name: string): TableHead => ({
  name,
  columns: [column('id', 'ID', 'id'), column('at', 'When', 'time'), column('n', 'N', 'number')],
})
const COLUMNS = [
  { key: 'id', header: 'ID' },
  { key: 'at', header: 'When' },
  { key: 'n', header: 'N' },
]
/** @returns the text, and the number of writes */
const written = async (
  tables: readonly { name: string; pages: readonly (readonly TableRow[])[] }[],
): Promise<{ text: string; writes: number }> => {
  const pieces: Uint8Array[] = []
  const sink = { write: (bytes: Uint8Array) => Promise.resolve(void pieces.push(bytes)) }
  const writer = jsonWriter(sink, FACTS)
  for (const { name, pages } of tables) {
    await writer.begin(head(name))
    for (const page of pages) await writer.rows(page)
  }
  await writer.end()
  return { text: Buffer.concat(pieces).toString(), writes: pieces.length }
}
const START = { project: FACTS.project, writtenOn: '2026-11-26T12:30:00.000Z' }

test('[EX1] an export as JSON has its facts, and a list of rows per table', async () => {
  const { text } = await written([
    { name: 'A', pages: [[['R-1', AT, 1]], [], [['R-2', null, AT], ['R-3']]] },
    { name: 'B', pages: [] },
    { name: 'C', pages: [[['R-"4"', 'soon', true]]] },
  ])
  expect(JSON.parse(text)).toEqual({
    ...START,
    tables: [
      {
        ...{ name: 'A', columns: COLUMNS },
        rows: [
          { id: 'R-1', at: '2026-11-26T12:30:00.000Z', n: 1 },
          { id: 'R-2', at: null, n: AT },
          { id: 'R-3', at: null, n: null },
        ],
      },
      { name: 'B', columns: COLUMNS, rows: [] },
      { name: 'C', columns: COLUMNS, rows: [{ id: 'R-"4"', at: 'soon', n: true }] },
    ],
  })
  // A row a line, so that tools for lines read it.
  expect(text.split('\n').filter((line) => line.startsWith('{"id"'))).toHaveLength(4)
  expect(text.endsWith('\n')).toBe(true)
})

test('[EX1] an export without a table is valid JSON', async () => {
  const { text, writes } = await written([])
  expect([JSON.parse(text), writes]).toEqual([{ ...START, tables: [] }, 1])
})
