// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { forgetLostAddress, noteLostAddress, useLostAddress } from './lost-address.ts'

afterEach(cleanup)

it('keeps the lost address when its page is shown once more under the address of the start page', () => {
  const { result } = renderHook(useLostAddress)
  act(() => noteLostAddress('/project/p1/documents/d1'))
  act(() => noteLostAddress('/vendor/dashboard/projects'))
  expect(result.current).toEqual({ path: '/project/p1/documents/d1', projectId: 'p1' })
  act(forgetLostAddress)
  expect(result.current).toBeNull()
})
