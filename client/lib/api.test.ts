// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Refusal } from '#schema/refusal.ts'
import { api, refusalFrom, sendForm } from './api.ts'
import { asContact, invitePeople } from './invite-people.ts'
import { OfflineError } from './offline-error.ts'
import { sessionTokens } from './session-tokens.ts'
import { isStolen } from './stolen-password.ts'

interface Asked {
  path: string
  method: string | undefined
  headers: Record<string, string>
  body: unknown
}
let asked: Asked[] = []
/** The server answers with these in turn, then with the last one. */
const answering = (...answers: (Response | Error | object)[]): void => {
  asked = []
  vi.stubGlobal('fetch', async (path: string, { method, headers, body }: RequestInit) => {
    asked.push({ path, method, headers: headers as Record<string, string>, body })
    const answer = answers[Math.min(asked.length, answers.length) - 1]
    if (answer instanceof Error) throw answer
    return answer instanceof Response ? answer : new Response(JSON.stringify(answer))
  })
}
const refused = (status: number, body: object = {}) =>
  new Response(JSON.stringify(body), { status })

beforeEach(() => {
  vi.spyOn(sessionTokens, 'current').mockResolvedValue('first')
  vi.spyOn(sessionTokens, 'renewed').mockResolvedValue('second')
})
afterEach(() => vi.restoreAllMocks())

describe('a call', () => {
  it('puts parameters into the path, and sends the token and JSON', async () => {
    answering([])
    await api.organizations.vendors({ params: { id: 'a/b' } })
    expect(asked[0]?.path).toContain('/a%2Fb')
    expect(asked[0]?.headers).toMatchObject({ 'x-auth-token': 'first' })
    expect(asked[0]?.body).toBeUndefined()
    answering({ salt: '', iterations: 1 })
    await api.auth.prelogin({ body: { username: 'vera' } })
    // Signing in needs no token.
    expect(asked).toMatchObject([
      {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"username":"vera"}',
      },
    ])
    expect(asked[0]?.headers).not.toHaveProperty('x-auth-token')
  })

  it('is repeated once with a renewed token', async () => {
    answering(refused(401), [])
    expect(await api.projects.waiting({})).toEqual([])
    expect(asked.map(({ headers }) => headers['x-auth-token'])).toEqual(['first', 'second'])
    vi.spyOn(sessionTokens, 'renewed').mockResolvedValue(null)
    answering(refused(401, { messageCodes: ['USER_SESSION_EXPIRED'] }))
    await expect(api.projects.waiting({})).rejects.toMatchObject({ code: 'USER_SESSION_EXPIRED' })
    expect(asked).toHaveLength(1)
  })

  it('is not sent by a person who is signed out', async () => {
    vi.spyOn(sessionTokens, 'current').mockResolvedValue(null)
    answering([])
    await expect(api.projects.waiting({})).rejects.toMatchObject({ code: 'USER_SESSION_EXPIRED' })
    expect(asked).toEqual([])
  })

  it.each([
    ['no server', new TypeError('away'), false],
    ['a page of a portal', new Response('<p>', { headers: { 'content-type': 'text/html' } }), true],
    ['no JSON', new Response('<p>'), true],
    ['an error without a code', refused(500), true],
  ])('%s is a lost connection; blocked: %#', async (_case, answer, isBlocked) => {
    answering(answer)
    const error: unknown = await api.projects.waiting({}).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(OfflineError)
    expect(error).toMatchObject({ isBlocked })
  })

  it('an empty answer is no value', async () => {
    answering(new Response(''))
    expect(await api.projects.waiting({})).toBeUndefined()
  })
})

it.each([
  [400, { messageCodes: ['NOT_ALLOWED', 'TOO_LARGE'] }, { code: 'NOT_ALLOWED', detail: {} }],
  [400, { messageCodes: ['NOT_ALLOWED'], field: 'name' }, { field: 'name' }],
  [400, { messageCodes: ['TOO_LARGE'], detail: { limit: 3 } }, { detail: { limit: 3 } }],
  [400, { messageCodes: ['TOO_LARGE'], detail: null }, { detail: {} }],
  [400, { messageCodes: ['unknown to this version'] }, { code: 'INTERNAL' }],
  [413, {}, { code: 'TOO_LARGE' }],
  [429, {}, { code: 'UNAVAILABLE' }],
])('an answer %i %j is the refusal %j', async (status, body, refusal) => {
  const found = await refusalFrom(refused(status, body))
  expect(found).toBeInstanceOf(Refusal)
  expect(found).toMatchObject(refusal)
})

it('a form holds the request and, if there is one, the file', async () => {
  answering({})
  const endpoint = { method: 'POST', path: '/x', access: 'user' } as never
  await sendForm(endpoint, { a: 1 }, null)
  await sendForm(endpoint, { a: 1 }, new Blob(['b']))
  expect(asked.map(({ body }) => [...(body as FormData).keys()])).toEqual([
    ['request'],
    ['request', 'file'],
  ])
  expect(asked[0]?.headers).not.toHaveProperty('content-type')
})

describe('a stolen password', () => {
  const hex = async (text: string) =>
    Buffer.from(await crypto.subtle.digest('SHA-1', new TextEncoder().encode(text))).toString('hex')

  it.each([
    ['the whole rest', (rest: string) => rest, true],
    ['in capitals', (rest: string) => rest.toUpperCase(), true],
    ['the first 11 digits', (rest: string) => rest.slice(0, 11), true],
    ['the first 10 digits', (rest: string) => rest.slice(0, 10), false],
    ['the last digits', (rest: string) => rest.slice(-12), false],
  ])('is known by %s', async (_case, suffixOf, isKnown) => {
    const hash = await hex('password')
    answering({ suffixes: ['0'.repeat(35), suffixOf(hash.slice(5))] })
    expect(await isStolen('password')).toBe(isKnown)
    // The server learns five digits only.
    expect(asked[0]?.body).toBe(JSON.stringify({ hash: hash.slice(0, 5).toUpperCase() }))
  })
})

describe('invitations', () => {
  const invite = (...addresses: string[]) =>
    invitePeople({ organizationId: 4, addresses, asPerson: asContact(false) })
  const sent = () => asked.map(({ body }) => JSON.parse(String(body)) as Record<string, unknown>)

  it('the first person who is invited is the primary contact of a vendor without one', async () => {
    answering(refused(400, { messageCodes: ['NOT_ALLOWED'] }), {})
    const { invited, refused: left } = await invite('a', 'b', 'c')
    expect(invited).toEqual(['b', 'c'])
    expect(left).toMatchObject([{ address: 'a', error: { code: 'NOT_ALLOWED' } }])
    expect(sent().map(({ email, isPrimaryContact }) => [email, isPrimaryContact])).toEqual([
      ['a', true],
      ['b', true],
      ['c', false],
    ])
    expect(sent()[2]).toMatchObject({ organizationId: 4, roles: ['role-vendor-contact'] })
    expect(asContact(true)(0)).toEqual({ isPrimaryContact: false, roles: ['role-vendor-contact'] })
  })

  it('a lost connection stops the rest', async () => {
    answering({}, new TypeError('away'))
    const { invited, refused: left } = await invite('a', 'b', 'c')
    expect(invited).toEqual(['a'])
    expect(left.map(({ address }) => address)).toEqual(['b', 'c'])
    expect(asked).toHaveLength(2)
  })
})
