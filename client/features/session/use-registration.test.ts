// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { act, cleanup, renderHook } from '@testing-library/react'
import type { FormEvent } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { LinkFacts } from '#schema/api/users-service/registration.ts'
import { hashPassword } from '../../lib/password.ts'
import { keepPending, pendingSignIn } from '../../lib/pending-sign-in.ts'
import { startLocale } from '../../locales/start-locale.ts'
import { inLocale } from '../../../tests/support/in-locale.tsx'
import { PASSWORD_INPUT } from '../../ui/fields/new-password-fields.tsx'
import {
  type Registered,
  registrationInput,
  type RegistrationField,
  useRegistration,
} from './use-registration.ts'

/** The estimate of the worker that this environment does not have. */
const estimate = vi.hoisted(() => ({ words: [] as readonly string[] }))
vi.mock('../../lib/password-strength.ts', async (original) => ({
  ...(await original<object>()),
  passwordStrength: async (_password: string, words: readonly string[]) => {
    estimate.words = words
    return 4
  },
}))

const SALT = btoa('salt')
const PASSWORD = 'Quiet-harbour-81'
const VALUES: Record<RegistrationField, string> = {
  username: ' Ada.L ',
  firstname: 'Ada',
  lastname: 'Lovelace',
  email: 'ada@example.test',
  organization: '',
}
const FACTS: LinkFacts = {
  ...{ state: 'OPEN' as LinkFacts['state'], purpose: 'invitation', email: null },
  ...{ organizationName: 'City', hasAccount: false, account: null },
}
let asked: { path: string; body: Record<string, unknown> }[]
let refusals: Record<string, () => Response>
let isFree: boolean
let registered: Registered[]
const refuse = (code: string, field?: string) => () =>
  Response.json({ message: '', messageCodes: [code], field }, { status: 400 })

