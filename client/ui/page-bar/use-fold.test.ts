// @vitest-environment jsdom
import { cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { stubMissing } from '../../../tests/support/screen.tsx'
import { useFold } from './use-fold.ts'

/* Bars whose items fold are in `page-bar.test.tsx`; these ones have no size. */
beforeEach(stubMissing)
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const PARTS = ['bar', 'toolbar', 'actions', 'more'] as const
const open = (missing: (typeof PARTS)[number] | null) => {
  const refs = Object.fromEntries(
    PARTS.map((part) => [part, { current: part === missing ? null : document.createElement('b') }]),
  ) as unknown as Parameters<typeof useFold>[0]
  let renders = 0
  const { result } = renderHook(() => {
    renders += 1
    return useFold(refs)
  })
  return { folded: result.current, renders, isMeasured: refs.more.current?.hidden === true }
}

it.each(PARTS)('a bar whose part %s is missing is left alone', (missing) => {
  expect(open(missing)).toEqual({ folded: [], renders: 1, isMeasured: false })
})

it('a bar in which everything fits is rendered once', () => {
  expect(open(null)).toEqual({ folded: [], renders: 1, isMeasured: true })
})
