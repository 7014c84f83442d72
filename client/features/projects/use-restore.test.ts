// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import { Blob as NodeBlob } from 'node:buffer'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { sessionTokens } from '#client/lib/session-tokens.ts'
import { toast } from '#client/ui/feedback/toast.tsx'
import { clearSession, readSession } from '#sync/browser/session/session-store.ts'
import { inLocale } from '../../../tests/support/in-locale.tsx'
import { openPageProject } from '../../../tests/support/page-project.ts'
import { keepPageSession } from '../../../tests/support/page-session.ts'
import { useRestore } from './use-restore.ts'

/** A request that the test answers in place of the network. */
class Request {
  static all: Request[] = []
  static onSend: ((request: Request) => void) | null = null
  readonly headers: Record<string, string> = {}
  readonly upload: { onprogress?: (event: { loaded: number }) => void; onload?: () => void } = {}
  line = ''
  body: unknown
  responseType = ''
  status = 0
  responseText = ''
  responseURL = ''
  type: string | null = 'application/json'
  onload: () => void = () => undefined
  onerror: () => void = () => undefined
  onabort: () => void = () => undefined
  onloadend: () => void = () => undefined
  isAborted = false
  open(method: string, path: string): void {
    this.line = `${method} ${path}`
    this.responseURL = path
  }
  setRequestHeader(name: string, value: string): void {
    this.headers[name] = value
  }
  getResponseHeader(): string | null {
    return this.type
  }
  send(body: unknown): void {
    this.body = body
    Request.all.push(this)
    Request.onSend?.(this)
  }
  abort(): void {
    this.isAborted = true
    this.onabort()
    this.onloadend()
  }
  answer(status: number, body: object | string): void {
    this.status = status
    this.responseText = typeof body === 'string' ? body : JSON.stringify(body)
    this.onload()
    this.onloadend()
  }
  break(): void {
    this.onerror()
    this.onloadend()
  }
}
let told: string[]
/** Answers that renew the session; without one, the server cannot be reached. */
let renewal: (() => Response) | null
beforeEach(async () => {
  ;[Request.all, Request.onSend, told, renewal] = [[], null, [], null]
  const { session } = await openPageProject()
  vi.stubGlobal('XMLHttpRequest', Request)
  vi.stubGlobal('fetch', async () => {
    if (renewal === null) throw new TypeError('No network')
    return renewal()
  })
  vi.spyOn(toast, 'success').mockImplementation((text) => void told.push(text))
  vi.spyOn(toast, 'error').mockImplementation((text) => void told.push(`Error: ${String(text)}`))
  await keepPageSession(session)
  sessionTokens.forget()
})
afterEach(async () => {
  cleanup()
  vi.restoreAllMocks()
  await clearSession()
})
const archive = (bytes = [0x50, 0x4b, 0x03, 0x04, 0, 0]): File =>
  Object.assign(new NodeBlob([new Uint8Array(bytes)]), { name: 'tender.tenderbook' }) as never
const RESTORED = { id: 'p', name: 'Groupware' }

const open = () => {
  const { result, unmount } = renderHook(() => useRestore(), { wrapper: inLocale })
  const take = async (file = archive()) => {
    let taking: Promise<void> = Promise.resolve()
    act(() => void (taking = result.current.take(file)))
    await vi.waitFor(() => expect(Request.all.length).toBeGreaterThan(0))
    await waitFor(() => expect(result.current.step.at).toBe('sending'))
    const [request] = Request.all
    if (request === undefined) throw new Error('Nothing was sent')
    const finish = (work: (sent: Request) => void) =>
      act(async () => {
        work(request)
        await taking
      })
    return { request, finish }
  }
  const problem = () =>
    result.current.step.at === 'choose' ? result.current.step.problem : result.current.step.at
  return { result, unmount, take, problem }
}

