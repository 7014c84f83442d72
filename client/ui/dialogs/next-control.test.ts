// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { surroundingsOf } from './keep-focus.ts'
import { focusLastingly, nextControl } from './next-control.ts'

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'getClientRects').mockImplementation(
    () => [new DOMRect()] as unknown as DOMRectList,
  )
})
afterEach(() => {
  document.body.replaceChildren()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const page = (html: string): void => {
  document.body.innerHTML = `<main id="main" tabindex="-1">${html}</main>`
}
const named = (id: string): HTMLElement => {
  const element = document.getElementById(id)
  if (element === null) throw new Error(`There is no ${id}`)
  return element
}
const focused = () => document.activeElement?.id ?? null
/** Observers of the document are told in a microtask. */
const settle = () => Promise.resolve()
/** The control that follows after `gone` is removed with the row that contains `own`. */
const after = (own: string, gone: string) => {
  const around = surroundingsOf(named(own))
  named(gone).remove()
  return nextControl(around)?.id ?? null
}

describe('the control after a deleted row', () => {
  it('is the first one of the next row if that has none like it', () => {
    page(`<ul><li><a href="#"></a></li><li id="row"><button id="own"></button></li>
      <li></li><li><a href="#" id="a"></a><a href="#" id="b"></a></li></ul><button></button>`)
    expect(after('own', 'row')).toBe('a')
  })

  it('is the first one like it if the next row has fewer of them', () => {
    const button = (id: string) => `<button class="m" id="${id}"></button>`
    page(`<ul><li id="row">${button('x')}${button('own')}</li><li>${button('a')}</li>
      <li>${button('b')}${button('c')}</li></ul>`)
    expect(after('own', 'row')).toBe('c')
  })

  it('is none of a list that stands elsewhere', () => {
    page(`<div><ul><li id="row"><button id="own"></button></li></ul>
      <p><button id="next"></button></p><ul><li><button></button></li></ul></div>`)
    expect(after('own', 'row')).toBe('next')
  })

  it('is found only by rows of its own kind', () => {
    page(`<div><section id="row"><button class="m" id="own"></button></section>
      <article><button class="m" id="a"></button></article>
      <section><button class="m" id="b"></button></section></div>`)
    expect(after('own', 'row')).toBe('b')
  })
})

describe('a focus that lasts', () => {
  beforeEach(() => {
    vi.useFakeTimers()
    page('<p><button id="x"></button><button id="b"></button></p>')
  })

  it('goes on although its control lost the focus and got it back', async () => {
    focusLastingly(named('x'))
    named('x').blur()
    named('x').focus()
    named('x').remove()
    await settle()
    expect(focused()).toBe('b')
  })

  it('has ended once the person was elsewhere, even if no control has it now', async () => {
    focusLastingly(named('x'))
    named('b').focus()
    named('b').blur()
    named('x').remove()
    await settle()
    expect(document.activeElement).toBe(document.body)
  })

  it.each([
    [9_999, 'b'],
    [10_000, ''],
  ])('is watched for ten seconds: after %i ms it goes to “%s”', async (ms, id) => {
    focusLastingly(named('x'))
    vi.advanceTimersByTime(ms)
    named('x').remove()
    await settle()
    expect(focused()).toBe(id)
  })
})
