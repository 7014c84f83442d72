import { expect, test } from 'vitest'
import { gridModel } from './grid-model.ts'
import { createGridStore } from './grid-store.ts'

const cell = (rowId: string, columnId = 'percent', text = 'many') => ({
  rowId,
  columnId,
  text,
  problem: 'notNumber' as const,
})

test('a pasted text that cannot be parsed stays marked until its cell has a value or it is dismissed', () => {
  const store = createGridStore()
  store.setModel(gridModel(['a', 'b'], ['name', 'percent']))
  const { unread } = store
  unread.change([cell('a'), cell('b')], [])
  expect(unread.at('a', 'percent')?.text).toBe('many')
  expect(unread.at('a', 'name')).toBeUndefined()
  const marked = store.markOfRow(1)
  expect(marked).not.toBe('')
  unread.change([], [{ rowId: 'a', columnId: 'percent' }])
  expect(unread.all().map(({ rowId }) => rowId)).toEqual(['b'])
  unread.change([cell('b', 'percent', 'lots')], [])
  expect(unread.at('b', 'percent')?.text).toBe('lots')
  expect(store.markOfRow(1)).not.toBe(marked)
  unread.clear()
  expect(unread.all()).toEqual([])
  expect(store.markOfRow(1)).toBe('')
})

test('subscribers are called only for changes, and the list is a stable array', () => {
  const store = createGridStore()
  let told = 0
  store.subscribe(() => {
    told += 1
  })
  store.unread.change([], [{ rowId: 'a', columnId: 'percent' }])
  store.unread.clear()
  expect(told).toBe(0)
  store.unread.change([cell('a')], [])
  const list = store.unread.all()
  store.unread.change([], [{ rowId: 'b', columnId: 'percent' }])
  expect([told, store.unread.all() === list]).toEqual([1, true])
})
