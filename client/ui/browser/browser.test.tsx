// @vitest-environment jsdom
import { act, cleanup, render, renderHook } from '@testing-library/react'
import { useLayoutEffect } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { startLocale } from '#client/locales/start-locale.ts'
import { copyLink } from './copy-link.ts'
import { downloadBlob } from './download-blob.ts'
import { useIsNarrow } from './narrow.ts'
import { useEver } from './use-ever.ts'
import { useLatest } from './use-latest.ts'

beforeEach(async () => {
  await startLocale('en')
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

it('a value that was ever true stays so', () => {
  const { result, rerender } = renderHook(({ is }) => useEver(is), { initialProps: { is: false } })
  expect(result.current).toBe(false)
  rerender({ is: true })
  expect(result.current).toBe(true)
  rerender({ is: false })
  expect(result.current).toBe(true)
  expect(renderHook(() => useEver(true)).result.current).toBe(true)
})

it('the latest value is there before any effect of its render', () => {
  const seen: number[] = []
  const Shown = ({ value }: { value: number }) => {
    const latest = useLatest(value)
    useLayoutEffect(() => {
      seen.push(latest.current)
    })
    return null
  }
  const { rerender } = render(<Shown value={1} />)
  rerender(<Shown value={2} />)
  expect(seen).toEqual([1, 2])
})

it('a narrow screen is followed while it is shown', () => {
  const told = new Set<() => void>()
  let matches = false
  vi.stubGlobal('matchMedia', () => ({
    matches,
    addEventListener: (_type: string, tell: () => void) => told.add(tell),
    removeEventListener: (_type: string, tell: () => void) => told.delete(tell),
  }))
  const { result, unmount } = renderHook(useIsNarrow)
  expect(result.current).toBe(false)
  matches = true
  act(() => told.forEach((tell) => tell()))
  expect(result.current).toBe(true)
  unmount()
  expect(told.size).toBe(0)
})

it('a blob is downloaded under its name, and its address is given back after a minute', () => {
  vi.useFakeTimers()
  const revoked: string[] = []
  vi.stubGlobal(
    'URL',
    Object.assign(URL, {
      createObjectURL: () => 'blob:one',
      revokeObjectURL: (url: string) => revoked.push(url),
    }),
  )
  const clicked: string[][] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
    this: HTMLAnchorElement,
  ) {
    clicked.push([this.href, this.download])
  })
  downloadBlob(new Blob(['x']), 'answers.xlsx')
  expect(clicked).toEqual([['blob:one', 'answers.xlsx']])
  vi.advanceTimersByTime(59_999)
  expect(revoked).toEqual([])
  vi.advanceTimersByTime(1)
  expect(revoked).toEqual(['blob:one'])
})

describe('a link', () => {
  const copied = (): string[] => {
    const texts: string[] = []
    const clipboard = { writeText: async (text: string) => void texts.push(text) }
    vi.stubGlobal('navigator', { ...navigator, clipboard })
    return texts
  }
  it('to a page is copied whole, without a path that of the current page', () => {
    const texts = copied()
    history.replaceState(null, '', '/projects/1?show=all#part')
    copyLink('/projects/2')
    copyLink()
    expect(texts).toEqual([
      `${location.origin}/projects/2`,
      `${location.origin}/projects/1?show=all`,
    ])
  })
})
