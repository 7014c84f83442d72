// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { asContact, invitePeople } from './invite-people.ts'
import { sessionTokens } from './session-tokens.ts'

/** The bodies of the requests; the server refuses the addresses that begin with `no`. */
let asked: { email: string; roles: string[]; isPrimaryContact: boolean }[]
beforeEach(() => {
  asked = []
  vi.spyOn(sessionTokens, 'current').mockResolvedValue('token')
  vi.stubGlobal('fetch', async (_path: string, { body }: RequestInit) => {
    const one = JSON.parse(String(body))
    asked.push(one)
    if (one.email.startsWith('lost')) throw new TypeError('There is no server')
    return one.email.startsWith('no')
      ? new Response(JSON.stringify({ messageCodes: ['NOT_ALLOWED'] }), { status: 400 })
      : new Response(JSON.stringify({}))
  })
})
afterEach(() => vi.restoreAllMocks())
const invite = (addresses: string[], hasPrimary = false) =>
  invitePeople({ organizationId: 5, addresses, asPerson: asContact(hasPrimary) })

describe('people invited to a vendor', () => {
  it('are contacts, of whom the first one invited becomes the primary contact', async () => {
    const { invited, refused } = await invite(['no-1@x', 'a@x', 'b@x'])
    expect(invited).toEqual(['a@x', 'b@x'])
    expect(refused.map(({ address }) => address)).toEqual(['no-1@x'])
    expect(asked).toMatchObject([
      { email: 'no-1@x', roles: ['role-vendor-primary-contact'], isPrimaryContact: true },
      { email: 'a@x', roles: ['role-vendor-primary-contact'], isPrimaryContact: true },
      { email: 'b@x', roles: ['role-vendor-contact'], isPrimaryContact: false },
    ])
  })

  it('are contacts only, if the vendor has a primary contact', async () => {
    await invite(['a@x'], true)
    expect(asked).toMatchObject([{ roles: ['role-vendor-contact'], isPrimaryContact: false }])
  })

  it('are refused in the order of their addresses, all of them after a lost connection', async () => {
    const { invited, refused } = await invite(['no-1@x', 'no-2@x', 'a@x', 'lost@x', 'b@x', 'c@x'])
    expect(invited).toEqual(['a@x'])
    expect(refused.map(({ address }) => address)).toEqual([
      ...['no-1@x', 'no-2@x', 'lost@x', 'b@x', 'c@x'],
    ])
    expect(asked).toHaveLength(4)
    const [first, , lost, ...rest] = refused
    expect(rest.map(({ error }) => error)).toEqual([lost?.error, lost?.error])
    expect(first?.error).not.toBe(lost?.error)
  })
})
