// @vitest-environment jsdom
import { act, cleanup, fireEvent } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { startLocale } from '#client/locales/start-locale.ts'
import { NEED_COLUMNS, openGrid, type Need } from '../../../tests/support/grid-screen.tsx'
import type { GridColumn } from './grid-types.ts'

beforeEach(() => startLocale('en'))
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const LONG: GridColumn<Need> = {
  ...{ id: 'note', header: 'Note', width: 120, editor: { kind: 'long' } },
  value: (row) => row.note,
}
const LEVEL: GridColumn<Need> = {
  ...{ id: 'level', header: 'Level', width: 120, value: (row: Need) => row.level },
  editor: {
    kind: 'select',
    options: [
      { value: 1, label: 'Low' },
      { value: 2, label: 'High' },
      { value: 3, label: 'Same' },
      { value: 4, label: 'Same' },
      // Its name is the value of another option.
      { value: 5, label: '2' },
    ],
  },
}

/** A grid with the editor open in the row `b`, opened by a key. */
const openEditor = async (
  column: number,
  over: Parameters<typeof openGrid>[0] = {},
  key = 'F2',
) => {
  const grid = openGrid(over)
  grid.press('b', column)
  await grid.settle()
  grid.key(key)
  const editor = (): HTMLInputElement => {
    const found = grid.editor()
    if (found === null) throw new Error('No editor is open')
    return found
  }
  const write = (value: string): void => void fireEvent.input(editor(), { target: { value } })
  const press = (pressed: string, held: KeyboardEventInit = {}): boolean =>
    fireEvent.keyDown(editor(), { key: pressed, ...held })
  return { ...grid, open: editor, write, press }
}
const noteChange = (value: string) => [[[{ rowId: 'b', columnId: 'note', value }], 'type'] as const]

describe('an open editor', () => {
  it('has the focus, with the caret at the end of the value', async () => {
    const { open } = await openEditor(1)
    expect(document.activeElement).toBe(open())
    expect([open().selectionStart, open().selectionEnd]).toEqual([6, 6])
    expect(open().getAttribute('aria-invalid')).toBeNull()
  })
  it.each([
    ['Enter', {}, 'c 1'],
    ['Enter', { shiftKey: true }, 'a 1'],
    ['Enter', { ctrlKey: true }, 'b 1'],
    ['Tab', {}, 'b 2'],
    ['Tab', { shiftKey: true }, 'b 0'],
  ])('commits by %s %j', async (key, held, place) => {
    const grid = await openEditor(1)
    grid.write('new')
    expect(grid.press(key, held)).toBe(false)
    await grid.settle()
    expect(grid.changes).toEqual(noteChange('new'))
    expect([grid.editor(), grid.focused()]).toEqual([null, place])
  })
  it('keeps a draft of each change, and drops it by Escape', async () => {
    const onDraft = vi.fn<() => void>()
    const grid = await openEditor(1, { onDraft })
    grid.write('new')
    expect(onDraft.mock.lastCall).toEqual([{ rowId: 'b', columnId: 'note' }, 'new'])
    expect(grid.press('Escape')).toBe(false)
    expect(onDraft.mock.lastCall?.slice(1)).toEqual([undefined])
    expect([grid.editor(), grid.changes, grid.active()]).toEqual([null, [], 'b 1'])
  })
  it('leaves the arrows to the field, and the grid where it is', async () => {
    const grid = await openEditor(1)
    expect(grid.press('ArrowDown')).toBe(true)
    expect([grid.active(), grid.open().value]).toEqual(['b 1', 'note b'])
  })
  it('does not end while text is composed', async () => {
    const grid = await openEditor(1)
    grid.press('Enter', { isComposing: true })
    expect(grid.open().value).toBe('note b')
  })
  it('commits once when the focus leaves it', async () => {
    const grid = await openEditor(1)
    grid.write('new')
    fireEvent.blur(grid.open())
    expect(grid.changes).toEqual(noteChange('new'))
    expect(grid.editor()).toBeNull()
    cleanup()
    expect(grid.changes).toHaveLength(1)
  })
  it('commits once, even if its owner stores the value only later', async () => {
    const onChange = vi.fn<() => void>()
    const grid = await openEditor(1, { onChange })
    grid.write('new')
    grid.press('Enter')
    cleanup()
    expect(onChange).toHaveBeenCalledOnce()
  })
  it('keeps its keys from the shortcuts of the page', async () => {
    const grid = await openEditor(1)
    const heard = vi.fn<() => void>()
    document.addEventListener('keydown', heard)
    grid.press('x')
    grid.press('Enter')
    document.removeEventListener('keydown', heard)
    expect(heard).not.toHaveBeenCalled()
  })
  it('stays open with a value that is not allowed, until it is corrected', async () => {
    const grid = await openEditor(2)
    grid.write('many')
    const editor = grid.open()
    grid.press('Enter')
    expect(grid.open().getAttribute('aria-invalid')).toBe('true')
    expect([grid.changes, grid.said(), document.activeElement]).toEqual([
      [],
      'Enter a number',
      editor,
    ])
    grid.write('70')
    expect(grid.open().getAttribute('aria-invalid')).toBeNull()
    grid.press('Enter')
    expect(grid.changes).toEqual([[[{ rowId: 'b', columnId: 'percent', value: 70 }], 'type']])
  })
})

