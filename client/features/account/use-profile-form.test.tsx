// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { act, cleanup, renderHook } from '@testing-library/react'
import type { FormEvent } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { OwnProfile } from '#schema/api/users-service/profiles.ts'
import { Refusal } from '#schema/refusal.ts'
import { inLocale } from '../../../tests/support/in-locale.tsx'
import { startLocale } from '../../locales/start-locale.ts'
import { profileCalls } from './calls.ts'
import { useProfileForm } from './use-profile-form.ts'

let kept: Record<string, unknown>
let seen: unknown[]
vi.mock('../../lib/kept-form.ts', () => ({
  keptForm: (name: string) => kept[name] ?? null,
  keepForm: (name: string, value: unknown) => void (kept[name] = value),
  dropForm: (name: string) => void delete kept[name],
}))
vi.mock('../../lib/own-password.ts', () => ({
  refreshSession: async () => void seen.push('session'),
}))
vi.mock('../../ui/feedback/toast.tsx', () => ({
  toast: { success: (text: string) => seen.push(text) },
}))

const texts = { about: 'a', homepage: '', company: 'c', location: 'l', phone: '1' }
const profile = {
  ...{ userId: 1, username: 'vera', avatar: null, email: 'v@x', updatedOn: 9 },
  ...{ firstname: 'Vera', lastname: 'Stone', isPublic: false },
  ...texts,
} as unknown as OwnProfile
const render = () =>
  renderHook(() => useProfileForm(profile, () => seen.push('saved')), { wrapper: inLocale }).result
const save = async (result: ReturnType<typeof render>) =>
  act(() =>
    result.current.save({ preventDefault: () => seen.push('prevented') } as unknown as FormEvent),
  )
let sent: unknown[]
beforeEach(async () => {
  await startLocale('en')
  ;[kept, seen, sent] = [{}, [], []]
  vi.spyOn(profileCalls, 'update').mockImplementation((async ({ body }: { body: unknown }) => {
    sent.push(body)
  }) as never)
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

it('keeps what is typed, until it is discarded', () => {
  const result = render()
  expect([result.current.isDirty, result.current.draft.firstname]).toEqual([false, 'Vera'])
  act(() => result.current.change({ company: 'New' }))
  act(() => result.current.change({ phone: '2' }))
  expect(result.current.isDirty).toBe(true)
  expect(kept['profile']).toMatchObject({ company: 'New', phone: '2', firstname: 'Vera' })
  cleanup()
  const again = render()
  expect([again.current.isDirty, again.current.draft.company]).toEqual([true, 'New'])
  act(() => again.current.discard())
  expect([again.current.isDirty, again.current.draft.company, kept]).toEqual([false, 'c', {}])
})

it('saves over the version that was shown, and drops the kept text', async () => {
  const result = render()
  act(() => result.current.change({ company: 'New' }))
  await save(result)
  expect(sent).toEqual([
    {
      ...texts,
      firstname: 'Vera',
      lastname: 'Stone',
      isPublic: false,
      company: 'New',
      updatedOn: 9,
    },
  ])
  expect(seen).toEqual(['prevented', 'session', 'saved', 'Profile saved'])
  expect([kept, result.current.isDirty, result.current.isBusy]).toEqual([{}, false, false])
})

it('names each field that is missing or wrong, and sends nothing', async () => {
  const result = render()
  act(() => result.current.change({ firstname: ' ', lastname: '!!', homepage: 'ftp://x' }))
  await save(result)
  expect(sent).toEqual([])
  expect(result.current.errors).toEqual([
    { inputId: 'profile-firstname', text: 'Enter your first name' },
    { inputId: 'profile-lastname', text: expect.stringMatching(/^Last name: \w/) },
    { inputId: 'profile-homepage', text: expect.stringContaining('https://') },
  ])
  act(() => result.current.change({ firstname: 'V', lastname: '', homepage: ' https://x.test ' }))
  await save(result)
  expect(result.current.errors).toEqual([
    { inputId: 'profile-lastname', text: 'Enter your last name' },
  ])
  act(() => result.current.discard())
  expect(result.current.errors).toEqual([])
})

it.each([
  [new Refusal('NOT_FOUND', { field: 'phone' }), 'profile-phone'],
  [new Refusal('NOT_FOUND', { field: 'isPublic' }), null],
  [new Refusal('NOT_FOUND'), null],
  [new Error('x'), null],
])('shows a refusal where it belongs', async (error, inputId) => {
  vi.mocked(profileCalls.update).mockRejectedValueOnce(error)
  const result = render()
  act(() => result.current.change({ company: 'New' }))
  await save(result)
  expect(result.current.errors).toMatchObject([{ inputId }])
  expect([result.current.isDirty, result.current.isBusy, seen]).toEqual([
    true,
    false,
    ['prevented'],
  ])
  expect(kept['profile']).toMatchObject({ company: 'New' })
})
