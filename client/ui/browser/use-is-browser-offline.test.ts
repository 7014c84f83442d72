// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { useIsBrowserOffline } from './use-is-browser-offline.ts'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

it('follows the network of the browser, also one that was away before', () => {
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const { result, unmount } = renderHook(() => useIsBrowserOffline())
  expect(result.current).toBe(true)
  onLine.mockReturnValue(true)
  act(() => void dispatchEvent(new Event('online')))
  expect(result.current).toBe(false)
  onLine.mockReturnValue(false)
  act(() => void dispatchEvent(new Event('offline')))
  expect(result.current).toBe(true)
  unmount()
})
