// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { barItems, stopsIn } from './bar-items.ts'
import { fitBar } from './fit-bar.ts'

const within = (html: string): HTMLElement => {
  const area = document.createElement('div')
  area.innerHTML = html
  document.body.append(area)
  return area
}
afterEach(() => document.body.replaceChildren())

const ICON = '<span data-position="left"><svg></svg></span>'

describe('the items of a bar', () => {
  it.each([
    ['<nav><a href="#a">A</a></nav>', null],
    ['<button class="mantine-Button-root">Save</button>', 9],
    ['<button class="mantine-Button-root" data-variant="filled">Save</button>', 9],
    ['<button class="mantine-Button-root" data-variant="default">Save</button>', 3],
    ['<div class="mantine-TextInput-root"><input></div>', 8],
    ['<span>3 of 5</span>', 0],
    ['<button data-seldom>Print</button>', 0],
    ['<a href="#a">A</a>', 3],
    ['<a>A</a>', 0],
    ['<span><a href="#a">A</a></span>', 3],
    ['<button><svg class="tabler-icon-dots"></svg></button>', 1],
    ['<div role="radiogroup"><input type="radio"></div>', 6],
    ['<div><div role="radiogroup"><input type="radio"></div></div>', 6],
    ['<select></select>', 3],
  ])('%s has the rank %s', (html, rank) => {
    expect(barItems([within(html)]).map((item) => item.rank)).toEqual([rank])
  })
  it.each([
    [`<button>${ICON}Export</button>`, true],
    [`<a href="#a">${ICON}Export</a>`, true],
    [`<button class="mantine-Button-root">${ICON}Save</button>`, false],
    [`<label>${ICON}Export<input></label>`, false],
    ['<button>Export</button>', false],
    ['<button><span data-position="right"><svg></svg></span>Export</button>', false],
  ])('%s can do without its label: %s', (html, hasIcon) => {
    expect(barItems([within(html)]).map((item) => item.hasIcon)).toEqual([hasIcon])
  })
  it('are those of all areas and groups in their order, without what takes no place', () => {
    const start = within(
      `<button id="a"></button><div role="search"><input id="b"><div data-bar-group>
      <button id="c"></button></div></div><div style="display: contents"><button id="d"></button>
      </div><button id="x" style="display: none"></button>
      <div id="y" style="position: absolute"></div><div id="e"><button></button></div>`,
    )
    const end = within('<button id="f"></button><svg></svg>')
    expect(barItems([start, end]).map(({ element }) => element.id)).toEqual([...'abcdef'])
  })
})

it('the tab stops of an item are its controls that Tab reaches', () => {
  const item = within(
    `<button id="a"></button><button disabled></button><span tabindex="-1"></span>
     <input type="radio" name="n"><input type="radio" name="n" id="b" checked>
     <input type="checkbox" id="c"><a id="d" href="#d"></a><a></a><i tabindex="0" id="e"></i>`,
  )
  expect(stopsIn(item).map(({ id }) => id)).toEqual([...'abcde'])
  const [button] = item.children
  expect(stopsIn(button as HTMLElement)).toEqual([button])
})

describe('a bar in one row', () => {
  const WIDTHS = { item: 100, icon: 40, more: 30 }
  let width = 0
  beforeEach(() => {
    const shown = (area: Element): number =>
      [...area.querySelectorAll<HTMLElement>('button:not([data-more])')]
        .filter((item) => !item.hasAttribute('data-folded'))
        .reduce((sum, item) => sum + WIDTHS[item.hasAttribute('data-bare') ? 'icon' : 'item'], 0)
    const moreOf = (bar: Element): number =>
      bar.querySelector('[data-more]:is([data-idle], [hidden])') === null ? WIDTHS.more : 0
    const define = (name: string, of: (bar: Element, isBar: boolean, self: Element) => number) =>
      Object.defineProperty(HTMLElement.prototype, name, {
        configurable: true,
        get(this: HTMLElement) {
          const bar = this.closest('[data-bar]')
          return bar === null ? 0 : of(bar, bar === this, this)
        },
      })
    define('scrollWidth', (bar, isBar, self) => shown(self) + (isBar ? moreOf(bar) : 0))
    define('clientWidth', (bar, isBar) =>
      isBar ? width : width - moreOf(bar) - shown(bar.lastElementChild ?? bar),
    )
  })
  const build = (start: string, end = '') => {
    const bar = within(`<div>${start}</div><button data-more></button><div>${end}</div>`)
    bar.setAttribute('data-bar', '')
    const [toolbar, more, actions] = [...bar.children] as [HTMLElement, HTMLElement, HTMLElement]
    const fit = (at: number): string => {
      width = at
      return fitBar({ bar, toolbar, actions, more })
        .map(({ id }) => id)
        .join('')
    }
    const marked = (mark: string) =>
      [...bar.querySelectorAll(`[${mark}]`)].map(({ id }) => id).join('')
    return { bar, more, fit, marked }
  }
  const button = (id: string, inner = '', rest = '') =>
    `<button id="${id}" ${rest}>${inner}</button>`

  it('shows all that fits, and no menu', () => {
    const { fit, more, bar, marked } = build(button('a') + button('b'), button('c'))
    expect(fit(300)).toBe('')
    expect([more.hidden, marked('data-folded'), bar.style.getPropertyValue('--fold-rows')]).toEqual(
      [true, '', '0'],
    )
    expect(fit(299)).toBe('')
  })
  it('folds from the right as much as needed, in reading order, and unfolds again', () => {
    const { fit, more, bar, marked } = build(button('a') + button('b') + button('c'), button('d'))
    expect(fit(398)).toBe('d')
    expect([more.hidden, marked('data-folded')]).toEqual([false, 'd'])
    expect(fit(240)).toBe('cd')
    const rowOf = (id: string) =>
      bar.querySelector<HTMLElement>(`#${id}`)?.style.getPropertyValue('--fold-row')
    expect([rowOf('c'), rowOf('d'), bar.style.getPropertyValue('--fold-rows')]).toEqual([
      '0',
      '1',
      '2',
    ])
    expect(fit(129)).toBe('bcd')
    expect(fit(30)).toBe('abcd')
    expect(fit(400)).toBe('')
    expect([more.hidden, marked('data-folded')]).toEqual([true, ''])
  })
  it('makes place for the button of the menu', () => {
    const { fit } = build(button('a') + button('b') + button('c'))
    expect(fit(300)).toBe('')
    expect(fit(229)).toBe('c')
    expect(fit(300)).toBe('')
    expect(fit(228)).toBe('bc')
  })
  it('hides labels that an icon replaces before it folds, and keeps them as titles', () => {
    const { fit, bar, marked } = build(
      button('a', `${ICON} Export `) + button('b') + button('c', `${ICON}Print`, 'title="Paper"'),
    )
    const titles = () =>
      ['a', 'b', 'c'].map((id) => bar.querySelector<HTMLElement>(`#${id}`)?.title)
    expect([fit(240), marked('data-bare'), titles()]).toEqual(['', 'a', ['Export', '', 'Paper']])
    expect([fit(180), marked('data-bare'), titles()]).toEqual(['', 'ac', ['Export', '', 'Paper']])
    expect([fit(100), marked('data-bare')]).toEqual(['bc', 'ac'])
    expect([fit(300), marked('data-bare'), titles()]).toEqual(['', '', ['', '', 'Paper']])
  })
  it('folds until the toolbar has room beside the actions', () => {
    const { fit } = build(button('a'), button('b', '', 'class="mantine-Button-root"'))
    expect(fit(150)).toBe('a')
  })
})
