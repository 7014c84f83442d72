// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { linkToken, useLink } from './use-link.ts'

afterEach(cleanup)

it('takes the token from the fragment, which no server sees', () => {
  window.location.hash = '#token'
  expect(linkToken()).toBe('token')
  window.location.hash = ''
  expect(linkToken()).toBe('')
})

it('looks the token up, and asks for nothing without one', async () => {
  const fetched = vi.fn<() => Promise<Response>>(async () => new Response('{"purpose":"reset"}'))
  vi.stubGlobal('fetch', fetched)
  const none = renderHook(() => useLink('')).result
  await act(async () => {})
  expect(fetched).not.toHaveBeenCalled()
  expect(none.current).toEqual({ state: 'loading' })
  const { result } = renderHook(() => useLink('token'))
  await waitFor(() => expect(result.current.state).toBe('found'))
  expect(result.current).toEqual({ state: 'found', facts: { purpose: 'reset' } })
})

it('tells a failure, and shows no answer about a former token', async () => {
  const answers: PromiseWithResolvers<Response>[] = []
  vi.stubGlobal('fetch', () => {
    const answer = Promise.withResolvers<Response>()
    answers.push(answer)
    return answer.promise
  })
  const { result, rerender } = renderHook(({ token }) => useLink(token), {
    initialProps: { token: 'former' },
  })
  await waitFor(() => expect(answers).toHaveLength(1))
  rerender({ token: 'next' })
  await waitFor(() => expect(answers).toHaveLength(2))
  await act(async () => answers[0]?.resolve(new Response('{"purpose":"former"}')))
  expect(result.current).toEqual({ state: 'loading' })
  await act(async () => answers[1]?.reject(new TypeError('away')))
  await waitFor(() => expect(result.current.state).toBe('failed'))
})
