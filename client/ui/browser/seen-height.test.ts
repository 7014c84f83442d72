// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { watchSeenHeight } from './seen-height.ts'

const PAGE = 844
const viewport = Object.assign(new EventTarget(), { height: PAGE, scale: 1, offsetTop: 0 })
const scrolled = vi.fn<() => void>()
const seen = () => document.documentElement.style.getPropertyValue('--seen-height')
const become = (fields: Partial<Record<'height' | 'scale' | 'offsetTop', number>>): void => {
  Object.assign(viewport, { height: PAGE, scale: 1, offsetTop: 0 }, fields)
  viewport.dispatchEvent(new Event('resize'))
}

beforeEach(() => {
  vi.stubGlobal('visualViewport', viewport)
  vi.stubGlobal('scrollTo', scrolled)
  Object.defineProperty(document.documentElement, 'clientHeight', { value: PAGE })
  document.body.innerHTML = '<textarea></textarea><button>Save</button>'
  Element.prototype.scrollIntoView = vi.fn<() => void>()
  watchSeenHeight()
})
afterEach(() => {
  become({})
  vi.unstubAllGlobals()
  vi.clearAllMocks()
})

it('gives the height above an on-screen keyboard, until the keyboard closes', () => {
  become({ height: 508 })
  expect(seen()).toBe('508px')
  become({})
  expect(seen()).toBe('')
})
it('takes neither the bars of the browser nor a zoomed page for a keyboard', () => {
  become({ height: PAGE - 90 })
  expect(seen()).toBe('')
  become({ height: PAGE / 2, scale: 2 })
  expect(seen()).toBe('')
})
it('scrolls the focused field, and no other control, into what is seen', () => {
  document.querySelector('button')?.focus()
  become({ height: 508 })
  expect(Element.prototype.scrollIntoView).not.toHaveBeenCalled()
  document.querySelector('textarea')?.focus()
  become({ height: 508 })
  expect(Element.prototype.scrollIntoView).toHaveBeenCalledWith({ block: 'nearest' })
})
it('moves the page back where the browser pushed it up', () => {
  become({ height: 508 })
  expect(scrolled).not.toHaveBeenCalled()
  become({ height: 508, offsetTop: 200 })
  expect(scrolled).toHaveBeenCalledWith(0, 0)
})
