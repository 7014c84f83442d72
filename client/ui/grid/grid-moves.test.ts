import { describe, expect, it } from 'vitest'
import { type MoveCommand, moveOf } from './grid-moves.ts'

const from = (row: number, column: number, range = { top: 1, bottom: 1, start: 1, end: 1 }) => ({
  active: { row, column },
  range,
  rowCount: 4,
  columnCount: 3,
  pageRows: () => 10,
})
const cell = (command: MoveCommand, row: number, column: number) => {
  const move = moveOf(command, from(row, column))
  return move && [move.to.row, move.to.column, move.extend]
}

describe('arrows', () => {
  it('move by a cell, and keep the range where asked to', () => {
    const down = { do: 'move', rows: 1, columns: 0, extend: false } as const
    expect(cell(down, 1, 2)).toEqual([2, 2, false])
    expect(cell({ ...down, rows: -1, extend: true }, 0, 2)).toEqual([-1, 2, true])
    expect(cell({ ...down, rows: 0, columns: 1 }, 1, 1)).toEqual([1, 2, false])
    expect(cell({ ...down, rows: 0, columns: -1 }, 1, 1)).toEqual([1, 0, false])
  })
  it('go up to the first row, not into the header, with a far step', () => {
    expect(cell({ do: 'move', rows: -Infinity, columns: 0, extend: false }, 3, 1)).toEqual([
      0,
      1,
      false,
    ])
  })
})

it('a page down adds a page; a page up stops at the first row', () => {
  const down = { do: 'page', direction: 1, extend: true } as const
  expect(cell(down, 1, 2)).toEqual([11, 2, true])
  expect(cell({ ...down, direction: -1, extend: false }, 3, 2)).toEqual([0, 2, false])
  expect(cell({ ...down, direction: -1 }, 25, 2)).toEqual([15, 2, true])
})

it.each([
  ['first', 'first', [0, 0]],
  ['last', 'last', [3, 2]],
  ['same', 'first', [1, 0]],
  ['same', 'last', [1, 2]],
] as const)('the edge of row %s and column %s', (row, column, to) => {
  expect(cell({ do: 'edge', row, column, extend: true } as MoveCommand, 1, 1)).toEqual([
    ...to,
    true,
  ])
})

it.each([
  [{ top: 0, bottom: 1, start: 1, end: 1 }, true],
  [{ top: 1, bottom: 1, start: 1, end: 2 }, true],
  [{ top: 1, bottom: 1, start: 1, end: 1 }, false],
])('a range of %j collapses: %s', (range, isMoved) => {
  const move = moveOf({ do: 'collapse' }, from(1, 1, range))
  expect(move).toEqual(isMoved ? { to: { row: 1, column: 1 }, extend: false } : null)
})
