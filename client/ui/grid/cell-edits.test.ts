import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startLocale } from '../../locales/start-locale.ts'
import { blockEdits } from './block-edits.ts'
import { cellEdits } from './cell-edits.ts'
import { editScope } from './grid-edit-scope.ts'
import { gridModel } from './grid-model.ts'
import { createGridStore, type GridStore } from './grid-store.ts'
import type { GridColumn, GridProps } from './grid-types.ts'

interface Answer {
  name: string
  percent: number | null
  note: string | null
  isMet: boolean
  isLocked?: boolean
}
const columns: GridColumn<Answer>[] = [
  { id: 'name', header: 'Name', width: 100, value: (row) => row.name },
  {
    ...{ id: 'percent', header: 'Percent', width: 100, editor: { kind: 'percent' } as const },
    value: (row) => row.percent,
    readOnlyReason: (row) => (row.isLocked ? 'It is locked' : null),
  },
  { id: 'note', header: 'Note', width: 100, value: (row) => row.note, editor: { kind: 'long' } },
  {
    ...{ id: 'met', header: 'Met', width: 100, editor: { kind: 'tick' } as const },
    value: (row) => row.isMet,
    readOnlyReason: (row) => (row.isLocked ? 'It is locked' : null),
  },
]
const PERCENT = { rowId: 'a', columnId: 'percent' }
const NOTE = { rowId: 'a', columnId: 'note' }

let rows: Record<string, Answer>
let store: GridStore
let told: unknown[]
let scope: ReturnType<typeof editScope<Answer>>
let cells: ReturnType<typeof cellEdits<Answer>>
let blocks: ReturnType<typeof blockEdits<Answer>>
const take = () => told.splice(0)
/** Activates a cell by its row and column. */
const at = (row: number, column: number) => store.moveTo({ row, column })
const active = () => store.activeCell()

beforeAll(() => startLocale('en'))
beforeEach(() => {
  rows = {
    a: { name: 'A', percent: 75, note: 'one', isMet: false },
    b: { name: 'B', percent: null, note: null, isMet: true },
    c: { name: 'C', percent: 10, note: null, isMet: false, isLocked: true },
  }
  told = []
  store = createGridStore()
  store.setModel(
    gridModel(
      ['a', 'b', 'c'],
      columns.map(({ id }) => id),
    ),
  )
  const props = {
    rowIds: ['a', 'b', 'c'],
    readRow: (id: string) => rows[id],
    onChange: (edits: unknown, gesture: string) => told.push([gesture, edits]),
    onDraft: (cell: { columnId: string }, value: unknown) =>
      told.push(['draft', cell.columnId, value]),
    onNotice: (text: string) => told.push(['notice', text]),
  } as unknown as GridProps<Answer>
  scope = editScope({
    store,
    latest: { current: { props, shown: columns } },
    say: (text) => told.push(['say', text]),
    reveal: () => told.push('reveal'),
  })
  cells = cellEdits(scope)
  blocks = blockEdits(scope)
})

