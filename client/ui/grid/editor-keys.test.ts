import { expect, it } from 'vitest'
import { editorCommand } from './editor-keys.ts'

const press = (keys: string) => {
  const parts = keys.split('+')
  return {
    key: parts.at(-1) ?? '',
    ctrlKey: parts.includes('Ctrl'),
    metaKey: parts.includes('Meta'),
    altKey: parts.includes('Alt'),
    shiftKey: parts.includes('Shift'),
  }
}

it.each([
  ['Escape', 'cancel'],
  ['Enter', 'down'],
  ['Shift+Enter', 'up'],
  ['Ctrl+Enter', 'stay'],
  ['Meta+Enter', 'stay'],
  ['Alt+Enter', 'down'],
  ['Tab', 'next'],
  ['Shift+Tab', 'previous'],
  ['Ctrl+s', 'stay'],
  ['Meta+s', 'stay'],
  ['s', null],
  ['a', null],
  ['Ctrl+a', null],
])('%s in a one-line editor: %s', (keys, command) => {
  expect(editorCommand(press(keys), false)).toBe(command)
})

it('Alt+Enter breaks the line of a long text; Enter alone commits it', () => {
  expect(editorCommand(press('Alt+Enter'), true)).toBe('newline')
  expect(editorCommand(press('Enter'), true)).toBe('down')
})
