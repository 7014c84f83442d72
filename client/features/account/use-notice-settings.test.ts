// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { NoticeSettings } from '#schema/api/notification-service/notice-settings.ts'
import { Refusal } from '#schema/refusal.ts'
import { settingsCalls, useNoticeSettings } from './use-notice-settings.ts'

const told = vi.hoisted<string[]>(() => [])
vi.mock('../../ui/feedback/toast.tsx', () => ({
  toast: { error: (text: string) => told.push(text) },
}))
vi.mock('../../ui/feedback/refusal-text.ts', () => ({
  refusalText: (error: Refusal) => error.code,
}))

const at = { projectId: 'p', group: 'deadlines' } as const
const before: NoticeSettings = {
  zone: 'UTC',
  digestHour: 8,
  quiet: null,
  choices: [{ ...at, mail: 'never', push: false }],
  muted: [],
}

/** What the server holds; each call is answered when the test says so. */
let held: NoticeSettings
let calls: { body: object; answer: (refusal?: Refusal) => Promise<void> }[]
const serve = (apply: (body: never) => Partial<NoticeSettings>) =>
  (({ body }: { body: never }) =>
    new Promise<NoticeSettings>((resolve, reject) => {
      const answer = (refusal?: Refusal) =>
        act(async () => {
          if (refusal !== undefined) return reject(refusal)
          held = { ...held, ...apply(body) }
          resolve(held)
        })
      calls.push({ body, answer })
    })) as never
beforeEach(() => {
  held = before
  calls = []
  told.length = 0
  vi.spyOn(settingsCalls, 'choose').mockImplementation(serve((body) => ({ choices: [body] })))
  vi.spyOn(settingsCalls, 'setTimes').mockImplementation(serve((body) => body))
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})
const render = () => renderHook(() => useNoticeSettings(before)).result
const change = (work: () => void) => act(async () => work())

it('two choices made before the first is saved are both kept, and shown at once', async () => {
  const result = render()
  await change(() => result.current.choose(at, { mail: null }))
  await change(() => result.current.choose(at, { push: null }))
  expect(result.current.settings.choices).toEqual([{ ...at, mail: null, push: null }])
  expect(calls).toHaveLength(1)
  await calls[0]?.answer()
  expect(result.current.settings.choices).toEqual([{ ...at, mail: null, push: null }])
  await calls[1]?.answer()
  expect(calls.map(({ body }) => body)).toEqual([
    { ...at, mail: null, push: false },
    { ...at, mail: null, push: null },
  ])
  expect(held.choices).toEqual([{ ...at, mail: null, push: null }])
})

it('two changes of the times made before the first is saved are both kept', async () => {
  const result = render()
  await change(() => result.current.setTimes({ zone: 'Europe/Bratislava' }))
  await change(() => result.current.setTimes({ digestHour: 6 }))
  await calls[0]?.answer()
  await calls[1]?.answer()
  expect([held, result.current.settings]).toEqual(
    Array.from({ length: 2 }, () => ({ ...before, zone: 'Europe/Bratislava', digestHour: 6 })),
  )
})

it('a refused choice is told and taken back; other choices stay, in any group and project', async () => {
  const result = render()
  await change(() => result.current.choose({ projectId: null, group: 'deadlines' }, { push: true }))
  expect(result.current.settings.choices).toEqual([
    ...before.choices,
    { projectId: null, group: 'deadlines', mail: null, push: true },
  ])
  await calls[0]?.answer(new Refusal('ACCESS_TO_PROJECT_IS_DENIED'))
  expect(told).toEqual(['ACCESS_TO_PROJECT_IS_DENIED'])
  expect(result.current.settings).toEqual(before)
})
