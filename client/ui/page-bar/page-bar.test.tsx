// @vitest-environment jsdom
import { act, cleanup, fireEvent, render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { startLocale } from '#client/locales/start-locale.ts'
import { inLocale } from '../../../tests/support/in-locale.tsx'
import { stubMissing } from '../../../tests/support/screen.tsx'
import { PageBar } from './page-bar.tsx'

/** What is observed for its size, and what tells a change. */
const observed = new Map<Element, () => void>()
/** Each button is 100 px wide; folded ones have no place and cannot be seen unless a menu is open. */
let width = 1_000

beforeEach(async () => {
  await startLocale('en')
  stubMissing()
  observed.clear()
  vi.stubGlobal(
    'ResizeObserver',
    class {
      readonly seen: Element[] = []
      readonly told: () => void
      constructor(told: () => void) {
        this.told = told
      }
      observe(element: Element): void {
        this.seen.push(element)
        observed.set(element, this.told)
      }
      disconnect(): void {
        for (const element of this.seen) observed.delete(element)
      }
    },
  )
  const isPlaced = (element: Element): boolean =>
    element.closest('[data-folded]') === null || element.closest('[data-open]') !== null
  vi.spyOn(HTMLElement.prototype, 'getClientRects').mockImplementation(function rects(
    this: HTMLElement,
  ) {
    return (isPlaced(this) && !this.hidden ? [new DOMRect()] : []) as unknown as DOMRectList
  })
  Object.defineProperties(HTMLElement.prototype, {
    scrollWidth: {
      configurable: true,
      get(this: HTMLElement) {
        return this.querySelectorAll('[data-item]:not([data-folded])').length * 100
      },
    },
    clientWidth: {
      configurable: true,
      get: () => width,
    },
  })
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const item = (name: string, over: object = {}): ReactNode => (
  <button type="button" key={name} data-item {...over}>
    {name}
  </button>
)
const open = (first: number, items: ReactNode = ['A', 'B', 'C', 'D'].map((name) => item(name))) => {
  width = first
  const screen = (content: ReactNode) =>
    inLocale({ children: <PageBar toolbar={content} actions={null} /> })
  const view = render(screen(items))
  const bar = view.container.firstElementChild as HTMLElement
  const more = view.getByLabelText('More')
  return {
    view,
    bar,
    more,
    named: (name: string) => view.getByText(name),
    focused: () => document.activeElement?.textContent || document.activeElement?.ariaLabel,
    folded: () => [...bar.querySelectorAll('[data-folded]')].map(({ textContent }) => textContent),
    resize: (next: number) => {
      width = next
      act(() => observed.get(bar)?.())
    },
    show: (content: ReactNode) => act(() => view.rerender(screen(content))),
    openMenu: async () => {
      fireEvent.click(more)
      await vi.waitFor(() => expect(bar.hasAttribute('data-open')).toBe(true))
      return view.getByRole('group', { name: 'More' })
    },
    isOpen: () => bar.hasAttribute('data-open'),
  }
}

describe('the bar of a page', () => {
  it('folds what does not fit, at first and at each width', () => {
    const { folded, resize, more } = open(250)
    expect(folded()).toEqual(['C', 'D'])
    expect(more.hidden).toBe(false)
    resize(100)
    expect(folded()).toEqual(['B', 'C', 'D'])
    resize(400)
    expect([folded(), more.hidden]).toEqual([[], true])
  })
  it('folds again when its content changes', async () => {
    const { folded, show, named } = open(250, [item('A'), item('B')])
    expect(folded()).toEqual([])
    show([item('A'), item('B'), item('New')])
    await vi.waitFor(() => expect(folded()).toEqual(['New']))
    expect(named('New').getAttribute('data-folded')).toBe('')
  })
  it('folds again when a text in it changes', async () => {
    const { folded, named } = open(400)
    width = 250
    const text = named('A').firstChild as Text
    text.data = 'Longer'
    await vi.waitFor(() => expect(folded()).toEqual(['C', 'D']))
  })
  it('observes nothing once it is gone', () => {
    const { view, bar } = open(250)
    expect([observed.size, observed.has(bar)]).toEqual([2, true])
    view.unmount()
    expect(observed.size).toBe(0)
  })
  it('folds nothing more once it is gone', async () => {
    const { view, folded, named } = open(250)
    const text = named('A').firstChild as Text
    view.unmount()
    width = 400
    text.data = 'Longer'
    await Promise.resolve()
    expect(folded()).toEqual(['C', 'D'])
  })
  it('moves the focus of an item that it folds to the button of the menu, and back', () => {
    const { named, resize, focused } = open(400)
    named('D').focus()
    resize(250)
    expect(focused()).toBe('More')
    resize(350)
    expect(focused()).toBe('More')
    resize(400)
    expect(focused()).toBe('D')
  })
  it('leaves a focus alone that it does not fold', () => {
    const { named, more, resize, focused } = open(400)
    named('A').focus()
    resize(250)
    expect(focused()).toBe('A')
    more.focus()
    resize(400)
    expect(focused()).not.toBe('A')
    named('D').focus()
    resize(250)
    named('A').focus()
    resize(240)
    more.focus()
    resize(400)
    expect(focused()).not.toBe('D')
  })
})

describe('the menu of what does not fit', () => {
  it('owns the items, and is closed at first', async () => {
    const bar = open(250)
    expect(bar.isOpen()).toBe(false)
    const menu = await bar.openMenu()
    const owned = menu.getAttribute('aria-owns')?.split(' ') ?? []
    expect(owned.map((id) => document.getElementById(id)?.textContent)).toEqual(['C', 'D'])
  })
  it.each([
    ['C', 'New'],
    ['Other', 'New'],
  ])('owns %s and %s after they have taken the place of others', async (...names) => {
    const bar = open(250)
    const menu = await bar.openMenu()
    bar.show(['A', 'B', ...names].map((name) => item(name)))
    await vi.waitFor(() => {
      const owned = menu.getAttribute('aria-owns')?.split(' ') ?? []
      expect(owned.map((id) => document.getElementById(id)?.textContent)).toEqual(names)
    })
  })
  it('closes by Escape with the focus on its button', async () => {
    const bar = open(250)
    await bar.openMenu()
    bar.named('D').focus()
    expect(fireEvent.keyDown(bar.named('D'), { key: 'Escape' })).toBe(false)
    expect([bar.isOpen(), bar.focused()]).toEqual([false, 'More'])
    expect(fireEvent.keyDown(bar.named('D'), { key: 'Escape' })).toBe(true)
  })
  it('closes by a click on an item, or outside, and not by one on a switch or in a list', async () => {
    const items = [
      item('A'),
      item('B', { 'aria-pressed': true }),
      item('C', { 'aria-haspopup': 'menu' }),
      item('Off', { 'aria-disabled': true }),
      item('D'),
    ]
    const bar = open(50, items)
    await bar.openMenu()
    for (const name of ['B', 'C', 'Off']) fireEvent.click(bar.named(name))
    const portal = document.body.appendChild(document.createElement('div'))
    portal.setAttribute('data-portal', '')
    fireEvent.pointerDown(portal)
    fireEvent.pointerDown(bar.named('B'))
    fireEvent.pointerDown(bar.more)
    expect(bar.isOpen()).toBe(true)
    fireEvent.click(bar.named('D'))
    expect(bar.isOpen()).toBe(false)
    await bar.openMenu()
    fireEvent.pointerDown(document.body)
    expect(bar.isOpen()).toBe(false)
    portal.remove()
  })
  it('leaves clicks beside its items alone', async () => {
    const bar = open(250)
    await bar.openMenu()
    fireEvent.click(bar.named('A'))
    expect(bar.isOpen()).toBe(true)
    fireEvent.pointerDown(bar.named('A'))
    expect(bar.isOpen()).toBe(false)
  })
  it('closes when everything fits again', async () => {
    const bar = open(250)
    await bar.openMenu()
    bar.resize(400)
    expect(bar.isOpen()).toBe(false)
    bar.resize(250)
    expect(bar.isOpen()).toBe(false)
  })

  const press = (key: string, held: KeyboardEventInit = {}): boolean =>
    fireEvent.keyDown(document.activeElement as Element, { key, ...held })
  it('is walked through by arrows and Tab, and left at its end', async () => {
    const bar = open(150)
    await bar.openMenu()
    bar.more.focus()
    expect(press('ArrowDown')).toBe(false)
    expect(bar.focused()).toBe('B')
    expect(press('Tab')).toBe(false)
    expect(bar.focused()).toBe('C')
    press('ArrowDown')
    expect([press('ArrowDown'), bar.focused(), bar.isOpen()]).toEqual([false, 'D', true])
    press('Tab', { shiftKey: true })
    press('ArrowUp')
    expect(bar.focused()).toBe('B')
    expect(press('ArrowUp')).toBe(false)
    expect([bar.focused(), bar.isOpen()]).toEqual(['More', false])
  })
  it('goes on behind the button by Tab after the last item', async () => {
    const bar = open(150)
    await bar.openMenu()
    bar.named('D').focus()
    expect(press('Tab')).toBe(true)
    expect([bar.focused(), bar.isOpen()]).toEqual(['More', false])
  })
  it('is left upwards from its button', async () => {
    const bar = open(150)
    await bar.openMenu()
    bar.more.focus()
    press('Tab', { shiftKey: true })
    expect(bar.isOpen()).toBe(false)
  })
  it('leaves other keys, those of other controls, used ones and arrows of a field alone', async () => {
    const bar = open(150, [item('A'), item('B'), <input key="f" data-item aria-label="Field" />])
    await bar.openMenu()
    bar.named('B').focus()
    expect(press('x')).toBe(true)
    bar.named('A').focus()
    expect([press('Escape'), press('ArrowDown'), bar.isOpen()]).toEqual([true, true, true])
    const field = bar.view.getByLabelText('Field')
    field.focus()
    expect([press('ArrowUp'), document.activeElement]).toEqual([true, field])
    expect(press('Tab', { shiftKey: true })).toBe(false)
    expect(bar.focused()).toBe('B')
    const used = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true })
    used.preventDefault()
    fireEvent(bar.named('B'), used)
    expect(bar.isOpen()).toBe(true)
  })
  it('steps from radio buttons with arrows', async () => {
    const radio = <input key="r" type="radio" defaultChecked data-item aria-label="Radio" />
    const bar = open(50, [item('A'), radio, item('C')])
    await bar.openMenu()
    bar.view.getByLabelText('Radio').focus()
    press('ArrowDown')
    expect(bar.focused()).toBe('C')
  })
})
