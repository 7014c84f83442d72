// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  answerEscape,
  noteFocused,
  type OpenDialog,
  pushDialog,
  rememberOpeners,
  returnFocus,
  returnPlaces,
} from './dialog-stack.ts'
import { firstField, focusFirst } from './first-field.ts'
import { surroundingsOf } from './keep-focus.ts'
import { canFocus, focusLastingly, nextControl } from './next-control.ts'

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'getClientRects').mockImplementation(function rects(
    this: HTMLElement,
  ) {
    const isSeen = this.isConnected && this.closest('[hidden]') === null
    return (isSeen ? [new DOMRect()] : []) as unknown as DOMRectList
  })
})
afterEach(() => {
  document.body.replaceChildren()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const page = (html: string): void => {
  document.body.innerHTML = html
}
const named = (id: string): HTMLElement => {
  const element = document.getElementById(id)
  if (element === null) throw new Error(`There is no ${id}`)
  return element
}
const focused = (): string | null => document.activeElement?.id ?? null
/** Observers of the document tell in a microtask. */
const settle = () => Promise.resolve()

describe('a control that can be focused', () => {
  it.each([
    ['<button id="x"></button>', true],
    ['<button id="x" disabled></button>', false],
    ['<button id="x" hidden></button>', false],
    ['<fieldset disabled><input id="x"></fieldset>', false],
    ['<a id="x" tabindex="-1"></a>', true],
  ])('%s: %s', (html, can) => {
    page(html)
    expect(canFocus(named('x'))).toBe(can)
  })
  it('is in the document', () => {
    expect(canFocus(document.createElement('button'))).toBe(false)
  })
})

describe('the control after one that is gone', () => {
  const [BEFORE, AFTER] = ['<a href="#" id="a"></a>', '<a href="#" id="b"></a>']
  const GONE = '<i id="x"></i>'
  it.each([
    ['the first one in its part', `${BEFORE}<p>${AFTER}${GONE}<a href="#"></a></p>`, 'b'],
    ['the next one after its part', `${BEFORE}<p>${GONE}</p>${AFTER}<a href="#"></a>`, 'b'],
    ['else the last one before it', `${BEFORE}${AFTER}<p>${GONE}</p>`, 'b'],
    ['in the part around', `<ul><li><p>${GONE}</p></li></ul>${AFTER}`, 'b'],
    ['in the closest part', `${BEFORE}<div>${AFTER}<p>${GONE}</p></div><a href="#"></a>`, 'b'],
    [
      'no disabled, hidden or skipped one',
      `<p>${GONE}<button disabled></button><input hidden><i tabindex="-1"></i><select id="b">`,
      'b',
    ],
    ['none outside', `<p>${GONE}</p>`, null],
  ])('is %s', (_case, html, id) => {
    page(`<button id="outside"></button><main><div>${html}</div></main>`)
    const around = surroundingsOf(named('x'))
    named('x').remove()
    expect(nextControl(around)?.id ?? null).toBe(id)
  })
  it.each([
    ['the next row', 'middle', 'last-menu'],
    ['the row before, after the last one', 'last', 'middle-menu'],
    ['the next row, whatever else it has', 'first', 'middle-menu'],
  ])('is the same one in %s', (_case, gone, id) => {
    const row = (name: string) =>
      `<li id="${name}"><a href="#"></a><button class="m"></button><button class="m" id="${name}-menu"></button></li>`
    page(`<main><ul>${['first', 'middle', 'last'].map(row).join('')}</ul></main>`)
    const around = surroundingsOf(named(`${gone}-menu`))
    named(gone).remove()
    expect(nextControl(around)?.id).toBe(id)
  })
  it('is the same one in a row of which a control before it is disabled and looks otherwise', () => {
    const row = (name: string, look: string) =>
      `<li id="${name}"><button class="m ${look}"></button><button class="m active" id="${name}-x"></button></li>`
    page(`<main><ul>${row('first', 'active')}${row('last', '')}</ul></main>`)
    const around = surroundingsOf(named('first-x'))
    named('first').remove()
    expect(nextControl(around)?.id).toBe('last-x')
  })
  it('is the same one in the next card, beyond the headings between them', () => {
    const card = (name: string) =>
      `<div data-index id="${name}"><article><header><button class="m" id="${name}-x"></button></header><button></button></article></div>`
    const heading = '<div data-index><h2></h2><button class="add"></button></div>'
    page(`<main><h1 tabindex="-1"></h1>${card('first')}${heading}${card('last')}</main>`)
    const around = surroundingsOf(named('first-x'))
    named('first').remove()
    expect(nextControl(around)?.id).toBe('last-x')
  })
  it('is in the gone one itself, where only its place has changed', () => {
    page('<main><div id="x"><button id="a"></button></div><button id="b"></button></main>')
    expect(nextControl(surroundingsOf(named('x')))?.id).toBe('a')
  })
  it.each(['main', 'header', 'nav', 'div role="dialog"'])('stays in the %s', (edge) => {
    page(`<main><${edge}><p id="p"><i id="x"></i></p></${edge.split(' ')[0]}></main>`)
    expect(surroundingsOf(named('x')).map(({ element }) => element.id)).toEqual(['x', 'p'])
  })
  it('is none outside the parts of a page, and none when all is gone', () => {
    page('<p id="p"><i id="x"></i></p>')
    const around = surroundingsOf(named('x'))
    expect(around.map(({ element }) => element.id)).toEqual(['x'])
    named('p').remove()
    expect(nextControl(around)).toBeNull()
  })
})

describe('a focus that lasts', () => {
  beforeEach(() => {
    vi.useFakeTimers()
    page(`<main id="main" tabindex="-1"><p><button id="x"></button><button id="b"></button></p>
      </main>`)
  })
  it('goes on to the next control when its own is removed', async () => {
    focusLastingly(named('x'))
    expect(focused()).toBe('x')
    named('x').remove()
    await settle()
    expect(focused()).toBe('b')
    // It follows no further.
    named('b').remove()
    await settle()
    expect(document.activeElement).toBe(document.body)
  })
  it('stays while its control is there, whatever else changes', async () => {
    focusLastingly(named('x'))
    named('b').remove()
    await settle()
    expect(focused()).toBe('x')
    named('x').remove()
    await settle()
    expect(focused()).toBe('main')
  })
  it('ends after ten seconds', async () => {
    focusLastingly(named('x'))
    vi.advanceTimersByTime(9_999)
    named('x').remove()
    await settle()
    expect(focused()).toBe('b')
    page('<main><button id="x"></button><button id="b"></button></main>')
    focusLastingly(named('x'))
    vi.advanceTimersByTime(10_000)
    named('x').remove()
    await settle()
    expect(document.activeElement).toBe(document.body)
  })
  it('ends when the person goes elsewhere', async () => {
    focusLastingly(named('x'))
    named('b').focus()
    named('x').focus()
    named('x').remove()
    await settle()
    expect(document.activeElement).toBe(document.body)
  })
  it('follows the last control only', async () => {
    focusLastingly(named('x'))
    focusLastingly(named('b'))
    named('b').blur()
    named('x').remove()
    await settle()
    expect(document.activeElement).toBe(document.body)
    named('b').remove()
    await settle()
    expect(focused()).toBe('main')
  })
  it('takes the focus from no other control', async () => {
    focusLastingly(named('x'))
    page('<main id="main" tabindex="-1"><button id="new" autofocus></button></main>')
    removeEventListener('focusin', () => undefined)
    named('new').focus()
    await settle()
    expect(focused()).toBe('new')
  })
})

describe('the first field of a dialog', () => {
  it.each([
    ['the marked element', '<input><button id="x" data-autofocus></button>'],
    ['the first field', '<button></button><input id="x"><textarea></textarea>'],
    [
      'no hidden, disabled or file field',
      '<input type="hidden"><input type="file"><input disabled><input hidden><select id="x"></select>',
    ],
    ['a text that can be edited', '<div contenteditable="true" id="x"></div>'],
    [
      'the checked radio button',
      '<input type="radio" name="a b"><input type="radio" name="a b" id="x" checked>',
    ],
    [
      'the first radio button without a checked one',
      '<input type="radio" name="a" id="x"><input type="radio" name="b" checked>',
    ],
    [
      'the checkbox itself',
      '<input type="checkbox" name="a" id="x"><input type="radio" name="a" checked>',
    ],
  ])('is %s', (_case, html) => {
    page(html)
    expect(firstField(document.body)?.id).toBe('x')
  })
  it('is none in a dialog of buttons', () => {
    page('<button></button><input disabled>')
    expect(firstField(document.body)).toBeNull()
  })

  const DIALOG = '<div role="dialog" id="dialog"><div id="body"></div></div>'
  const marked = () => [...document.querySelectorAll('[data-autofocus]')].map(({ id }) => id)
  it('is marked', () => {
    page('<div id="body"><input id="x"></div>')
    const observed = vi.spyOn(MutationObserver.prototype, 'observe')
    focusFirst(named('body'))()
    expect(marked()).toEqual(['x'])
    expect(observed).not.toHaveBeenCalled()
  })
  it('takes the focus once it appears; until then the dialog has it', async () => {
    page(DIALOG)
    focusFirst(named('body'))
    expect(marked()).toEqual(['body'])
    named('body').innerHTML = '<button></button>'
    await settle()
    expect(marked()).toEqual(['body'])
    named('body').innerHTML = '<p><input id="late"></p>'
    await settle()
    expect([marked(), focused()]).toEqual([[], 'late'])
    named('body').insertAdjacentHTML('afterbegin', '<input id="later">')
    await settle()
    expect(focused()).toBe('late')
  })
  it.each(['keydown', 'pointerdown'])('takes no focus from a person after %s', async (type) => {
    page(DIALOG)
    focusFirst(named('body'))
    named('dialog').dispatchEvent(new Event(type))
    named('body').innerHTML = '<input id="late">'
    await settle()
    expect(document.activeElement).toBe(document.body)
  })
  it('takes no focus once the dialog is closed, and hears nothing more', async () => {
    page(DIALOG)
    const removed = vi.spyOn(named('dialog'), 'removeEventListener')
    focusFirst(named('body'))()
    named('body').innerHTML = '<input id="late">'
    await settle()
    expect(document.activeElement).toBe(document.body)
    expect(removed.mock.calls.map(([type]) => type)).toEqual(['keydown', 'pointerdown'])
  })
})

describe('Escape', () => {
  const dialogOf = (onEscape: OpenDialog['onEscape']): OpenDialog => ({
    onEscape,
    lastFocused: null,
  })
  const press = (key = 'Escape', over: KeyboardEventInit = {}, target: Element = document.body) =>
    target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, ...over }))

  it('closes the topmost dialog only, and none once all are closed', () => {
    const told: string[] = []
    const removeFirst = pushDialog(
      dialogOf(() => told.push('first')),
      [],
    )
    const second = dialogOf(() => told.push('second'))
    const removeSecond = pushDialog(second, [])
    press()
    answerEscape(second, null)
    press()
    removeSecond()
    press()
    removeFirst()
    press()
    expect(told).toEqual(['second', 'first'])
  })
  it('goes to the dialog on top when the one below is removed first', () => {
    const told: string[] = []
    const removeFirst = pushDialog(
      dialogOf(() => told.push('first')),
      [],
    )
    const removeSecond = pushDialog(
      dialogOf(() => told.push('second')),
      [],
    )
    removeFirst()
    press()
    expect(told).toEqual(['second'])
    removeSecond()
  })
  it('is no other key, not part of a composed text, and not that of an open list', () => {
    const told: string[] = []
    const remove = pushDialog(
      dialogOf(() => told.push('closed')),
      [],
    )
    page('<div id="list" data-mantine-stop-propagation="true"></div><div id="other"></div>')
    press('Enter')
    press('Escape', { isComposing: true })
    press('Escape', {}, named('list'))
    expect(told).toEqual([])
    press('Escape', {}, named('other'))
    expect(told).toEqual(['closed'])
    remove()
  })
  it('is heard before the page hears it', () => {
    const told: string[] = []
    const remove = pushDialog(
      dialogOf(() => told.push('dialog')),
      [],
    )
    const listen = () => told.push('page')
    document.addEventListener('keydown', listen)
    press()
    document.removeEventListener('keydown', listen)
    expect(told).toEqual(['dialog', 'page'])
    remove()
  })
})