beforeEach(async () => {
  await startLocale('en')
  keepPending(null)
  ;[asked, refusals, isFree, registered] = [[], {}, true, []]
  vi.stubGlobal('fetch', async (path: string, { body }: RequestInit) => {
    const name = path.split('/').at(-1) ?? ''
    asked.push({ path: name, body: JSON.parse(String(body)) as Record<string, unknown> })
    const refusal = refusals[name]
    if (refusal !== undefined) return refusal()
    if (name === 'username-check') return Response.json({ isFree })
    if (name === 'prelogin') return Response.json({ salt: SALT, iterations: 10 })
    if (name === 'create') return Response.json({ state: 'READY', isTwoFactorRequired: true })
    return Response.json({ suffixes: [] })
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})
const calls = (name: string) => asked.filter(({ path }) => path === name).map(({ body }) => body)

const open = (facts: Partial<LinkFacts> = {}) => {
  const { result } = renderHook(
    () =>
      useRegistration({
        token: 'token',
        facts: { ...FACTS, ...facts },
        onRegistered: (outcome) => void registered.push(outcome),
      }),
    { wrapper: inLocale },
  )
  const form = () => result.current
  return {
    form,
    fill: (values: Partial<typeof VALUES> = {}, password = PASSWORD, confirmation = password) =>
      act(() => {
        form().setValues({ ...VALUES, ...values })
        form().setPassword({ password, confirmation })
      }),
    submit: async () => {
      const event = { preventDefault: vi.fn<() => void>() }
      await act(async () => await form().submit(event as unknown as FormEvent))
      expect(event.preventDefault).toHaveBeenCalledOnce()
      return form().errors.map(({ inputId }) => inputId)
    },
  }
}
const input = registrationInput

describe('a complete form', () => {
  it('registers with a hash of the password, and keeps what signs the person in', async () => {
    const { form, fill, submit } = open()
    fill({ organization: 'Office' })
    expect(form().isBusy).toBe(false)
    expect(await submit()).toEqual([])
    const hash = await hashPassword(PASSWORD, SALT, 10)
    const { email, ...values } = VALUES
    expect(calls('create')).toEqual([
      { token: 'token', hash, ...values, organization: 'Office', language: 'en' },
    ])
    expect(JSON.stringify(calls('create')), 'the invitation has the address').not.toContain(email)
    expect(JSON.stringify(asked)).not.toContain(PASSWORD)
    expect(calls('prelogin')).toEqual([{ username: 'ada.l' }])
    expect(calls('username-check')).toEqual([{ username: 'ada.l', token: 'token' }])
    expect(registered).toEqual([{ state: 'READY', isTwoFactorRequired: true }])
    expect(pendingSignIn()).toMatchObject({ username: 'ada.l', hash })
    expect(form().isBusy, 'the page goes on, so the button stays off').toBe(true)
  })

  it('asks for the address only where the invitation has none', async () => {
    const { form, fill, submit } = open({ email: '' })
    expect(form().asksEmail).toBe(true)
    fill()
    await submit()
    expect(calls('create')).toMatchObject([{ email: 'ada@example.test' }])
    expect(open({ email: 'ada@example.test' }).form().asksEmail).toBe(false)
  })

  it('is judged with all names that a guess would try', async () => {
    const { fill, form, submit } = open({ email: 'mailed@example.test' })
    fill({ organization: 'Office' })
    await submit()
    expect(form().owner.username).toBe('ada.l')
    for (const word of ['ada.l', 'Ada', 'Lovelace', 'Office', 'City', 'mailed@example.test'])
      expect(estimate.words).toContain(word)
  })
})

describe('an incomplete form', () => {
  it('names every missing field, and asks the server nothing', async () => {
    const { submit, form } = open({ email: '' })
    const errors = await submit()
    expect(errors.slice(0, 4)).toEqual(
      (['firstname', 'lastname', 'email', 'username'] as const).map(input),
    )
    expect(errors).toContain(PASSWORD_INPUT)
    expect(new Set(form().errors.map(({ text }) => text)).size).toBe(form().errors.length)
    expect([asked, registered, form().isBusy]).toEqual([[], [], false])
  })

  it('needs no address where the invitation has it, and never an organization', async () => {
    const { fill, submit } = open()
    fill({ email: '', organization: '', firstname: '  ' })
    expect(await submit()).toEqual([input('firstname')])
  })

  it.each([
    ['ada@example.test', 'an address'],
    ['ad', 'too short'],
    ['ada lovelace', 'a blank'],
  ])(
    'a username that cannot be one (%s) is refused without asking the server',
    async (username) => {
      const { fill, submit } = open()
      fill({ username })
      expect(await submit()).toEqual([input('username')])
      expect([calls('username-check'), registered]).toEqual([[], []])
    },
  )

  it('a username that is taken is told', async () => {
    isFree = false
    const { fill, submit } = open()
    fill()
    expect(await submit()).toEqual([input('username')])
    expect(calls('create')).toEqual([])
  })

  it('a name that cannot be read aloud is told with its label', async () => {
    const { fill, submit, form } = open()
    fill({ firstname: '\u202Eada', lastname: '...' })
    expect(await submit()).toEqual([input('firstname'), input('lastname')])
    const [first, last] = form().errors
    expect(first?.text.startsWith(form().labels.firstname)).toBe(true)
    expect(last?.text.startsWith(form().labels.lastname)).toBe(true)
  })

  it('a weak or a differing password is told, and the errors go once it is mended', async () => {
    const { fill, submit, form } = open()
    fill({}, 'short')
    expect(await submit()).toContain(PASSWORD_INPUT)
    fill({}, PASSWORD, 'another')
    expect(await submit()).not.toEqual([])
    expect(registered).toEqual([])
    fill()
    expect([await submit(), form().errors, registered.length]).toEqual([[], [], 1])
  })
})

describe('a server that refuses', () => {
  it.each([
    ['username', input('username')],
    ['email', input('email')],
    ['password', PASSWORD_INPUT],
    ['language', null],
    [undefined, null],
  ])('is quoted at the field %s', async (field, inputId) => {
    refusals.create = refuse('NAME_SIGNS', field)
    const { fill, submit, form } = open()
    fill()
    expect(await submit()).toEqual([inputId])
    expect(form().errors[0]?.text).toMatch(/./)
    expect([registered, form().isBusy, pendingSignIn()]).toEqual([[], false, null])
  })

  it('or that is away is told for the whole form, which can be sent again', async () => {
    refusals['username-check'] = () => {
      throw new TypeError('Without a network')
    }
    const { fill, submit, form } = open()
    fill()
    expect(await submit()).toEqual([null])
    expect(form().isBusy).toBe(false)
    refusals = {}
    expect([await submit(), registered.length]).toEqual([[], 1])
  })
})
