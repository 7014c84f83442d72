// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { buildRequirement, buildSection } from '../../../../tests/support/project-rows.ts'
import type { SectionItem } from './section-items.ts'
import { useSectionScroll } from './use-section-scroll.ts'

const SECTION: SectionItem = { kind: 'section', section: buildSection({ id: 'section' }) }
const requirements = (count: number): SectionItem[] =>
  Array.from({ length: count }, (_, at) => ({
    kind: 'requirement',
    requirement: buildRequirement({ id: `r${at}` }),
  }))

/** Shows the list in a screen of this height. */
const show = (items: readonly SectionItem[], height = 600) => {
  const screen = document.createElement('div')
  Object.defineProperty(screen, 'clientHeight', { value: height })
  Object.defineProperty(screen, 'clientWidth', { value: 800 })
  screen.scrollTo = ((to: ScrollToOptions) => {
    screen.scrollTop = to.top ?? 0
    screen.dispatchEvent(new Event('scroll'))
  }) as typeof screen.scrollTo
  const shown = renderHook(
    (given: readonly SectionItem[]) => {
      const scroll = useSectionScroll(given)
      scroll.scroller.current = screen
      return scroll
    },
    { initialProps: items },
  )
  const keys = () => shown.result.current.virtualizer.getVirtualItems().map(({ key }) => key)
  return { ...shown, screen, keys }
}

beforeEach(() => vi.stubGlobal('ResizeObserver', undefined))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it('renders what fits on the screen and four items more, of however many', () => {
  const { keys, result } = show([SECTION, ...requirements(2_000)])
  // 60 and three of 190 px fill 600 px.
  expect(keys()).toEqual(['section', 'r0', 'r1', 'r2', 'r3', 'r4', 'r5', 'r6'])
  expect(result.current.virtualizer.getTotalSize()).toBe(60 + 2_000 * 190)
})

it('renders the items around the place that the person scrolled to', () => {
  const { keys, screen } = show(requirements(2_000))
  act(() => screen.scrollTo({ top: 190 * 1_000 }))
  expect(keys()[0]).toBe('r996')
  expect(keys()).toContain('r1003')
  expect(keys().length).toBeLessThan(15)
})

it('keeps the measured height of an item when items come before it', () => {
  const list = requirements(3)
  const { rerender, result } = show(list)
  act(() => result.current.virtualizer.resizeItem(1, 500))
  expect(result.current.virtualizer.getTotalSize()).toBe(190 + 500 + 190)
  rerender([SECTION, ...list])
  const { virtualizer } = result.current
  expect(virtualizer.getTotalSize()).toBe(60 + 190 + 500 + 190)
  const sizes = virtualizer.getVirtualItems().map(({ key, size }) => [key, size])
  expect(sizes).toContainEqual(['r1', 500])
})
