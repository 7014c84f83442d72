// @vitest-environment jsdom
import { cleanup, fireEvent, renderHook } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { useMoreMenu } from './use-more-menu.ts'

afterEach(() => {
  cleanup()
  document.body.replaceChildren()
})

/** A menu of the items A and B; the item "out" is beside it in the bar. */
const open = ({ hasBar = true } = {}) => {
  document.body.innerHTML = `<div id="bar"><button id="out"></button><button id="more"></button>
    <div id="a"><button id="first"></button><input id="field"></div><a id="b" href="#b"><i></i></a>
    </div><p id="page"></p>`
  const find = (id: string) => document.getElementById(id) as HTMLElement
  const close = vi.fn<() => void>()
  const folded = [find('a'), find('b')]
  const bar = { current: hasBar ? find('bar') : null }
  const anchor = { current: find('more') }
  const hook = renderHook(
    ({ opened }) => useMoreMenu({ panel: { anchor, opened, close } as never, bar, folded }),
    { initialProps: { opened: true } },
  )
  return {
    ...{ find, show: hook.rerender, unmount: hook.unmount },
    /** false = the menu took the key. */
    press: (id: string, key: string, held: KeyboardEventInit = {}): boolean => {
      find(id).focus()
      return fireEvent.keyDown(find(id), { key, ...held })
    },
    focused: () => document.activeElement?.id,
    closings: () => close.mock.calls.splice(0).length,
  }
}

/** What may close the menu. */
const tryAll = ({ find, press, closings }: ReturnType<typeof open>) => {
  fireEvent.click(find('first'))
  const byClick = closings()
  fireEvent.pointerDown(find('page'))
  const byPointer = closings()
  const isFree = press('first', 'Escape')
  return [byClick, byPointer, closings(), isFree]
}

describe('the menu', () => {
  it('closes by a click on an item, a press outside and Escape', () => {
    expect(tryAll(open())).toEqual([1, 1, 1, false])
  })

  it.each(['closed', 'gone'])('takes nothing once it is %s', (how) => {
    const menu = open()
    if (how === 'closed') menu.show({ opened: false })
    else menu.unmount()
    expect(tryAll(menu)).toEqual([0, 0, 0, true])
  })

  it('takes nothing before there is a bar', () => {
    expect(tryAll(open({ hasBar: false }))).toEqual([0, 0, 0, true])
  })

  it('closes by a click inside the link of an item', () => {
    const { find, closings } = open()
    fireEvent.click(find('b').querySelector('i') as Element)
    expect(closings()).toBe(1)
    fireEvent.click(find('field'))
    fireEvent.click(find('out'))
    expect(closings()).toBe(0)
  })
})

describe('a step in the menu', () => {
  it('goes from the first item to the next and back', () => {
    const { press, focused, closings } = open()
    expect([press('more', 'ArrowDown'), focused()]).toEqual([false, 'first'])
    expect([press('first', 'ArrowDown'), focused()]).toEqual([false, 'field'])
    expect([press('field', 'Tab'), focused()]).toEqual([false, 'b'])
    expect([press('b', 'ArrowUp'), focused()]).toEqual([false, 'field'])
    expect([press('field', 'Tab', { shiftKey: true }), focused()]).toEqual([false, 'first'])
    expect(closings()).toBe(0)
  })

  it('before the first item closes it, and after the last one only Tab does', () => {
    const { press, closings } = open()
    expect([press('first', 'ArrowUp'), closings()]).toEqual([false, 1])
    expect([press('more', 'ArrowUp'), closings()]).toEqual([false, 1])
    expect([press('b', 'ArrowDown'), closings()]).toEqual([false, 0])
    expect([press('b', 'Tab'), closings()]).toEqual([true, 1])
  })

  it('is left to the field whose caret an arrow moves', () => {
    const { press, focused } = open()
    expect([press('field', 'ArrowUp'), press('field', 'ArrowDown')]).toEqual([true, true])
    expect([press('first', 'ArrowLeft'), focused()]).toEqual([true, 'first'])
  })
})
