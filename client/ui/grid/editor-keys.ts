import type { KeyPress } from './grid-keys.ts'

/** The action of a key in an open editor. All but the first two commit the text and move on. */
export type EditorCommand = 'cancel' | 'newline' | 'stay' | 'down' | 'up' | 'next' | 'previous'

/**
 * The action of a key.
 * @returns null = the input handles the key
 */
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
