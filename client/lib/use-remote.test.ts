// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { useRemote } from './use-remote.ts'

let asked: PromiseWithResolvers<string>[]
beforeEach(() => {
  asked = []
})
afterEach(cleanup)
const show = () =>
  renderHook(
    ({ key }) =>
      useRemote(key, () => {
        const call = Promise.withResolvers<string>()
        asked.push(call)
        return call.promise
      }),
    { initialProps: { key: 'one' } },
  )
const answer = (at: number, value: string) => act(async () => asked[at]?.resolve(value))

it('asks once, and shows the answer or why there is none', async () => {
  const { result, rerender } = show()
  expect(result.current.status).toBe('loading')
  rerender({ key: 'one' })
  await answer(0, 'first')
  expect(result.current).toMatchObject({ status: 'ready', value: 'first' })
  expect(asked).toHaveLength(1)
  act(() => result.current.reload())
  const error = new Error('No network')
  await act(async () => asked[1]?.reject(error))
  expect(result.current).toMatchObject({ status: 'failed', error })
})

it('shows the last answer while it asks again', async () => {
  const { result } = show()
  await answer(0, 'first')
  const { reload } = result.current
  act(reload)
  expect(result.current).toMatchObject({ status: 'ready', value: 'first' })
  await answer(1, 'second')
  expect(result.current).toMatchObject({ status: 'ready', value: 'second' })
  expect(result.current.reload).toBe(reload)
})

it('shows nothing of another key, also where its answer comes late', async () => {
  const { result, rerender } = show()
  await answer(0, 'first')
  rerender({ key: 'other' })
  expect(result.current.status).toBe('loading')
  rerender({ key: 'one' })
  rerender({ key: 'other' })
  await answer(2, 'late')
  await answer(1, 'later')
  expect(result.current.status).toBe('loading')
  await answer(3, 'other')
  expect(result.current).toMatchObject({ status: 'ready', value: 'other' })
})

it('drops an answer that a later question overtook', async () => {
  const { result } = show()
  act(() => result.current.reload())
  await answer(1, 'new')
  await answer(0, 'old')
  expect(result.current).toMatchObject({ status: 'ready', value: 'new' })
})
