/** The command of a key while no cell is edited. */
export type GridCommand =
  | { do: 'move'; rows: number; columns: number; extend: boolean }
  | { do: 'page'; direction: 1 | -1; extend: boolean }
  | { do: 'edge'; row: 'first' | 'last' | null; column: 'first' | 'last'; extend: boolean }
  | { do: 'moveRow'; direction: 1 | -1 }
  | { do: 'edit' }
  | { do: 'selectAll' }
  | { do: 'fillDown' }
  | { do: 'clear' }
  | { do: 'undo' }
  | { do: 'redo' }
  | { do: 'toggle' }
  | { do: 'collapse' }
  /** A letter or a dead key: the editor opens empty and the browser types the key into it. */
  | { do: 'type' }

export interface KeyPress {
  key: string
  ctrlKey: boolean
  metaKey: boolean
  shiftKey: boolean
  altKey: boolean
}

const ARROWS: Record<string, [number, number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}
const FAR = 1_000_000_000

export function gridCommand(press: KeyPress): GridCommand | null {
  const isCtrl = press.ctrlKey || press.metaKey
  const extend = press.shiftKey
  const arrow = ARROWS[press.key]
  if (arrow) {
    if (press.altKey)
      return arrow[0] !== 0 && !isCtrl ? { do: 'moveRow', direction: arrow[0] > 0 ? 1 : -1 } : null
    const reach = isCtrl ? FAR : 1
    return { do: 'move', rows: arrow[0] * reach, columns: arrow[1] * reach, extend }
  }
  if (press.altKey && !press.ctrlKey) return null
  if (isCtrl && !(press.altKey && press.key.length === 1)) return withControl(press, extend)
  switch (press.key) {
    case 'Home':
      return { do: 'edge', row: null, column: 'first', extend }
    case 'End':
      return { do: 'edge', row: null, column: 'last', extend }
    case 'PageDown':
      return { do: 'page', direction: 1, extend }
    case 'PageUp':
      return { do: 'page', direction: -1, extend }
    case 'Enter':
    case 'F2':
      return { do: 'edit' }
    case 'Delete':
    case 'Backspace':
      return { do: 'clear' }
    case ' ':
      return { do: 'toggle' }
    case 'Escape':
      return { do: 'collapse' }
    case 'Dead':
    case 'Process':
      return { do: 'type' }
    default:
      return [...press.key].length === 1 ? { do: 'type' } : null
  }
}

function withControl(press: KeyPress, extend: boolean): GridCommand | null {
  switch (press.key.toLowerCase()) {
    case 'home':
      return { do: 'edge', row: 'first', column: 'first', extend }
    case 'end':
      return { do: 'edge', row: 'last', column: 'last', extend }
    case 'a':
      return { do: 'selectAll' }
    case 'd':
      return { do: 'fillDown' }
    case 'z':
      return extend ? { do: 'redo' } : { do: 'undo' }
    case 'y':
      return { do: 'redo' }
    default:
      return null
  }
}