describe('the editor of a cell', () => {
  it('opens on a cell that can be edited, with the typed text or that which was not understood', () => {
    at(0, 1)
    expect(cells.open('5', true)).toBe(true)
    expect(store.editing()).toEqual({ ...PERCENT, initial: '5', isSelected: true })
    store.unread.change([{ ...PERCENT, text: 'many', problem: 'notNumber' }], [])
    cells.open(null)
    expect(store.editing()).toEqual({ ...PERCENT, initial: 'many', isSelected: false })
    at(0, 2)
    cells.open(null)
    expect(store.editing()).toMatchObject({ columnId: 'note', initial: null })
  })
  it('does not open on ticks, nor on cells that are read-only, whose reason it says', () => {
    at(0, 3)
    expect([cells.open(null), take()]).toEqual([false, []])
    at(2, 1)
    expect([cells.open(null), take()]).toEqual([false, [['say', 'It is locked']]])
    at(0, 0)
    expect([cells.open(null), take()]).toEqual([
      false,
      [['say', expect.stringMatching(/read-only/)]],
    ])
    expect(store.editing()).toBeNull()
    delete rows['a']
    at(0, 1)
    expect([cells.open(null), take()]).toEqual([false, []])
  })
  it('writes a changed value, and closes', () => {
    at(0, 1)
    cells.open(null)
    expect(cells.commit(PERCENT, '50', 'stay')).toBe(true)
    expect(take()).toEqual([['type', [{ ...PERCENT, value: 50 }]], 'reveal'])
    expect(store.editing()).toBeNull()
    expect(active()).toEqual(PERCENT)
  })
  it('writes no equal value, and drops the draft and the text that was not understood', () => {
    at(0, 1)
    store.unread.change([{ ...PERCENT, text: 'many', problem: 'notNumber' }], [])
    cells.open(null)
    expect(cells.commit(PERCENT, '75', 'blur')).toBe(true)
    expect(take()).toEqual([['draft', 'percent', undefined]])
    expect(store.unread.at('a', 'percent')).toBeUndefined()
    expect(store.editing()).toBeNull()
  })
  it('stays open over a text that is no value, but a lost focus only tells of it', () => {
    at(0, 1)
    cells.open(null)
    expect([cells.commit(PERCENT, 'x', 'down'), take()]).toEqual([
      false,
      [['say', 'Enter a number']],
    ])
    expect([store.editing()?.columnId, active()]).toEqual(['percent', PERCENT])
    expect(cells.commit(PERCENT, 'x', 'blur')).toBe(true)
    const text = expect.stringContaining('x')
    expect(take()).toEqual([
      ['say', text],
      ['notice', text],
      ['draft', 'percent', undefined],
    ])
    expect(store.editing()).toBeNull()
  })
  it('tells that the row is gone, unless nothing was typed', () => {
    delete rows['a']
    expect([cells.commit(NOTE, '  ', 'blur'), take()]).toEqual([
      true,
      [['draft', 'note', undefined]],
    ])
    cells.commit(NOTE, 'words', 'blur')
    expect(take()).toContainEqual(['notice', expect.stringContaining('words')])
    cells.commit({ rowId: 'b', columnId: 'name' }, 'words', 'blur')
    expect(take(), 'a column without an editor').toContainEqual([
      'notice',
      expect.stringContaining('words'),
    ])
  })
  it.each([
    ['down', 'b', 'note'],
    ['up', 'a', 'note'],
    ['next', 'a', 'met'],
    ['previous', 'a', 'percent'],
    ['stay', 'a', 'note'],
    ['blur', 'a', 'note'],
  ] as const)('after a commit to %s the cell is %s %s', (then, rowId, columnId) => {
    at(0, 2)
    cells.commit(NOTE, 'two', then)
    expect(active()).toEqual({ rowId, columnId })
    expect(take().includes('reveal')).toBe(then !== 'blur')
  })
  it('leaves the editor of another cell open', () => {
    at(0, 1)
    cells.open(null)
    cells.commit(NOTE, 'two', 'blur')
    cells.commit({ rowId: 'b', columnId: 'percent' }, '5', 'blur')
    expect(store.editing()?.columnId).toBe('percent')
  })
  it('a cancelled editor takes back its draft', () => {
    cells.cancel()
    expect(take()).toEqual([])
    at(0, 1)
    cells.open('9')
    cells.cancel()
    expect([take(), store.editing(), active()]).toEqual([
      [['draft', 'percent', undefined]],
      null,
      PERCENT,
    ])
  })
  it('tells each draft that is a value', () => {
    cells.draft(PERCENT, '5')
    cells.draft(PERCENT, 'x')
    cells.draft({ rowId: 'a', columnId: 'name' }, 'x')
    cells.draft({ rowId: 'gone', columnId: 'percent' }, '5')
    expect(take()).toEqual([['draft', 'percent', 5]])
  })
  it('ticks and unticks, and says why it cannot', () => {
    at(0, 3)
    expect([cells.toggle(), take()]).toEqual([
      true,
      [['type', [{ rowId: 'a', columnId: 'met', value: true }]]],
    ])
    at(1, 3)
    expect([cells.toggle(), take()]).toEqual([
      true,
      [['type', [{ rowId: 'b', columnId: 'met', value: false }]]],
    ])
    at(2, 3)
    expect([cells.toggle(), take()]).toEqual([true, [['say', 'It is locked']]])
    at(0, 2)
    expect([cells.toggle(), take()]).toEqual([false, []])
    delete rows['a']
    at(0, 3)
    expect(cells.toggle()).toBe(false)
  })
})

