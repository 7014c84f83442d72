import { expect, test } from 'vitest'
import { chordOf } from './keys.ts'

const press = (key: string, over: Partial<Parameters<typeof chordOf>[0]> = {}) =>
  chordOf({
    key,
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    shiftKey: false,
    ...over,
  })

test('Ctrl and the Mac key are the same modifier', () => {
  expect(press('k', { ctrlKey: true })).toBe('mod+k')
  expect(press('K', { metaKey: true, shiftKey: true })).toBe('mod+shift+k')
})

test('Shift is not part of the chord of a printed character', () => {
  expect(press('?', { shiftKey: true })).toBe('?')
  expect(press('ArrowUp', { altKey: true })).toBe('alt+arrowup')
  expect(press('Enter', { shiftKey: true })).toBe('shift+enter')
})
