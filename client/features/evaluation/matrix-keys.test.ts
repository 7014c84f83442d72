import { describe, expect, it } from 'vitest'
import { moveCell } from './matrix-keys.ts'

const size = { rows: 100, columns: 5, page: 10 }
const press = (key: string, ctrlKey = false) => ({ key, ctrlKey, metaKey: false, altKey: false })

describe('keys in the matrix', () => {
  it('[EM6] move by one cell and stop at the edges', () => {
    expect(moveCell(press('ArrowDown'), { row: 0, column: 0 }, size)).toEqual({ row: 1, column: 0 })
    expect(moveCell(press('ArrowUp'), { row: 0, column: 0 }, size)).toEqual({ row: 0, column: 0 })
    expect(moveCell(press('ArrowRight'), { row: 3, column: 4 }, size)).toEqual({
      row: 3,
      column: 4,
    })
  })
  it('[EM7] jump by page, to the ends of a line and of the grid', () => {
    expect(moveCell(press('PageDown'), { row: 95, column: 1 }, size)).toEqual({
      row: 99,
      column: 1,
    })
    expect(moveCell(press('End'), { row: 7, column: 1 }, size)).toEqual({ row: 7, column: 4 })
    expect(moveCell(press('Home', true), { row: 7, column: 3 }, size)).toEqual({
      row: 0,
      column: 0,
    })
  })
  it('[EM8] leave every other key unhandled', () => {
    expect(moveCell(press('a'), { row: 0, column: 0 }, size)).toBeNull()
    expect(
      moveCell({ ...press('ArrowDown'), altKey: true }, { row: 0, column: 0 }, size),
    ).toBeNull()
  })
})