describe('a range', () => {
  const clipboard = (text = '') => {
    const kept = { text, isPrevented: false }
    const event = {
      clipboardData: {
        getData: () => kept.text,
        setData: (_type: string, next: string) => void (kept.text = next),
      },
      preventDefault: () => void (kept.isPrevented = true),
    }
    return { kept, event: event as never }
  }
  const choose = (from: [number, number], to: [number, number]) => {
    at(...from)
    store.moveTo({ row: to[0], column: to[1] }, { extend: true })
  }
  it('is copied as text, and cut', () => {
    choose([0, 1], [1, 2])
    const { kept, event } = clipboard()
    blocks.onCopy(event)
    expect(kept).toEqual({ text: '75 %\tone\n\t', isPrevented: true })
    expect(take()).toEqual([])
    blocks.onCut(event)
    expect(take()).toEqual([
      [
        'clear',
        [
          { ...PERCENT, value: null },
          { ...NOTE, value: null },
        ],
      ],
      ['say', expect.stringContaining('2')],
    ])
  })
  it('leaves the clipboard to an open editor', () => {
    at(0, 2)
    cells.open(null)
    const { kept, event } = clipboard('x')
    for (const work of [blocks.onCopy, blocks.onCut, blocks.onPaste]) work(event)
    expect([kept, take()]).toEqual([{ text: 'x', isPrevented: false }, []])
  })
  it('takes pasted text, tells what it left out, and marks what it did not understand', () => {
    at(0, 1)
    const { kept, event } = clipboard('50\tn\nmany\tm\n7\tl\n8\tk')
    blocks.onPaste(event)
    expect(kept.isPrevented).toBe(true)
    const seen = take()
    expect(seen[0]).toMatchObject([
      'paste',
      [
        { ...PERCENT, value: 50 },
        { rowId: 'a' },
        { rowId: 'b', columnId: 'note' },
        { rowId: 'c', columnId: 'note' },
      ],
    ])
    expect(seen).toContainEqual(['notice', 'Not pasted: 1 cell is read-only, 1 row did not fit.'])
    expect(seen).toContainEqual(['say', '1 value was not understood'])
    expect(store.unread.at('b', 'percent')).toMatchObject({ text: 'many' })
    at(1, 1)
    blocks.onPaste(clipboard('5').event)
    expect(store.unread.at('b', 'percent')).toBeUndefined()
    take()
    const empty = clipboard('')
    blocks.onPaste(empty.event)
    expect([empty.kept.isPrevented, take()]).toEqual([false, []])
    at(0, 1)
    blocks.onPaste(clipboard('75').event)
    expect(take(), 'the same value').toEqual([])
  })
  it('is filled down from its first row', () => {
    choose([0, 2], [1, 2])
    blocks.fillDown()
    expect(take()[0]).toEqual(['fill', [{ rowId: 'b', columnId: 'note', value: 'one' }]])
  })
  it('is cleared with the texts that were not understood; one read-only cell says why not', () => {
    store.unread.change([{ rowId: 'b', columnId: 'percent', text: 'x', problem: 'notNumber' }], [])
    choose([0, 1], [1, 1])
    blocks.clear()
    expect(take()[0]).toEqual(['clear', [{ ...PERCENT, value: null }]])
    expect(store.unread.at('b', 'percent')).toBeUndefined()
    at(2, 1)
    blocks.clear()
    expect(take()).toEqual([['say', 'It is locked']])
    at(0, 2)
    blocks.clear()
    expect(take()[0]).toEqual(['clear', [{ ...NOTE, value: null }]])
    choose([2, 1], [2, 2])
    blocks.clear()
    expect(take().filter((one) => (one as string[])[1] === 'It is locked')).toEqual([])
    choose([1, 1], [2, 1])
    blocks.clear()
    expect(take().length).toBeGreaterThan(0)
  })
})
