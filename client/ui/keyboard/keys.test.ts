import { afterEach, expect, test, vi } from 'vitest'
import { chordOf, keyNames } from './keys.ts'

afterEach(() => vi.unstubAllGlobals())

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

test.each([
  [' ', {}, 'space'],
  ['a', {}, 'a'],
  ['A', { shiftKey: true }, 'shift+a'],
  ['Escape', {}, 'escape'],
  ['Tab', { shiftKey: true }, 'shift+tab'],
  [' ', { shiftKey: true }, 'space'],
  ['1', { ctrlKey: true, altKey: true }, 'mod+alt+1'],
  ['!', { shiftKey: true, altKey: true }, 'alt+!'],
  ['k', { ctrlKey: true, metaKey: true }, 'mod+k'],
])('%s with %j is %s', (key, held, chord) => {
  expect(press(key, held)).toBe(chord)
})

test.each([
  ['mod+k', 'Ctrl K', '⌘ K'],
  ['mod+shift+z', 'Ctrl Shift Z', '⌘ Shift Z'],
  ['alt+arrowup', 'Alt ↑', 'Alt ↑'],
  ['shift+arrowdown', 'Shift ↓', 'Shift ↓'],
  ['alt+arrowleft', 'Alt ←', 'Alt ←'],
  ['alt+ArrowRight', 'Alt →', 'Alt →'],
  ['enter', 'Enter', 'Enter'],
  ['escape', 'Esc', 'Esc'],
  ['space', 'Space', 'Space'],
  ['?', '?', '?'],
  ['F2', 'F2', 'F2'],
  ['f8', 'F8', 'F8'],
  ['g d', 'g d', 'g d'],
])('%s is shown as %s, and on a Mac as %s', (chord, names, onMac) => {
  vi.stubGlobal('navigator', { platform: 'Linux x86_64' })
  expect(keyNames(chord)).toBe(names)
  vi.stubGlobal('navigator', { platform: 'MacIntel' })
  expect(keyNames(chord)).toBe(onMac)
  vi.stubGlobal('navigator', undefined)
  expect(keyNames(chord)).toBe(names)
})