describe('a page that is left', () => {
  const hide = (state: DocumentVisibilityState): void => {
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)
    act(() => void document.dispatchEvent(new Event('visibilitychange')))
  }
  it('commits the text when it is hidden, and not when it is shown', async () => {
    const grid = await openEditor(1)
    grid.write('new')
    hide('visible')
    expect(grid.changes).toEqual([])
    hide('hidden')
    expect(grid.changes).toEqual(noteChange('new'))
  })
  it('commits the text when it is closed', async () => {
    const grid = await openEditor(1)
    grid.write('new')
    act(() => void window.dispatchEvent(new Event('pagehide')))
    expect(grid.changes).toEqual(noteChange('new'))
    expect(grid.editor()).toBeNull()
  })
  it('listens no longer once the editor is closed', async () => {
    const heard: string[] = []
    const [add, remove] = [window.addEventListener, window.removeEventListener]
    vi.spyOn(window, 'addEventListener').mockImplementation(function on(this: Window, ...call) {
      if (call[0] === 'pagehide') heard.push('on')
      add.apply(this, call as Parameters<typeof add>)
    })
    vi.spyOn(window, 'removeEventListener').mockImplementation(function off(this: Window, ...call) {
      if (call[0] === 'pagehide') heard.push('off')
      remove.apply(this, call as Parameters<typeof remove>)
    })
    const documentOff = vi.spyOn(document, 'removeEventListener')
    const grid = await openEditor(1)
    grid.press('Escape')
    expect(heard).toEqual(['on', 'off'])
    expect(documentOff.mock.calls.map(([type]) => type)).toContain('visibilitychange')
  })
  it('commits a changed text whose row goes away, and writes nothing for one without change', async () => {
    const grid = await openEditor(1)
    grid.write('new')
    grid.change({ rowIds: ['a', 'c', 'd'] })
    expect(grid.changes).toEqual(noteChange('new'))
    cleanup()
    const onDraft = vi.fn<() => void>()
    const untouched = await openEditor(1, { onDraft })
    untouched.change({ rowIds: ['a', 'c', 'd'] })
    expect([untouched.changes, onDraft.mock.calls]).toEqual([[], []])
  })
  it('writes nothing more of a cancelled edit when it is closed', async () => {
    const grid = await openEditor(1)
    grid.write('new')
    grid.press('Escape')
    cleanup()
    expect(grid.changes).toEqual([])
  })
})

describe('the editor of a long text', () => {
  it('puts a line break at the caret by Alt with Enter', async () => {
    const onDraft = vi.fn<() => void>()
    const grid = await openEditor(0, { columns: [LONG], onDraft })
    const area = grid.open()
    expect(area.tagName).toBe('TEXTAREA')
    area.setSelectionRange(4, 5)
    expect(grid.press('Enter', { altKey: true })).toBe(false)
    expect([grid.open().value, area.selectionStart]).toEqual(['note\nb', 5])
    expect(onDraft.mock.lastCall).toEqual([{ rowId: 'b', columnId: 'note' }, 'note\nb'])
    grid.press('Enter')
    expect(grid.changes).toEqual(noteChange('note\nb'))
  })
  it('is kept inside the grid', async () => {
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(
      new DOMRect(0, 0, 500, 400),
    )
    const grid = await openEditor(0, { columns: [LONG] })
    expect(grid.open().style.maxWidth).toBe('496px')
  })
  it('is the only one with line breaks', async () => {
    const grid = await openEditor(1)
    grid.press('Enter', { altKey: true })
    expect(grid.editor()).toBeNull()
  })
})

describe('the editor of options', () => {
  const choose = async (value: string) => {
    const grid = await openEditor(0, { columns: [LEVEL, ...NEED_COLUMNS] }, 'x')
    fireEvent.input(grid.open(), { target: { value } })
    grid.press('Enter')
    return grid.changes.flatMap(([edits]) => edits.map((edit) => edit.value))
  }
  it('starts with the value, whatever key opened it', async () => {
    const grid = await openEditor(0, { columns: [LEVEL] }, 'x')
    expect([grid.open().tagName, grid.open().value]).toEqual(['SELECT', '1'])
    grid.press('Enter')
    expect(grid.changes).toEqual([])
  })
  it('takes an option, the one that was chosen of two with the same name, or none', async () => {
    expect(await choose('2')).toEqual([2])
    cleanup()
    expect(await choose('4')).toEqual([4])
    cleanup()
    expect(await choose('3')).toEqual([3])
    cleanup()
    expect(await choose('5')).toEqual([5])
    cleanup()
    expect(await choose('')).toEqual([null])
  })
})
