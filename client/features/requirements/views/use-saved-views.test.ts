// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { TableView, TableViewContent } from '#schema/entities/table-view.ts'
import { toast } from '#client/ui/feedback/toast.tsx'
import { sessionTokens } from '#client/lib/session-tokens.ts'
import { clearSession } from '#sync/browser/session/session-store.ts'
import { keepPageSession } from '../../../../tests/support/page-session.ts'
import { useSavedViews } from './use-saved-views.ts'

const sync = vi.hoisted(() => ({ phase: 'saved' }))
vi.mock('#client/lib/sync-status.ts', () => ({ useSyncStatus: () => sync }))
vi.mock('#client/lib/session.ts', () => ({ currentSession: () => ({ userId: 1 }) }))

const CONTENT = { columns: [] } as unknown as TableViewContent
const view = (id: string, name = id): TableView =>
  ({ id, name, isShared: false, content: CONTENT, isOwn: true, updatedOn: 1 }) as TableView
/** The server's views by id, in the order in which they were saved. */
let stored: Map<string, TableView>
let asked: string[]
let refusals: Record<string, () => Response>
let isServerThere: boolean
let told: unknown[]
const refuse = (status: number, code: string) => () =>
  Response.json({ message: '', messageCodes: [code] }, { status })

const serve = async (path: string, { method = 'GET', body }: RequestInit): Promise<Response> => {
  if (!isServerThere) throw new TypeError('Without a network')
  const id = /views\/([^/]+)$/.exec(path)?.[1] ?? ''
  asked.push(id === '' ? method : `${method} ${id}`)
  const refusal = refusals[method === 'GET' ? 'GET' : id]
  if (refusal !== undefined) return refusal()
  if (method === 'GET') return Response.json([...stored.values()])
  if (method === 'DELETE') stored.delete(id)
  else stored.set(id, { ...view(id), ...(JSON.parse(String(body)) as object) })
  return new Response('')
}
beforeEach(async () => {
  localStorage.clear()
  sync.phase = 'saved'
  ;[stored, asked, refusals, isServerThere, told] = [new Map(), [], {}, true, []]
  vi.stubGlobal('fetch', serve)
  vi.spyOn(toast, 'error').mockImplementation((error) => void told.push(error))
  await keepPageSession()
  sessionTokens.forget()
})
afterEach(async () => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  await clearSession()
})
const settle = () => act(async () => void (await new Promise((done) => setTimeout(done, 30))))
const open = async (documentId = 'd1') => {
  const { result, rerender } = renderHook((id: string) => useSavedViews(id), {
    initialProps: documentId,
  })
  await settle()
  return {
    result,
    rerender,
    names: () => result.current.views.map(({ name }) => name),
    save: (id: string | null, name: string) =>
      act(() => result.current.save({ id, name, isShared: true, content: CONTENT })),
    remove: (id: string) => act(() => result.current.remove(id)),
  }
}

it('shows the server’s views by name, and keeps them for a visit without a network', async () => {
  stored = new Map([
    ['b', view('b', 'Prices')],
    ['a', view('a', 'Deadlines')],
  ])
  expect((await open()).names()).toEqual(['Deadlines', 'Prices'])
  cleanup()
  isServerThere = false
  expect((await open()).names()).toEqual(['Deadlines', 'Prices'])
  expect((await open('d2')).names(), 'each document has its own').toEqual([])
  expect(told).toEqual([])
})

it('a saved view shows at once, goes to the server and is then read from it', async () => {
  const { result, names, save } = await open()
  save(null, 'New')
  const [own] = result.current.views
  expect([names(), own?.isOwn, result.current.isUnsent(own?.id ?? '')]).toEqual([
    ['New'],
    true,
    true,
  ])
  await settle()
  const id = own?.id ?? ''
  expect(asked).toEqual(['GET', `PUT ${id}`, 'GET'])
  expect(stored.get(id)).toMatchObject({ name: 'New', isShared: true, content: CONTENT })
  expect([result.current.isUnsent(id), result.current.views[0]?.updatedOn]).toEqual([false, 1])
  save(id, 'Renamed')
  await settle()
  expect([names(), stored.size]).toEqual([['Renamed'], 1])
})