it('sends the archive, shows how much is sent, waits for the check and shows the project', async () => {
  const { result, take } = open()
  expect(result.current.step).toEqual({ at: 'choose', problem: null })
  const { request, finish } = await take()
  expect(request.line).toMatch(/^POST \/api\//)
  expect(request.headers).toEqual({
    'content-type': 'application/octet-stream',
    'x-auth-token': 'token',
  })
  expect(request.body).toMatchObject({ size: 6 })
  expect(result.current.step).toMatchObject({ at: 'sending', sent: 0 })
  act(() => request.upload.onprogress?.({ loaded: 5 }))
  expect(result.current.step).toMatchObject({ at: 'sending', sent: 5 })
  act(() => request.upload.onload?.())
  expect(result.current.step).toMatchObject({ at: 'checking', file: { name: 'tender.tenderbook' } })
  await finish((sent) => sent.answer(200, RESTORED))
  expect(result.current.step).toEqual({ at: 'done', project: RESTORED })
  expect(told).toEqual([])
})

it('shows the restored project also if another tab has signed the person out in between', async () => {
  const { result, take } = open()
  const { finish } = await take()
  const { closeDevice } = await import('#client/lib/device.ts')
  closeDevice()
  await finish((sent) => sent.answer(200, RESTORED))
  expect(result.current.step).toEqual({ at: 'done', project: RESTORED })
})

it('does not send a file that is no archive, and says why', async () => {
  const { result, problem } = open()
  await act(() => result.current.take(archive([])))
  expect(problem()).toBe('tender.tenderbook: is empty')
  await act(() => result.current.take(archive([1, 2, 3, 4])))
  expect(problem()).toBe('tender.tenderbook: is no project archive')
  const huge = Object.defineProperty(archive(), 'size', { value: 1e12 })
  await act(() => result.current.take(huge))
  expect(problem()).toMatch(/^tender\.tenderbook: is larger than \d+ MB$/)
  expect(Request.all).toEqual([])
})

it.each([
  ['the server refuses it', (sent: Request) => sent.answer(409, { messageCodes: ['NOT_ALLOWED'] })],
  ['the network breaks', (sent: Request) => sent.break()],
  [
    'a portal answers with a page',
    (sent: Request) => {
      sent.type = 'text/html; charset=utf-8'
      sent.answer(200, '<html>')
    },
  ],
  [
    'a portal answers from another address',
    (sent: Request) => {
      sent.responseURL = 'https://portal.example/login'
      sent.answer(200, RESTORED)
    },
  ],
])('asks for a file again, with the reason, when %s', async (_, end) => {
  const { problem, take } = open()
  await (await take()).finish(end)
  expect(problem()).toMatch(/^tender\.tenderbook: .{10}/)
  expect(problem()).not.toMatch(/before you send it again/)
})

it('says that the project may be there, if the connection broke after the whole file was sent', async () => {
  const { problem, take } = open()
  const ends: ((sent: Request) => void)[] = [
    (sent) => sent.break(),
    (sent) => sent.answer(200, '{"id":'),
  ]
  for (const end of ends) {
    Request.all = []
    const { request, finish } = await take()
    act(() => request.upload.onload?.())
    await finish(end)
    expect(problem()).toMatch(/Look for the project in your list before you send it again/)
  }
})

it('stops when the person wants to, without an error', async () => {
  const { result, problem, take } = open()
  const { request, finish } = await take()
  await finish(() => result.current.stop())
  expect([request.isAborted, problem(), told]).toEqual([true, null, []])
})

it.each([
  ['success', 200, RESTORED, 'Groupware is restored.'],
  ['failure', 403, { messageCodes: ['NOT_ALLOWED'] }, 'Error: tender.tenderbook: '],
])('tells of a %s after the person has left', async (_, status, body, text) => {
  const { result, take } = open()
  const { finish } = await take()
  act(() => void result.current.leave())
  await finish((sent) => sent.answer(status, body))
  expect(told).toEqual([expect.stringContaining(text)])
  expect(result.current.step.at).toBe('sending')
  cleanup()
  ;[Request.all, told] = [[], []]
  const other = open()
  const second = await other.take()
  other.unmount()
  second.request.answer(status, body)
  await waitFor(() => expect(told).toHaveLength(1))
})

it('is sent again with a renewed token, and else refused', async () => {
  const expired = (request: Request) =>
    request.answer(401, { messageCodes: ['USER_SESSION_EXPIRED'] })
  const { result, problem, take } = open()
  await (await take()).finish(expired)
  expect(problem()).toMatch(/^tender\.tenderbook: ./)
  expect(Request.all).toHaveLength(1)
  ;[Request.all, Request.onSend] = [[], null]
  const stored = await readSession()
  renewal = () =>
    Response.json({
      ...{ token: 'second', sessionId: 's', session: stored?.session, serverId: 's' },
      ...{ expiresOn: Date.now() + 600_000, idleUntil: 0, absoluteUntil: 0, now: Date.now() },
      ...{ sealKey: btoa('s'.repeat(32)), formerSealKeys: [] },
    })
  const { finish } = await take()
  await finish((first) => {
    Request.onSend = (second) => queueMicrotask(() => second.answer(200, RESTORED))
    expired(first)
  })
  expect(Request.all.map(({ headers }) => headers['x-auth-token'])).toEqual(['token', 'second'])
  expect(result.current.step).toEqual({ at: 'done', project: RESTORED })
})
