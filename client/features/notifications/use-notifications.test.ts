// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Notification } from '#schema/entities/notification.ts'
import { Refusal } from '#schema/refusal.ts'
import { deviceNotes } from '../../lib/device.ts'
import { OfflineError } from '../../lib/offline-error.ts'
import { notificationCalls } from './calls.ts'
import { useNotifications } from './use-notifications.ts'

const page = vi.hoisted(() => ({ organizationId: 5, phase: 'saved' }))
vi.mock('../../lib/session.ts', () => ({
  currentSession: () => ({ userId: 1 }),
  useSession: () => (page.organizationId === 0 ? null : { organizationId: page.organizationId }),
}))
vi.mock('../../lib/sync-status.ts', () => ({ useSyncStatus: () => ({ phase: page.phase }) }))

const notice = (id: string, read = false): Notification => ({
  ...{ id, message: id, createdOn: 0, read, project: null, organization: null, link: null },
})
const GROUPWARE = { id: 'p', name: 'Groupware', total: 1 }
/** What the server has, and what it was asked. */
let server: { items: Notification[]; total: number; unread: number }
let lists: object[]
let marks: { id: unknown; read: unknown }[]
let listFails: Error | null
let markFails: Error | null
/** Holds an answer of the server back. */
let gate: Promise<unknown>

beforeEach(() => {
  vi.useFakeTimers()
  localStorage.clear()
  Object.assign(page, { organizationId: 5, phase: 'saved' })
  server = { items: [notice('b'), notice('a')], total: 9, unread: 4 }
  ;[lists, marks, listFails, markFails, gate] = [[], [], null, null, Promise.resolve()]
  vi.spyOn(notificationCalls, 'list').mockImplementation(async ({ body }) => {
    lists.push(body)
    await gate
    if (listFails !== null) throw listFails
    return { ...structuredClone(server), projects: [GROUPWARE], pageNumber: 0, pageSize: 200 }
  })
  vi.spyOn(notificationCalls, 'markRead').mockImplementation(async ({ body: { id, read } }) => {
    marks.push({ id, read })
    if (markFails !== null) throw markFails
    return { unread: 0 }
  })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
})
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const open = async () => {
  const rendered = renderHook(() => useNotifications())
  await wait(300)
  return rendered
}
const tell = (note: object) => act(() => deviceNotes.emit(note as never))
const live = (isLive: boolean) => tell({ type: 'state', isLive })
const reads = (items: readonly Notification[]) => items.map(({ id, read }) => [id, read])

it('asks for the newest 200 soon after the page opens, in the zone of the browser', async () => {
  const { result } = renderHook(() => useNotifications())
  expect(result.current).toMatchObject({ items: [], total: 0, unread: 0, projects: [] })
  await wait(299)
  expect(lists).toEqual([])
  await wait(1)
  expect(lists).toEqual([
    { pageSize: 200, zone: new Intl.DateTimeFormat().resolvedOptions().timeZone },
  ])
  expect(result.current).toMatchObject({ ...server, projects: [GROUPWARE], isOffline: false })
})

it('keeps them on the device, for each organization apart', async () => {
  await open()
  cleanup()
  listFails = new OfflineError()
  const { result, rerender } = await open()
  expect(result.current).toMatchObject({ ...server, isOffline: true })
  page.organizationId = 6
  rerender()
  await wait(300)
  expect(result.current).toMatchObject({ items: [], total: 0, unread: 0 })
  page.organizationId = 0
  rerender()
  await wait(300)
  expect(lists, 'each change is a question').toHaveLength(4)
})

it('several that arrive at once are one question, and later ones another', async () => {
  await open()
  for (let at = 0; at < 5; at += 1) tell({ type: 'item', item: {} })
  await wait(299)
  expect(lists).toHaveLength(1)
  await wait(1)
  expect(lists).toHaveLength(2)
  tell({ type: 'askState' })
  await wait(1_000)
  expect(lists).toHaveLength(2)
  tell({ type: 'item', item: {} })
  await wait(300)
  expect(lists).toHaveLength(3)
})

it('asks again when the connection is back, and not while it lasts', async () => {
  await open()
  live(true)
  await wait(300)
  expect(lists).toHaveLength(2)
  live(true)
  await wait(300)
  expect(lists).toHaveLength(2)
  live(false)
  await wait(300)
  expect(lists).toHaveLength(2)
  live(true)
  await wait(300)
  expect(lists).toHaveLength(3)
})

it('a question waits until the one before it is answered', async () => {
  await open()
  const { promise, resolve } = Promise.withResolvers()
  gate = promise
  tell({ type: 'item', item: {} })
  await wait(300)
  tell({ type: 'item', item: {} })
  await wait(900)
  expect(lists).toHaveLength(2)
  await act(async () => resolve(null))
  await wait(300)
  expect(lists).toHaveLength(3)
})

