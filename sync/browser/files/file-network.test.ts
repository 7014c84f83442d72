import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Tokens } from '../session/tokens.ts'
import { createFileNetwork, isFinal } from './file-network.ts'

// `send-bytes.test.ts` tests the requests of a whole file.
const refusal = (code: unknown, status: number): Response =>
  Response.json({ message: String(code), messageCodes: [code] }, { status })

let asked: { init: RequestInit; token: string | null }[]
let answers: (() => Response)[]
let rejected: string[]
let tokens: Tokens
const send = (signal = new AbortController().signal) =>
  createFileNetwork(tokens).send({ contentHash: 'hash', bytes: 10, offset: 4, blob: null }, signal)
const content = (signal?: AbortSignal) => createFileNetwork(tokens).content('a.7', signal)

beforeEach(() => {
  ;[asked, answers, rejected] = [[], [], []]
  tokens = {
    current: async () => 'first',
    renewed: async (token) => {
      rejected.push(token)
      return 'second'
    },
    forget: () => undefined,
  }
  vi.stubGlobal('fetch', async (_path: string, init: RequestInit) => {
    asked.push({ init, token: new Headers(init.headers).get('x-auth-token') })
    const answer = answers.shift()
    if (answer === undefined) throw new TypeError('no answer is left')
    return answer()
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('a request', () => {
  it('for a piece may take two minutes, and for a whole content ten', async () => {
    const limits = vi.spyOn(AbortSignal, 'timeout')
    answers = [() => Response.json({ received: 7, isComplete: false }), () => new Response('bytes')]
    await send()
    await content()
    expect(limits.mock.calls).toEqual([[120_000], [600_000]])
  })
  it('that takes too long ends like one without a network', async () => {
    const control = new AbortController()
    vi.spyOn(AbortSignal, 'timeout').mockReturnValue(control.signal)
    answers = Array.from({ length: 3 }, () => () => new Response('{}'))
    await send()
    await content()
    await content(new AbortController().signal)
    const aborted = () => asked.map(({ init }) => init.signal?.aborted)
    expect(aborted()).toEqual([false, false, false])
    control.abort()
    expect(aborted()).toEqual([true, true, true])
  })
  it('for a content is given up with the signal of the caller', async () => {
    const control = new AbortController()
    answers = [() => new Response('bytes')]
    await content(control.signal)
    expect(asked[0]?.init.signal?.aborted).toBe(false)
    control.abort()
    expect(asked[0]?.init.signal?.aborted).toBe(true)
  })
  it('without bytes tells no type of bytes', async () => {
    answers = [() => Response.json({ received: 7, isComplete: false })]
    await send()
    expect([...new Headers(asked[0]?.init.headers).keys()]).toEqual(['x-auth-token'])
  })
  it('whose token was refused is sent once more, with the renewed one', async () => {
    answers = [
      () => refusal('WRONG_TOKEN', 401),
      () => Response.json({ received: 7, isComplete: false }),
    ]
    expect(await send()).toEqual({ received: 7, isComplete: false })
    expect(asked.map(({ token }) => token)).toEqual(['first', 'second'])
    expect(rejected).toEqual(['first'])
  })
})

describe('an answer without the bytes', () => {
  it('renews no token where the token was not the reason', async () => {
    answers = [() => refusal('NOT_FOUND', 404)]
    await expect(send()).rejects.toMatchObject({ code: 'NOT_FOUND', detail: {} })
    expect([asked.length, rejected]).toEqual([1, []])
  })
  it.each([
    ['a code that is no list', Response.json({ messageCodes: 'NOT_FOUND' }, { status: 404 })],
    ['an empty list of codes', Response.json({ messageCodes: [] }, { status: 404 })],
    ['a code that is no text', refusal(404, 404)],
    ['no object', Response.json(null, { status: 502 })],
  ])('is no verdict of the server with %s', async (_name, answer) => {
    answers = [() => answer]
    await expect(send()).rejects.toMatchObject({ name: 'SyncFailure', kind: 'blocked' })
  })
  it('is final for what the file itself is, not for what the server lacks just now', () => {
    for (const code of ['validation.mimes', 'TOO_LARGE', 'FILE_DAMAGED', 'NOT_FOUND'] as const)
      expect(isFinal(code), code).toBe(true)
    for (const code of ['INTERNAL', 'WRONG_TOKEN', 'FILE_MISSING'] as const)
      expect(isFinal(code), code).toBe(false)
  })
})
