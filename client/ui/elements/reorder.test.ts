import type { KeyboardEvent } from 'react'
import { expect, test } from 'vitest'
import { onReorderKeys, stepAfter } from './reorder.ts'

const ids = ['a', 'b', 'c']

test('a step up moves the row before the one above it', () => {
  expect(stepAfter(ids, 'c', -1)).toBe('a')
  expect(stepAfter(ids, 'b', -1)).toBeNull()
})

test('a step down moves the row after the one below it', () => {
  expect(stepAfter(ids, 'a', 1)).toBe('b')
})

test('there is no step beyond either end', () => {
  expect(stepAfter(ids, 'a', -1)).toBeUndefined()
  expect(stepAfter(ids, 'c', 1)).toBeUndefined()
})

test('a row that is not in the list has no step', () => {
  expect([stepAfter(ids, 'x', -1), stepAfter(ids, 'x', 1)]).toEqual([undefined, undefined])
})

/** Presses a key on a row: what follows, and whether the page and the browser still get the key. */
const press = (id: string, key: string, held: Partial<KeyboardEvent> = { altKey: true }) => {
  const moved: (string | null)[] = []
  const taken: string[] = []
  onReorderKeys(ids, id, (after) => moved.push(after))({
    ...{ key, ...held },
    preventDefault: () => taken.push('browser'),
    stopPropagation: () => taken.push('page'),
  } as unknown as KeyboardEvent)
  return { moved, taken }
}

test.each([
  ['c', 'ArrowUp', ['a']],
  ['b', 'ArrowUp', [null]],
  ['a', 'ArrowDown', ['b']],
  ['a', 'ArrowUp', []],
  ['c', 'ArrowDown', []],
])('Alt on row %s with %s moves it after %j', (id, key, after) => {
  expect(press(id, key)).toEqual({ moved: after, taken: ['browser', 'page'] })
})

test.each([
  ['ArrowDown', {}],
  ['ArrowDown', { altKey: true, ctrlKey: true }],
  ['ArrowDown', { altKey: true, metaKey: true }],
  ['ArrowRight', { altKey: true }],
  ['x', { altKey: true }],
])('%s with %j moves no row', (key, held) => {
  expect(press('a', key, held)).toEqual({ moved: [], taken: [] })
})
