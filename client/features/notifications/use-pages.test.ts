// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Notification } from '#schema/entities/notification.ts'
import { notificationCalls } from './calls.ts'
import type { OwnNotifications } from './use-notifications.ts'
import { usePages } from './use-pages.ts'

const id = (at: number) => `n${String(at).padStart(3, '0')}`
const notice = (at: number, project: string | null = null): Notification => ({
  ...{ id: id(at), message: '', createdOn: at, read: false, organization: null, link: null },
  project: project === null ? null : { id: project, name: project },
})
/** Notifications from one number down to another, the newest first. */
const from = (newest: number, oldest: number, project?: string) =>
  Array.from({ length: newest - oldest + 1 }, (_, at) => notice(newest - at, project))

let own: OwnNotifications
let marked: unknown[]
let asked: { body: object; answer(items: Notification[]): Promise<void>; fail(): Promise<void> }[]
beforeEach(() => {
  ;[marked, asked] = [[], []]
  own = {
    ...{ items: from(50, 26), total: 50, unread: 0, isOffline: false },
    projects: [{ id: 'p', name: 'p', total: 12 }],
    mark: (items, read) => void marked.push([items.map((one) => one.id), read]),
  }
  vi.spyOn(notificationCalls, 'list').mockImplementation((({ body }: { body: object }) => {
    const { promise, resolve, reject } = Promise.withResolvers<object>()
    asked.push({
      body,
      answer: (items) => act(async () => resolve({ items })),
      fail: () => act(async () => reject(new Error('offline'))),
    })
    return promise
  }) as never)
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})
const open = () => {
  const { result, rerender } = renderHook(() => usePages(own))
  return {
    page: () => result.current,
    state: () => [result.current.shown.length, result.current.more],
    more: () => act(() => result.current.showMore()),
    choose: (project: string | null) => act(() => result.current.choose(project)),
    rerender,
  }
}

it('opens ten at a time: those that are here first, and then those of the server', async () => {
  const { page, state, more } = open()
  expect([state(), page().total]).toEqual([[10, 'here'], 50])
  more()
  expect(state()).toEqual([20, 'here'])
  more()
  expect(state()).toEqual([25, 'onServer'])
  expect(asked).toEqual([])
  more()
  expect([state(), asked[0]?.body]).toEqual([[25, 'loading'], { before: id(26) }])
  await asked[0]?.answer(from(25, 16))
  expect(state()).toEqual([35, 'onServer'])
  expect(page().shown.map((one) => one.id)).toEqual(from(50, 16).map((one) => one.id))
  more()
  expect(asked[1]?.body).toEqual({ before: id(16) })
  await asked[1]?.answer(from(15, 1))
  expect(state()).toEqual([50, null])
})

it('no page of the server is asked for twice, nor while the device is offline', async () => {
  const { state, more, rerender } = open()
  for (let at = 0; at < 4; at += 1) more()
  expect(asked).toHaveLength(1)
  await asked[0]?.fail()
  expect(state()).toEqual([25, 'failed'])
  more()
  expect([state(), asked.length]).toEqual([[25, 'loading'], 2])
  await asked[1]?.answer(from(25, 16))
  own = { ...own, isOffline: true }
  rerender()
  expect(state()).toEqual([35, null])
  more()
  expect(asked).toHaveLength(2)
})

it('ten that are all known need no server, however many there are in total', () => {
  own = { ...own, items: from(10, 1), total: 10 }
  const { state, page, more } = open()
  expect(state()).toEqual([10, null])
  more()
  expect(asked).toEqual([])
  own = { ...own, total: 3 }
  expect(open().page().total, 'never fewer than there are on the screen').toBe(10)
  expect(page().total).toBe(10)
})

it('ends where the server has no older ones, although it counted more', async () => {
  own = { ...own, items: from(50, 46) }
  const { state, more } = open()
  more()
  await asked[0]?.answer([])
  expect(state()).toEqual([5, null])
})

it('a person who has none yet asks from the newest on', async () => {
  own = { ...own, items: [], total: 3 }
  const { state, more } = open()
  expect(state()).toEqual([0, 'onServer'])
  more()
  expect(asked[0]?.body).toEqual({})
})

it('shows one project, with its own total and the older ones of that project', async () => {
  own = { ...own, items: [...from(50, 46), ...from(45, 44, 'p'), ...from(43, 43, 'q')] }
  const { page, state, more, choose } = open()
  choose('p')
  expect([page().projectId, state(), page().total]).toEqual(['p', [2, 'onServer'], 12])
  expect(page().all.map((one) => one.id)).toEqual([id(45), id(44)])
  more()
  expect(asked[0]?.body).toEqual({ before: id(43), projectId: 'p' })
  await asked[0]?.answer(from(20, 11, 'p'))
  expect([page().all.length, state()]).toEqual([12, [12, null]])
  choose('unknown')
  expect([state(), page().total]).toEqual([[0, null], 0])
  choose(null)
  expect([page().projectId, state(), page().total]).toEqual([null, [8, 'onServer'], 50])
})

it('a page that arrives after another project was chosen is dropped', async () => {
  own = { ...own, items: from(50, 46) }
  const { state, more, choose } = open()
  more()
  choose('p')
  await asked[0]?.answer(from(45, 36, 'p'))
  expect(state()).toEqual([0, 'onServer'])
  more()
  choose(null)
  await asked[1]?.fail()
  expect(state()).toEqual([5, 'onServer'])
})

it('a mark reaches older ones too, and the others stay as they are', async () => {
  own = { ...own, items: from(50, 49) }
  const { page, more } = open()
  more()
  await asked[0]?.answer(from(48, 47))
  act(() => page().mark(page().all.slice(2, 3), true))
  expect(page().all.map(({ read }) => read)).toEqual([false, false, true, false])
  expect(marked).toEqual([[[id(48)], true]])
})
