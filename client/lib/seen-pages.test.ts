import { expect, it } from 'vitest'
import { seen } from '#schema/rules/export/seen-table.ts'
import { OfflineError } from './offline-error.ts'
import { readPages, SEEN_PAGE } from './seen-pages.ts'

interface Row {
  id: number
}
const rowsOf = (count: number, from = 0): Row[] =>
  Array.from({ length: count }, (_, index) => ({ id: from + index }))
const noReading = { signal: new AbortController().signal, tell: () => undefined }

/** A server whose list can change before each of its answers. */
const listOf = (rows: Row[], change: (call: number, rows: Row[]) => Row[] = (_, same) => same) => {
  let held = rows
  let call = 0
  return {
    name: 'List',
    cells: [[seen('Id', 'number'), ({ id }: Row) => id]] as const,
    keyOf: ({ id }: Row) => id,
    shown: { items: rows.slice(0, 10), total: rows.length },
    load: async ({ pageNumber, pageSize }: { pageNumber: number; pageSize: number }) => {
      held = change(call, held)
      call += 1
      return {
        items: held.slice(pageNumber * pageSize, (pageNumber + 1) * pageSize),
        total: held.length,
      }
    },
  }
}
const idsOf = ({ rows }: { rows: readonly (readonly unknown[])[] }) => rows.map(([id]) => id)
const ids = (rows: Row[]) => rows.map(({ id }) => id)

it.each([0, 1, SEEN_PAGE, SEEN_PAGE + 1, 2 * SEEN_PAGE, 2 * SEEN_PAGE + 7])(
  'reads all of %i rows in the order of the server',
  async (count) => {
    const table = await readPages(listOf(rowsOf(count)), noReading)
    expect(idsOf(table)).toEqual(ids(rowsOf(count)))
    expect(table.isPartial).toBeUndefined()
  },
)

it('tells how many rows are read while more follow', async () => {
  const told: [number, number][] = []
  const tell = (done: number, total: number) => told.push([done, total])
  await readPages(listOf(rowsOf(450)), { ...noReading, tell })
  expect(told).toEqual([
    [200, 450],
    [400, 450],
  ])
})

it('rows that are added while a list is read are no reason to lose or repeat one', async () => {
  const grown = (call: number, rows: Row[]) => (call === 0 ? rows : [{ id: -call }, ...rows])
  const found = idsOf(await readPages(listOf(rowsOf(450), grown), noReading))
  expect(new Set(found).size).toBe(found.length)
  for (const id of ids(rowsOf(450))) expect(found).toContain(id)
})

it('a list that loses a row while it is read is read again, so that none is missing', async () => {
  const lost = (call: number, rows: Row[]) => (call === 1 ? rows.slice(1) : rows)
  expect(idsOf(await readPages(listOf(rowsOf(450), lost), noReading))).toEqual(ids(rowsOf(449, 1)))
})

it('a list that loses rows in each reading is no file', async () => {
  const lost = (_: number, rows: Row[]) => rows.slice(1)
  await expect(readPages(listOf(rowsOf(2_000), lost), noReading)).rejects.toThrow(/lost rows/)
})

it('offline, the rows of the screen are a part, and all of them if there are no more', async () => {
  const offline = {
    load: async () => {
      throw new OfflineError(undefined)
    },
  }
  const part = await readPages({ ...listOf(rowsOf(30)), ...offline }, noReading)
  expect([idsOf(part), part.isPartial]).toEqual([ids(rowsOf(10)), true])
  const all = await readPages({ ...listOf(rowsOf(4)), ...offline }, noReading)
  expect([idsOf(all), all.isPartial]).toEqual([ids(rowsOf(4)), false])
})

it('a refusal in the middle is an error, not a part', async () => {
  const list = listOf(rowsOf(450))
  const load = async (page: { pageNumber: number; pageSize: number }) => {
    if (page.pageNumber === 1) throw new Error('NOT_ALLOWED')
    return await list.load(page)
  }
  await expect(readPages({ ...list, load }, noReading)).rejects.toThrow('NOT_ALLOWED')
})

it('a stopped reading asks for no further page', async () => {
  const stop = new AbortController()
  let calls = 0
  const list = listOf(rowsOf(450), (call, rows) => {
    calls = call + 1
    if (call === 1) stop.abort()
    return rows
  })
  await expect(readPages(list, { ...noReading, signal: stop.signal })).rejects.toThrow()
  expect(calls).toBe(2)
})
