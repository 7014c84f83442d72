// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { Refusal } from '#schema/refusal.ts'
import { startLocale } from '../../locales/start-locale.ts'
import { useFormErrors } from './use-form-errors.ts'

beforeAll(() => startLocale('en'))
afterEach(cleanup)
const render = () => renderHook(() => useFormErrors({ email: 'input-email' })).result

it('is busy during the call, and shows a refusal at the field that it names', async () => {
  const result = render()
  const { promise, reject } = Promise.withResolvers<void>()
  let done: Promise<void> | undefined
  act(() => void (done = result.current.run([], () => promise)))
  expect(result.current.isBusy).toBe(true)
  await act(async () => {
    reject(new Refusal('NOT_FOUND', { field: 'email' }))
    await done
  })
  expect(result.current.isBusy).toBe(false)
  expect(result.current.errors).toMatchObject([{ inputId: 'input-email' }])
  expect(result.current.errorOf('input-email')).toMatch(/\w/)
  expect(result.current.errorOf('other')).toBeUndefined()
  await act(() => result.current.run([], async () => undefined))
  expect(result.current.errors, 'the next try begins without').toEqual([])
})

it.each([
  ['another field', new Refusal('NOT_FOUND', { field: 'name' })],
  ['no field', new Refusal('NOT_FOUND')],
  ['another error', new Error('x')],
])('a refusal of %s belongs to the whole form', async (_what, error) => {
  const result = render()
  await act(() => result.current.run([], () => Promise.reject(error)))
  expect(result.current.errors).toMatchObject([
    { inputId: null, text: expect.stringMatching(/\w/) },
  ])
})

it('does not make the call while there are problems', async () => {
  const result = render()
  let calls = 0
  const problem = { inputId: 'input-email', text: 'Enter it' }
  await act(() => result.current.run([problem], async () => void (calls += 1)))
  expect([calls, result.current.errors, result.current.isBusy]).toEqual([0, [problem], false])
})
