import { act, fireEvent, within, type RenderResult } from '@testing-library/react'
import { useSyncExternalStore } from 'react'
import { ROW_CELL } from '../../client/ui/grid/grid-pointer-target.ts'
import { Grid } from '../../client/ui/grid/grid.tsx'
import type { GridColumn, GridEdit, GridProps } from '../../client/ui/grid/grid-types.ts'
import { EMPTY_LAYOUT } from '../../client/ui/grid/grid-types.ts'
import { renderScreen } from './screen.tsx'

/** A row of the grid that `openGrid` shows. */
export interface Need {
  name: string
  note: string | null
  percent: number | null
  isMet: boolean
  level: number | null
}
export const NEED_COLUMNS: readonly GridColumn<Need>[] = [
  { id: 'name', header: 'Name', width: 100, value: (row) => row.name },
  { id: 'note', header: 'Note', width: 120, value: (row) => row.note, editor: { kind: 'text' } },
  {
    ...{ id: 'percent', header: 'Percent', width: 140, value: (row: Need) => row.percent },
    editor: { kind: 'percent' },
  },
  { id: 'met', header: 'Met', width: 160, value: (row) => row.isMet, editor: { kind: 'tick' } },
]

/** The size in px of each grid that is laid out; jsdom itself lays nothing out. */
export const gridSize = { height: 400, width: 500 }

/** Gives grids a size and lets them scroll; elements besides grids keep no size. */
const layOutGrids = (): void => {
  const define = (name: string, sizeOf: (grid: HTMLElement) => number): void => {
    Object.defineProperty(HTMLElement.prototype, name, {
      configurable: true,
      get(this: HTMLElement) {
        return this.getAttribute('role') === 'grid' ? sizeOf(this) : 0
      },
    })
  }
  define('clientHeight', () => gridSize.height)
  define('clientWidth', () => gridSize.width)
  define('scrollHeight', (grid) => {
    const body = grid.querySelectorAll<HTMLElement>('[role=rowgroup]')[1]
    return 34 + Number.parseFloat(body?.style.height ?? '0')
  })
  HTMLElement.prototype.scrollTo = function scrollTo(this: HTMLElement, to?: unknown) {
    const { top } = to as { top: number }
    this.scrollTop = Math.max(0, Math.min(top, this.scrollHeight - this.clientHeight))
    this.dispatchEvent(new Event('scroll'))
  } as typeof HTMLElement.prototype.scrollTo
}

/** The rows of a grid, which its edits change. */
const needsOf = (rowIds: readonly string[]) => {
  const rows = new Map<string, Need>(
    rowIds.map((id) => [
      id,
      { name: id.toUpperCase(), note: `note ${id}`, percent: 50, isMet: false, level: 1 },
    ]),
  )
  const listeners = new Set<() => void>()
  const fields: Record<string, keyof Need> = { met: 'isMet' }
  const put = (id: string, row: Need | undefined): void => {
    if (row === undefined) rows.delete(id)
    else rows.set(id, row)
    for (const tell of listeners) tell()
  }
  return {
    read: (id: string) => rows.get(id),
    put,
    write: (edits: readonly GridEdit[]): void => {
      for (const { rowId, columnId, value } of edits) {
        const row = rows.get(rowId)
        if (row !== undefined) put(rowId, { ...row, [fields[columnId] ?? columnId]: value })
      }
    },
    useRow: (id: string): Need | undefined =>
      useSyncExternalStore(
        (tell) => {
          listeners.add(tell)
          return () => listeners.delete(tell)
        },
        () => rows.get(id),
      ),
  }
}

type Change = Parameters<NonNullable<GridProps<Need>['onChange']>>

/** Renders a grid whose owner writes each edit into its rows and keeps the calls. */
export const openGrid = (over: Partial<GridProps<Need>> = {}) => {
  layOutGrids()
  const rowIds = over.rowIds ?? ['a', 'b', 'c', 'd']
  const rows = needsOf(rowIds)
  const changes: Change[] = []
  const own: GridProps<Need> = {
    ...{ label: 'Needs', rowIds, columns: NEED_COLUMNS, layout: EMPTY_LAYOUT },
    ...{ useRow: rows.useRow, readRow: rows.read, onLayoutChange: () => undefined },
    onChange: (...call) => {
      changes.push(call)
      rows.write(call[0])
    },
  }
  let props = { ...own, ...over }
  const owners = new Set<() => void>()
  const subscribe = (tell: () => void) => {
    owners.add(tell)
    return () => owners.delete(tell)
  }
  const Owner = () => <Grid {...useSyncExternalStore(subscribe, () => props)} />
  const view: RenderResult = renderScreen(<Owner />)
  const screen = within(view.container)
  const grid = screen.getByRole('grid')
  const cellOf = (rowId: string, column: number): HTMLElement => {
    const row = grid.querySelector(`[data-row="${rowId}"]`)
    const cell = row?.querySelectorAll<HTMLElement>(ROW_CELL)[column]
    if (cell === undefined) throw new Error(`There is no cell ${column} in row ${rowId}`)
    return cell
  }
  const placeOf = (cell: Element | null): string => {
    const cells = [...(cell?.parentElement?.querySelectorAll(ROW_CELL) ?? [])]
    const at = cells.indexOf(cell as Element)
    const header = cell?.getAttribute('data-header')
    if (header != null) return `header ${header}`
    return `${cell?.closest<HTMLElement>('[data-row]')?.dataset.row} ${at}`
  }
  return {
    view,
    grid,
    rows,
    changes,
    cellOf,
    /** Renders the grid again with other properties. */
    change: (next: Partial<GridProps<Need>>): void => {
      props = { ...props, ...next }
      act(() => owners.forEach((tell) => tell()))
    },
    /** Row and column of the active cell, such as `b 1` or `header 2`. */
    active: (): string => placeOf(grid.querySelector('[tabindex="0"]')),
    /** Row and column of the focused cell. */
    focused: (): string => placeOf(document.activeElement),
    /** The selected cells. */
    selected: (): string[] =>
      [...grid.querySelectorAll('[role=gridcell][aria-selected=true]')].map(placeOf),
    /** Presses a key in the focused element; false = the grid took the key. */
    key: (key: string, held: KeyboardEventInit = {}): boolean =>
      fireEvent.keyDown(grid.contains(document.activeElement) ? focus() : grid, { key, ...held }),
    /** Presses the button of the mouse on a cell and lets it go. */
    press: (rowId: string, column: number, held: MouseEventInit = {}): void => {
      pointer('pointerdown', cellOf(rowId, column), { buttons: 1, ...held })
      pointer('pointerup', cellOf(rowId, column))
    },
    said: (): string => screen.getByRole('status').textContent,
    /** The open editor. */
    editor: () => grid.querySelector<HTMLInputElement>('[data-editing] :is(input,textarea,select)'),
    /** Lets the focus follow, which waits for two microtasks. */
    settle: () => act(async () => {}),
  }
}

const focus = (): Element => document.activeElement ?? document.body

/** A pointer event; jsdom has none of its own with these fields. */
export const pointer = (
  type: string,
  target: Element,
  fields: MouseEventInit & { pointerType?: string } = {},
): MouseEvent => {
  const { pointerType = 'mouse', ...mouse } = fields
  const event = new MouseEvent(type, { bubbles: true, cancelable: true, ...mouse })
  Object.defineProperty(event, 'pointerType', { value: pointerType })
  fireEvent(target, event)
  return event
}
