// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react'
import type { KeyboardEvent } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { useMentionBox } from './use-mention-box.ts'

const PEOPLE = [
  { id: 1, name: 'Ada Byron' },
  { id: 2, name: 'Adele Goldberg' },
  { id: 3, name: 'Grace Hopper' },
]
const field = { current: document.createElement('textarea') }
beforeEach(() => {
  document.body.append(field.current)
  vi.stubGlobal('requestAnimationFrame', (run: () => void) => run())
})
afterEach(() => {
  cleanup()
  field.current.remove()
  vi.unstubAllGlobals()
})

/** A field in which a person writes; the caret stands at the end, or at `caret`. */
const setUp = (people = PEOPLE) => {
  let text = ''
  const hook = renderHook(() =>
    useMentionBox({ text, onChange: (next) => (text = next), field, people }),
  )
  const write = (next: string, [start = next.length, end = start]: number[] = []) => {
    text = field.current.value = next
    field.current.setSelectionRange(start, end)
    hook.rerender()
    act(() => hook.result.current.look())
  }
  const press = (key: string, held: Partial<KeyboardEvent> = {}) => {
    const event = {
      key,
      preventDefault: vi.fn<() => void>(),
      stopPropagation: vi.fn<() => void>(),
      ...held,
    }
    let isTaken = false
    act(() => void (isTaken = hook.result.current.onKey(event as unknown as KeyboardEvent)))
    field.current.value = text
    hook.rerender()
    return { isTaken, event }
  }
  const offered = () => hook.result.current.query?.offered.map(({ name }) => name) ?? null
  return { hook, write, press, offered, text: () => text }
}

describe('completing @name', () => {
  it('offers the people whose name begins so, only while the caret stands behind the @', () => {
    const { write, offered } = setUp()
    write('Ask @ad')
    expect(offered()).toEqual(['Ada Byron', 'Adele Goldberg'])
    write('Ask @ad today')
    expect(offered()).toBeNull()
    write('Ask @ad today', [7])
    expect(offered()).toEqual(['Ada Byron', 'Adele Goldberg'])
    write('Ask @ad', [4, 7])
    expect(offered()).toBeNull()
    expect(setUp([]).offered()).toBeNull()
  })

  it('arrows walk around the list, and Enter and Tab take the active name', () => {
    const { hook, write, press, text } = setUp()
    write('@ad')
    expect(hook.result.current.active).toBe(0)
    press('ArrowUp')
    expect(hook.result.current.active).toBe(1)
    press('ArrowDown')
    expect(hook.result.current.active).toBe(0)
    press('ArrowDown')
    const { isTaken, event } = press('Enter')
    expect([isTaken, text()]).toEqual([true, '@Adele Goldberg '])
    expect(event.preventDefault).toHaveBeenCalledOnce()
    expect(event.stopPropagation).toHaveBeenCalledOnce()
    write('@Adele Goldberg and @gr')
    press('Tab')
    expect(text()).toBe('@Adele Goldberg and @Grace Hopper ')
    expect(hook.result.current.chosen().map(({ id }) => id)).toEqual([3, 2])
  })

  it('a choice puts the caret behind the name and the list away', () => {
    const { hook, write, offered, text } = setUp()
    write('see @gr, please', [7])
    const [grace] = hook.result.current.query?.offered ?? []
    act(() => {
      field.current.value = 'see @Grace Hopper , please'
      if (grace !== undefined) hook.result.current.choose(grace)
    })
    expect(text()).toBe('see @Grace Hopper , please')
    expect(field.current.selectionStart).toBe('see @Grace Hopper '.length)
    expect(document.activeElement).toBe(field.current)
    expect(offered()).toBeNull()
  })

  it('the list begins at its first name after each move of the caret, and stays inside', () => {
    const { hook, write, press } = setUp()
    write('@a')
    press('ArrowDown')
    expect(hook.result.current.active).toBe(1)
    write('@ada')
    expect(hook.result.current.active).toBe(0)
    expect(hook.result.current.optionId(1)).toBe(`${hook.result.current.listId}-1`)
  })

  it('Escape closes the list of this @, and another @ opens a list again', () => {
    const { write, press, offered } = setUp()
    write('@a')
    press('Escape')
    expect(offered()).toBeNull()
    write('@ad')
    expect(offered()).toBeNull()
    write('@ada and @gr')
    expect(offered()).toEqual(['Grace Hopper'])
    write('nobody')
    write('@a')
    expect(offered()).toEqual(['Ada Byron', 'Adele Goldberg'])
  })

  it('other keys, keys held with Ctrl, Alt, Meta or Shift, and all without a list stay with the field', () => {
    const { write, press, text } = setUp()
    expect(press('Enter').isTaken).toBe(false)
    write('@a')
    for (const held of [{ ctrlKey: true }, { metaKey: true }, { altKey: true }, { shiftKey: true }])
      expect(press('Enter', held).isTaken, JSON.stringify(held)).toBe(false)
    const { isTaken, event } = press('x')
    expect([isTaken, text()]).toEqual([false, '@a'])
    expect(event.preventDefault).not.toHaveBeenCalled()
  })
})
