// @vitest-environment jsdom
import { cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useKeepClear } from './keep-clear.ts'

const frames = new Map<number, () => void>()
let next = 1
beforeEach(() => {
  frames.clear()
  vi.stubGlobal('requestAnimationFrame', (run: () => void) => {
    frames.set(next, run)
    return next++
  })
  vi.stubGlobal('cancelAnimationFrame', (id: number) => frames.delete(id))
  vi.stubGlobal('innerHeight', 900)
})
afterEach(() => {
  cleanup()
  document.body.replaceChildren()
  vi.unstubAllGlobals()
})

const placed = (top: number, isKept: boolean): HTMLElement => {
  const element = document.createElement('div')
  element.toggleAttribute('data-keep-clear', isKept)
  element.getBoundingClientRect = () => new DOMRect(0, top, 1_440, 900 - top)
  document.body.append(element)
  return element
}
const paint = (): void => {
  const [id, run] = [...frames][0] ?? []
  if (id !== undefined) frames.delete(id)
  run?.()
}

it('toasts keep clear of marked elements in each frame while they are shown', () => {
  const host = document.createElement('section')
  host.getBoundingClientRect = () => new DOMRect(1_000, 800, 420, 60)
  placed(700, false)
  const { rerender } = renderHook(({ isShown }) => useKeepClear({ current: host }, isShown), {
    initialProps: { isShown: false },
  })
  expect([host.style.bottom, frames.size]).toEqual(['', 0])
  rerender({ isShown: true })
  expect([host.style.bottom, frames.size]).toEqual(['16px', 1])
  const bar = placed(860, true)
  paint()
  expect([host.style.bottom, frames.size]).toEqual(['48px', 1])
  bar.remove()
  paint()
  expect(host.style.bottom).toBe('16px')
  rerender({ isShown: false })
  expect(frames.size).toBe(0)
})

it('toasts that are not drawn yet are placed in a later frame', () => {
  const host: { current: HTMLElement | null } = { current: null }
  renderHook(() => useKeepClear(host, true))
  host.current = placed(800, false)
  paint()
  expect(host.current.style.bottom).toBe('16px')
})