it('a removed view goes at once, also if a colleague removed it before', async () => {
  stored.set('a', view('a'))
  const { names, remove } = await open()
  refusals.a = refuse(404, 'NOT_FOUND')
  remove('a')
  expect(names()).toEqual([])
  stored.clear()
  await settle()
  expect([asked, told]).toEqual([['GET', 'DELETE a', 'GET'], []])
})

it('a view that the person may not remove comes back, and the person is told', async () => {
  stored.set('a', view('a'))
  const { names, remove, result } = await open()
  refusals.a = refuse(403, 'NOT_ALLOWED')
  remove('a')
  await settle()
  expect([names(), result.current.isUnsent('a')]).toEqual([['a'], false])
  expect(told).toMatchObject([{ code: 'NOT_ALLOWED' }])
})

it.each([
  [403, 'NOT_ALLOWED'],
  [409, 'VIEWS_FULL'],
  [400, 'INPUT_INVALID'],
])(
  'a view that the server refuses for good (%i %s) is given up, and the next is sent',
  async (status, code) => {
    sync.phase = 'offline'
    const { names, save } = await open()
    isServerThere = false
    save('x', 'Refused')
    save('y', 'Fine')
    await settle()
    ;[isServerThere, refusals.x] = [true, refuse(status, code)]
    save('z', 'Fine too')
    await settle()
    expect(told).toMatchObject([{ code }])
    expect(names()).toEqual(['Fine', 'Fine too'])
    expect([...stored.keys()]).toEqual(['y', 'z'])
  },
)

it('a view that the server refuses for now stays unsent, in order, until it is back', async () => {
  const { result, rerender, names, save } = await open()
  refusals.x = refuse(503, 'UNAVAILABLE')
  save('x', 'Later')
  await settle()
  expect([names(), result.current.isUnsent('x'), told]).toEqual([['Later'], true, []])
  expect(asked, 'the list without it would hide it').toEqual(['GET', 'PUT x'])
  refusals = {}
  sync.phase = 'offline'
  rerender('d1')
  await settle()
  expect(asked).toHaveLength(2)
  sync.phase = 'saved'
  rerender('d1')
  await settle()
  expect(asked.slice(2)).toEqual(['PUT x', 'GET'])
  expect(result.current.isUnsent('x')).toBe(false)
})

it('a change that is made offline survives the page, and only its last form is sent', async () => {
  sync.phase = 'offline'
  isServerThere = false
  const { save } = await open()
  save('x', 'First')
  save('x', 'Last')
  await settle()
  cleanup()
  isServerThere = true
  const again = await open()
  expect([again.names(), asked, again.result.current.isUnsent('x')]).toEqual([['Last'], [], true])
  sync.phase = 'saved'
  again.rerender('d1')
  await settle()
  expect(asked).toEqual(['PUT x', 'GET'])
  expect(stored.get('x')?.name).toBe('Last')
})

it('a view that changes while it is being sent is sent once more', async () => {
  const { names, save } = await open()
  const { promise, resolve } = Promise.withResolvers<void>()
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const answer = await serve(path, init)
    await promise
    return answer
  })
  save('x', 'First')
  await settle()
  save('x', 'Second')
  resolve()
  await settle()
  expect(asked.filter((one) => one === 'PUT x')).toHaveLength(2)
  expect([names(), stored.get('x')?.name]).toEqual([['Second'], 'Second'])
})

it('a document that the person may not read shows none, quietly', async () => {
  refusals.GET = refuse(403, 'NOT_ALLOWED')
  const { names } = await open()
  expect([names(), told]).toEqual([[], []])
})
