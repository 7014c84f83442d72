// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { usePage } from './use-page.ts'

beforeEach(() => localStorage.clear())
afterEach(cleanup)

it('another size shows the first page, and is kept for the next list', () => {
  const { result } = renderHook(usePage)
  expect(result.current).toMatchObject({ pageNumber: 0, pageSize: 10 })
  act(() => result.current.setPage(3))
  expect(result.current).toMatchObject({ pageNumber: 3, pageSize: 10 })
  act(() => result.current.setPageSize(50))
  expect(result.current).toMatchObject({ pageNumber: 0, pageSize: 50 })
  expect(renderHook(usePage).result.current).toMatchObject({ pageNumber: 0, pageSize: 50 })
})

it('a stored size that is not offered counts as the default', () => {
  const { result } = renderHook(usePage)
  act(() => result.current.setPageSize(7))
  expect(result.current.pageSize).toBe(10)
})
