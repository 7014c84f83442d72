import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { LIMITS } from '#schema/tables/limits.ts'
import {
  clearSession,
  readSession,
  writeActiveAt,
  writeSession,
} from '#sync/browser/session/session-store.ts'
import { keepPageSession } from '../../tests/support/page-session.ts'
import { fetchNotification, isSignedIn } from './fetch-notification.ts'

const RENEWAL = '/api/users-service/auth/renew'
const NOTIFICATION = {
  ...{ id: 'n/1', message: 'COMMENT_ADDED', createdOn: 1, read: false, project: null },
  ...{ organization: null, link: '/project/p' },
}
let asked: { path: string; token: string | null; signal: AbortSignal | null | undefined }[]
/** Answers of the server in turn; the last one stays. */
let answers: (() => Response)[]
let renewal: () => Response
const found = () => Response.json({ notification: NOTIFICATION, unread: 3 })
const refused = (status: number) => () => Response.json({ messageCodes: ['X'] }, { status })
const renewed = async () => {
  const stored = await readSession()
  const expiresOn = Date.now() + 600_000
  const keys = { sealKey: btoa('s'.repeat(32)), formerSealKeys: [] }
  return () =>
    Response.json({
      ...{ token: 'second', sessionId: 's', session: stored?.session, expiresOn, ...keys },
      ...{ idleUntil: 0, absoluteUntil: 0, now: Date.now(), serverId: 's' },
    })
}
const signIn = async (activeAgoMs = 0) => {
  await keepPageSession()
  await writeActiveAt(Date.now() - activeAgoMs)
}

beforeEach(async () => {
  ;[asked, answers, renewal] = [[], [found], refused(401)]
  vi.stubGlobal('fetch', async (path: string, { headers, signal }: RequestInit) => {
    if (path === RENEWAL) return renewal()
    asked.push({ path, token: new Headers(headers).get('x-auth-token'), signal })
    signal?.throwIfAborted()
    return (answers.length > 1 ? answers.shift() : answers[0])?.() ?? Response.error()
  })
  await signIn()
})
afterEach(async () => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  await clearSession()
})

describe('the text of a push', () => {
  it('is read with the session of the device', async () => {
    const wait = vi.spyOn(AbortSignal, 'timeout')
    expect(await fetchNotification('n/1')).toEqual({
      ...{ kind: 'found', notification: NOTIFICATION, unread: 3, sessionId: 's' },
    })
    expect(asked).toMatchObject([
      { path: '/api/notification-service/notifications/n%2F1', token: 'token' },
    ])
    expect(wait).toHaveBeenCalledWith(10_000)
    expect(asked[0]?.signal).toBe(wait.mock.results[0]?.value)
  })

  it('is not there for a person who may not read it', async () => {
    answers = [refused(404)]
    expect(await fetchNotification('n')).toEqual({ kind: 'none' })
    expect(asked).toHaveLength(1)
  })

  it.each([
    ['fails', refused(500)],
    ['refuses for now', refused(429)],
    ['forbids it', refused(403)],
    ['is not reached', () => Response.error()],
    [
      'is replaced by a portal',
      () => new Response('Sign in', { headers: { 'content-type': 'text/html' } }),
    ],
  ])('is read later when the server %s', async (_case, answer) => {
    answers = [
      () => {
        const response = answer()
        if (response.type === 'error') throw new TypeError('No network')
        return response
      },
    ]
    expect(await fetchNotification('n')).toEqual({ kind: 'later' })
    expect(asked).toHaveLength(1)
  })

  it('is read later when the server takes too long', async () => {
    vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort(new Error('Late')))
    expect(await fetchNotification('n')).toEqual({ kind: 'later' })
  })

  it('is read with the next token when the server refuses the first', async () => {
    renewal = await renewed()
    answers = [refused(401), found]
    expect(await fetchNotification('n')).toMatchObject({ kind: 'found', sessionId: 's' })
    expect(asked.map(({ token }) => token)).toEqual(['token', 'second'])
  })

  it('stays locked when the server refuses the next token too', async () => {
    renewal = await renewed()
    answers = [refused(401)]
    expect(await fetchNotification('n')).toEqual({ kind: 'locked' })
    expect(asked).toHaveLength(2)
  })

  it('stays locked when only the password helps', async () => {
    answers = [refused(401)]
    expect(await fetchNotification('n')).toEqual({ kind: 'locked' })
    expect(asked).toHaveLength(1)
    expect(await fetchNotification('n'), 'the session has ended').toEqual({ kind: 'locked' })
    expect(asked).toHaveLength(1)
  })

  it('stays locked once the screen is, and no push asks for it or prolongs the session', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    await signIn(LIMITS.idleMs - 1)
    expect(await fetchNotification('n')).toMatchObject({ kind: 'found' })
    await signIn(LIMITS.idleMs)
    expect(await fetchNotification('n')).toEqual({ kind: 'locked' })
    expect(asked).toHaveLength(1)
    vi.useRealTimers()
  })

  it('stays locked after a sign-out', async () => {
    await clearSession()
    expect(await fetchNotification('n')).toEqual({ kind: 'locked' })
    expect(asked).toEqual([])
  })
})

it('a notification belongs to the session that read it, until that one needs a password', async () => {
  expect([await isSignedIn('s'), await isSignedIn('another')]).toEqual([true, false])
  const stored = await readSession()
  if (stored !== undefined) await writeSession({ ...stored, isExpired: true })
  expect(await isSignedIn('s')).toBe(false)
  await clearSession()
  expect(await isSignedIn('s')).toBe(false)
})
