// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { watchTyping } from './watch-typing.ts'

let body: HTMLElement
beforeEach(() => {
  document.body.innerHTML = '<div id="body"></div><input id="outside">'
  body = document.getElementById('body') as HTMLElement
})
afterEach(() => document.body.replaceChildren())

const watching = (html: string, focusId?: string) => {
  body.innerHTML = html
  if (focusId !== undefined) document.getElementById(focusId)?.focus()
  return watchTyping(body)
}
const field = (id = 'x') => document.getElementById(id) as HTMLInputElement
const type = (value: string, id = 'x'): void => {
  field(id).focus()
  field(id).value = value
  field(id).dispatchEvent(new Event('input', { bubbles: true }))
}

describe('typed text', () => {
  it.each<[string, boolean]>([
    ['<input id="x">', true],
    ['<input id="x" type="text">', true],
    ['<input id="x" type="email">', true],
    ['<input id="x" type="tel">', true],
    ['<input id="x" type="url">', true],
    ['<textarea id="x"></textarea>', true],
    ['<input id="x" type="search">', false],
    ['<input id="x" type="password">', false],
    ['<input id="x" readonly>', false],
    ['<input id="x" aria-haspopup="listbox">', false],
    ['<input id="x" aria-haspopup="dialog">', true],
  ])('in %s would be lost: %s', (html, isLost) => {
    const { isTyped } = watching(html)
    expect(isTyped()).toBe(false)
    type('new')
    expect(isTyped()).toBe(isLost)
  })
  it('is none once the first value stands there again', () => {
    const { isTyped } = watching('<input id="x" value="first"><input id="y">')
    type('second')
    type('other', 'y')
    type('first')
    expect(isTyped()).toBe(true)
    type('', 'y')
    expect(isTyped()).toBe(false)
  })
  it('is none once the dialog has put the first value back itself', () => {
    const { isTyped } = watching('<input id="x" value="first">')
    type('second')
    field().value = 'first'
    expect(isTyped()).toBe(false)
  })
  it('is compared with the value when the field first got the focus', () => {
    const { isTyped } = watching('<input id="x" value="first"><input id="y">')
    field().value = 'loaded'
    type('second')
    field('y').focus()
    field().focus()
    expect(isTyped()).toBe(true)
    type('loaded')
    expect(isTyped()).toBe(false)
    type('first')
    expect(isTyped()).toBe(true)
  })
  it('is compared with the value of a field that had the focus before', () => {
    const { isTyped } = watching('<input id="x" value="first">', 'x')
    const input = field()
    input.value = 'second'
    input.dispatchEvent(new Event('input', { bubbles: true }))
    expect(isTyped()).toBe(true)
    type('first')
    expect(isTyped()).toBe(false)
  })
  it('may have been written into a field without the focus', () => {
    const { isTyped } = watching('<input id="x" value="first">')
    field().value = 'second'
    field().dispatchEvent(new Event('input', { bubbles: true }))
    expect(isTyped()).toBe(true)
    field().value = 'first'
    field().dispatchEvent(new Event('input', { bubbles: true }))
    expect(isTyped()).toBe(false)
  })
  it('stays typed when a later step of the dialog removes its field', () => {
    const { isTyped } = watching('<input id="x"><input id="y" value="same">')
    type('second')
    type('same', 'y')
    body.replaceChildren()
    expect(isTyped()).toBe(true)
  })
  it('is none in a removed field whose first value stood there again', () => {
    const { isTyped } = watching('<input id="x" value="first">')
    type('second')
    type('first')
    body.replaceChildren()
    expect(isTyped()).toBe(false)
  })
  it('is none in a removed field that was only looked at', () => {
    const { isTyped } = watching('<input id="x">')
    field().focus()
    body.replaceChildren()
    expect(isTyped()).toBe(false)
  })
  it('outside the dialog does not count, nor after the watch has ended', () => {
    const { isTyped, stop } = watching('<input id="x">', 'outside')
    type('new', 'outside')
    expect(isTyped()).toBe(false)
    stop()
    type('new')
    expect(isTyped()).toBe(false)
  })
})
