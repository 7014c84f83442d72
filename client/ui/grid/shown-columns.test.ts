import { expect, test } from 'vitest'
import { EMPTY_LAYOUT } from './grid-types.ts'
import { isColumnShown, withColumn } from './shown-columns.ts'

const plain = { id: 'name' }
const optional = { id: 'author', optional: true }

test('an optional column is hidden until the person shows it', () => {
  expect(isColumnShown(optional, EMPTY_LAYOUT)).toBe(false)
  const shown = withColumn(EMPTY_LAYOUT, optional, true)
  expect(isColumnShown(optional, shown)).toBe(true)
  expect(isColumnShown(optional, withColumn(shown, optional, false))).toBe(false)
})

test('other columns are shown until the person hides them, and required ones always', () => {
  expect(isColumnShown(plain, EMPTY_LAYOUT)).toBe(true)
  const hidden = withColumn(EMPTY_LAYOUT, plain, false)
  expect(isColumnShown(plain, hidden)).toBe(false)
  expect(isColumnShown({ ...plain, required: true }, hidden)).toBe(true)
  expect(withColumn(hidden, plain, true)).toEqual(EMPTY_LAYOUT)
})