it('a page that was closed asks no more', async () => {
  const { unmount } = await open()
  tell({ type: 'item', item: {} })
  unmount()
  await wait(1_000)
  tell({ type: 'item', item: {} })
  await wait(1_000)
  expect([lists.length, vi.getTimerCount()]).toEqual([1, 0])
})

it('tells that the list may be old where the server, the sync or the browser has no network', async () => {
  const isOffline = async () => {
    const { result, unmount } = await open()
    unmount()
    return result.current.isOffline
  }
  listFails = new Refusal('UNAVAILABLE')
  expect(await isOffline(), 'the server has answered').toBe(false)
  listFails = new OfflineError()
  expect(await isOffline()).toBe(true)
  listFails = null
  page.phase = 'offline'
  expect(await isOffline()).toBe(true)
  page.phase = 'saved'
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  expect(await isOffline()).toBe(true)
})

it('is no longer offline once an answer comes', async () => {
  listFails = new OfflineError()
  const { result } = await open()
  expect(result.current.isOffline).toBe(true)
  listFails = null
  tell({ type: 'item', item: {} })
  await wait(300)
  expect(result.current.isOffline).toBe(false)
})

it('a mark shows at once, and goes to the server before the list is read again', async () => {
  const { result } = await open()
  act(() => result.current.mark(result.current.items.slice(0, 1), true))
  expect([reads(result.current.items), result.current.unread]).toEqual([
    [
      ['b', true],
      ['a', false],
    ],
    3,
  ])
  expect(marks).toEqual([])
  server = { ...server, items: [notice('b', true), notice('a')], unread: 3 }
  await wait(300)
  expect(marks).toEqual([{ id: ['b'], read: true }])
  expect(result.current).toMatchObject(server)
  act(() => result.current.mark(result.current.items, false))
  await wait(300)
  expect(marks.at(-1)).toEqual({ id: ['b'], read: false })
})

it('marking what is marked so already asks nothing', async () => {
  const { result } = await open()
  act(() => result.current.mark(result.current.items, false))
  await wait(1_000)
  expect([lists.length, marks]).toEqual([1, []])
})

it('marks made without a network wait on the device until they can be sent', async () => {
  const { result } = await open()
  markFails = new OfflineError()
  act(() => result.current.mark(result.current.items, true))
  await wait(300)
  expect(result.current).toMatchObject({ isOffline: true, unread: 2 })
  expect(lists, 'what the server says now would be wrong').toHaveLength(1)
  cleanup()
  markFails = null
  const again = renderHook(() => useNotifications()).result
  expect(reads(again.current.items)).toEqual([
    ['b', true],
    ['a', true],
  ])
  server = { ...server, items: [notice('b', true), notice('a', true)], unread: 2 }
  await wait(300)
  expect(marks.at(-1)).toEqual({ id: ['b', 'a'], read: true })
  tell({ type: 'item', item: {} })
  await wait(300)
  expect(marks, 'a mark that was sent is not sent again').toHaveLength(2)
})

it('marks that the server refuses do not keep the list from being read', async () => {
  const { result } = await open()
  markFails = new Refusal('INPUT_INVALID')
  act(() => result.current.mark(result.current.items, true))
  await wait(300)
  expect(lists).toHaveLength(2)
  expect(result.current).toMatchObject({ unread: 4, isOffline: false })
  tell({ type: 'item', item: {} })
  await wait(300)
  expect(marks).toHaveLength(1)
})

it('a mark made while the list is on its way stays, and is sent next', async () => {
  const { result } = await open()
  act(() => result.current.mark(result.current.items.slice(0, 1), true))
  const { promise, resolve } = Promise.withResolvers()
  gate = promise
  await wait(300)
  act(() => result.current.mark(result.current.items.slice(1), true))
  await act(async () => resolve(null))
  expect(result.current.items[1]?.read).toBe(true)
  await wait(300)
  expect(marks.at(-1)).toEqual({ id: ['a'], read: true })
})

it('more marks than one request takes go in several, each mark once', async () => {
  const many = Array.from({ length: 401 }, (_, at) => ({ id: `n${at}`, read: false }))
  const { result } = await open()
  act(() => result.current.mark(many, true))
  act(() => result.current.mark([{ id: 'x', read: true }], false))
  await wait(300)
  expect(marks.map(({ id, read }) => [(id as string[]).length, read])).toEqual([
    [200, true],
    [200, true],
    [1, true],
    [1, false],
  ])
  expect(new Set(marks.flatMap(({ id }) => id))).toEqual(
    new Set([...many.map(({ id }) => id), 'x']),
  )
})