describe('where a dialog returns the focus', () => {
  const openers = () => returnPlaces().map(([opener]) => opener?.element.id)
  const dialog = (): OpenDialog => ({ onEscape: null, lastFocused: null })

  it('is the element that had it', () => {
    page('<main><button id="a"></button></main>')
    named('a').focus()
    expect(openers()).toEqual(['a'])
  })
  it('is the button of a menu too, whose items go away', () => {
    page(`<main><button id="menu" aria-controls="m:1-dropdown"></button></main>
      <div id="m:1-dropdown"><button id="item"></button></div>`)
    named('item').focus()
    expect(openers()).toEqual(['item', 'menu'])
  })
  it('is the element that last had it in the dialog below', () => {
    page('<main><button id="a"></button></main>')
    const below = dialog()
    noteFocused(below, named('a'))
    const remove = pushDialog(below, [])
    expect(openers()).toEqual(['a'])
    remove()
  })
  it('includes where the dialog that opened it returns', () => {
    page(`<main><button id="a"></button></main>
      <div role="dialog" id="d"><button id="inside"></button></div>`)
    rememberOpeners(named('d'), [surroundingsOf(named('a'))])
    named('inside').focus()
    expect(openers()).toEqual(['inside', 'a'])
  })
  it('is what the dialog closed just before had, if nothing has the focus', () => {
    page('<main><button id="a"></button></main>')
    pushDialog(dialog(), [surroundingsOf(named('a'))])()
    expect(openers()).toEqual(['a'])
  })

  const places = (...ids: string[]) => ids.map((id) => surroundingsOf(named(id)))
  it('is the first opener that is left', () => {
    page('<main id="main" tabindex="-1"><button id="a"></button><button id="b"></button></main>')
    const both = places('a', 'b')
    returnFocus(both)
    expect(focused()).toBe('a')
    named('a').blur()
    named('a').setAttribute('disabled', '')
    returnFocus(both)
    expect(focused()).toBe('b')
  })
  it('is the control beside an opener that is gone, else the page', () => {
    page(`<main id="main" tabindex="-1"><p><button id="a"></button><button id="b"></button></p>
      </main>`)
    const gone = places('a')
    named('a').remove()
    returnFocus(gone)
    expect(focused()).toBe('b')
    named('b').remove()
    returnFocus(gone)
    expect(focused()).toBe('main')
  })
  it('is not taken from another element, but from one inside the closed dialog', () => {
    page(`<main id="main" tabindex="-1"><button id="a"></button><button id="b"></button></main>
      <div id="d"><button id="inside"></button></div>`)
    named('b').focus()
    returnFocus(places('a'), named('d'))
    expect(focused()).toBe('b')
    named('inside').focus()
    returnFocus(places('a'), named('d'))
    expect(focused()).toBe('a')
  })
  it('is nothing inside the closed dialog', () => {
    page(`<main id="main" tabindex="-1"><button id="a"></button></main>
      <div id="d"><button id="inside"></button></div>`)
    returnFocus(places('inside', 'a'), named('d'))
    expect(focused()).toBe('a')
    named('a').blur()
    returnFocus(places('inside'), named('d'))
    expect(focused()).toBe('main')
  })
})
