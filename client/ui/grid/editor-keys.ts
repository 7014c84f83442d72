import type { KeyPress } from './grid-keys.ts'

/** What a key does in an open editor; all but the first two commit and say where to go then. */
export type EditorCommand = 'cancel' | 'newline' | 'stay' | 'down' | 'up' | 'next' | 'previous'

/** @returns null = the key belongs to the field */
export function editorCommand(press: KeyPress, isLong: boolean): EditorCommand | null {
  const isCtrl = press.ctrlKey || press.metaKey
  switch (press.key) {
    case 'Escape':
      return 'cancel'
    case 'Enter':
      if (press.altKey && isLong) return 'newline'
      if (isCtrl) return 'stay'
      return press.shiftKey ? 'up' : 'down'
    case 'Tab':
      return press.shiftKey ? 'previous' : 'next'
    case 's':
      return isCtrl ? 'stay' : null
    default:
      return null
  }
}
