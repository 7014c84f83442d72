// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { Dexie } from 'dexie'
import { locks } from 'node:worker_threads'
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Session, SignedIn } from '#schema/api/users-service/auth.ts'
import { clearSession, readSession, writeSession } from '#sync/browser/session/session-store.ts'
import { hashPassword } from './password.ts'
import type * as SessionModule from './session.ts'

const SALT = btoa('salt of the account')
const PASSWORD = 'Quiet-harbour-81'
const ANNA: Session = {
  userId: 1,
  username: 'anna',
  name: 'Anna',
  roles: [],
  organizationId: 5,
  organizationName: 'City',
  vendorId: null,
  permissions: ['SYSTEM_ADMIN'],
  isPrimaryContact: false,
  otpActivated: false,
}
const BELA: Session = { ...ANNA, userId: 2, username: 'bela', name: 'Bela', permissions: [] }

interface Asked {
  path: string
  body: Record<string, unknown>
  token: string | null
}
/** What the server answers; a call that it does not name finds no network. */
type Server = Record<string, (asked: Asked) => Response>
let asked: Asked[]
let server: Server
const askedOf = (name: string): Asked[] => asked.filter(({ path }) => path.endsWith(`/${name}`))
const signedInAs = (session: Session, token = `token of ${session.username}`): Response => {
  const answer: SignedIn = {
    ...{ token, sessionId: `session of ${session.username}`, session, serverId: 's' },
    ...{ expiresOn: Date.now() + 600_000, idleUntil: 0, absoluteUntil: 0, now: Date.now() },
    sealKey: btoa('s'.repeat(32)),
    formerSealKeys: [],
  }
  return Response.json(answer)
}
const refused = (status: number, ...messageCodes: string[]): Response =>
  Response.json({ message: '', messageCodes }, { status })

/** The notifications of the system and the subscription to pushes, as this browser has them. */
let browser: { shown: { close(): void }[]; hidden: number; isSubscribed: boolean }
let channels: BroadcastChannel[]

beforeEach(() => {
  ;[asked, channels] = [[], []]
  server = {
    prelogin: () => Response.json({ salt: SALT, iterations: 10 }),
    authenticate: ({ body }) => signedInAs(body.username === 'bela' ? BELA : ANNA),
    logout: () => Response.json({}),
  }
  browser = { shown: [], hidden: 0, isSubscribed: true }
  browser.shown = [{ close: () => void (browser.hidden += 1) }]
  Object.defineProperty(navigator, 'locks', { value: locks, configurable: true })
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: {
      getRegistration: async () => ({
        getNotifications: async () => browser.shown,
        pushManager: {
          getSubscription: async () => ({
            unsubscribe: async () => void (browser.isSubscribed = false),
          }),
        },
      }),
    },
  })
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const name = path.split('/').at(-1) ?? ''
    const body = typeof init.body === 'string' ? (JSON.parse(init.body) as Asked['body']) : {}
    const one = { path, body, token: new Headers(init.headers).get('x-auth-token') }
    asked.push(one)
    const answer = server[name]?.(one)
    if (answer === undefined) throw new TypeError('Without a network')
    return answer
  })
})
let closeLast = (): void => undefined
afterEach(async () => {
  cleanup()
  closeLast()
  await new Promise((done) => setTimeout(done, 0))
  for (const channel of channels) channel.close()
  localStorage.clear()
  sessionStorage.clear()
  await clearSession()
  vi.unstubAllGlobals()
})

/** Loads a page; like one of the browser, it starts from what is stored. */
const openPage = async () => {
  vi.resetModules()
  const { enterMemory } = await import('./memory-mode.ts')
  await enterMemory(() => undefined)
  const devices = await import('./device.ts')
  closeLast = devices.closeDevice
  return { ...(await import('./session.ts')), devices, device: devices.currentDevice }
}
type Page = Awaited<ReturnType<typeof openPage>>
const signIn = async ({ credentialsOf, signInWith }: typeof SessionModule, username = 'anna') =>
  await signInWith(await credentialsOf(username, PASSWORD))
const signedInPage = async (): Promise<Page> => {
  const page = await openPage()
  await signIn(page)
  await page.device()?.isReady
  return page
}
const KEYS = ['token', 'user', 'username', 'permissions']
const keptKeys = () => KEYS.filter((key) => localStorage.getItem(key) !== null)

/** An edit that the server does not have. */
const writeUnsent = async (page: Page) => {
  await page.device()?.database.outbox.put({
    mid: 1,
    writer: 'w',
    projectId: 'p',
    command: 'packages.update',
    args: {},
    base: {},
    clientAt: Date.now(),
    label: '',
    touched: [],
    poison: null,
  })
}
/** What other tabs with this database hear from the page. */
const listen = (page: Page): unknown[] => {
  const heard: unknown[] = []
  const channel = new BroadcastChannel(`${page.device()?.database.name ?? ''}-notes`)
  channel.onmessage = ({ data }: MessageEvent<{ type: string }>) => void heard.push(data.type)
  channels.push(channel)
  return heard
}
const databaseNames = async () => (await indexedDB.databases()).map(({ name }) => name)

describe('signing in', () => {
  it('sends a hash of the password and the public key of a key that nobody can read out', async () => {
    const page = await signedInPage()
    expect(askedOf('prelogin')[0]?.body).toEqual({ username: 'anna' })
    const hash = await hashPassword(PASSWORD, SALT, 10)
    const sent = askedOf('authenticate')[0]?.body
    expect(sent).toMatchObject({ username: 'anna', hash, otp: null })
    expect(JSON.stringify(asked)).not.toContain(PASSWORD)
    const privateKey = (await readSession())?.privateKey
    expect(privateKey).toMatchObject({ extractable: false, usages: ['sign'] })
    const publicKey = await crypto.subtle.importKey(
      'jwk',
      sent?.publicKey as JsonWebKey,
      { name: 'ECDSA', namedCurve: 'P-256' },
      false,
      ['verify'],
    )
    const text = new TextEncoder().encode('renewal')
    const proof = { name: 'ECDSA', hash: 'SHA-256' }
    const signature = await crypto.subtle.sign(proof, privateKey as CryptoKey, text)
    expect(await crypto.subtle.verify(proof, publicKey, signature, text)).toBe(true)
    expect(page.currentSession()).toEqual(ANNA)
  })

  it('keeps the session under the four keys of the specification, and opens the device', async () => {
    const page = await openPage()
    const { result } = renderHook(() => page.useSession())
    expect([result.current, page.device()]).toEqual([null, null])
    await act(() => signIn(page))
    expect(result.current).toEqual(ANNA)
    expect(localStorage.getItem('token')).toBe('token of anna')
    expect(JSON.parse(localStorage.getItem('user') ?? '')).toEqual(ANNA)
    expect(localStorage.getItem('username')).toBe('anna')
    expect(localStorage.getItem('permissions')).toBe('["SYSTEM_ADMIN"]')
    expect(page.device()?.session).toEqual(ANNA)
    expect(localStorage.getItem('tenderbook.active')).not.toBeNull()
  })

  it('sends the code of the second factor, and tells other tabs of the person', async () => {
    const page = await openPage()
    const { username, hash } = await page.credentialsOf('anna', PASSWORD)
    await page.signInWith({ username, hash }, '123456')
    expect(askedOf('authenticate')[0]?.body).toMatchObject({ otp: '123456' })
    expect(await page.isOwnPassword(PASSWORD), 'nothing was kept to check it with').toBe(false)
    const heard = listen(page)
    await signIn(page)
    await vi.waitFor(() => expect(heard).toContain('session'))
  })

  it('changes nothing on this device if the server refuses it, or is away', async () => {
    const page = await openPage()
    server.authenticate = () => refused(401, 'BAD_CREDENTIALS')
    await expect(signIn(page)).rejects.toMatchObject({ code: 'BAD_CREDENTIALS' })
    delete server.prelogin
    await expect(signIn(page)).rejects.toMatchObject({ name: 'OfflineError' })
    expect([page.currentSession(), page.device(), keptKeys()]).toEqual([null, null, []])
    expect(await readSession()).toBeUndefined()
  })

  it('lets the device check the password later without a network', async () => {
    const page = await signedInPage()
    server = {}
    expect(await page.isOwnPassword(PASSWORD)).toBe(true)
    expect(await page.isOwnPassword('Quiet-harbour-82')).toBe(false)
    await clearSession()
    expect(await page.isOwnPassword(PASSWORD)).toBe(false)
  })

  it('again as the same person keeps the device with its unsent edits', async () => {
    const page = await signedInPage()
    const device = page.device()
    await writeUnsent(page)
    await page.renewSession(PASSWORD, '654321')
    expect(askedOf('authenticate').at(-1)?.body).toMatchObject({ username: 'anna', otp: '654321' })
    expect(page.device()).toBe(device)
    expect(await device?.database.outbox.count()).toBe(1)
  })

  it('again is impossible where no one is signed in', async () => {
    const page = await openPage()
    await page.renewSession(PASSWORD, null)
    expect(asked).toEqual([])
  })
})

describe('another person signs in', () => {
  const SETTING = 'tenderbook.user-1.recent'
  const leaveFor = async (next: Session) => {
    const page = await signedInPage()
    await writeUnsent(page)
    const device = page.device()
    const name = device?.database.name ?? ''
    localStorage.setItem(SETTING, '1')
    localStorage.setItem(`tenderbook.device-of.${name}`, 'here x')
    const heard = listen(page)
    server.authenticate = () => signedInAs(next)
    await signIn(page, next.username)
    return { page, name, heard, device }
  }

  it('after the edits of the former one are sealed, and what that person left is gone', async () => {
    const { page, name, heard, device } = await leaveFor(BELA)
    expect(page.device()?.session).toEqual(BELA)
    expect(device?.database.isOpen()).toBe(false)
    const { DeviceDatabase } = await import('#sync/browser/storage/database.ts')
    const left = new DeviceDatabase(name)
    expect(await left.outbox.count()).toBe(0)
    expect(await left.meta.where('key').startsWith('sealed/').count()).toBe(1)
    left.close()
    expect(localStorage.getItem(SETTING)).toBeNull()
    expect(localStorage.getItem(`tenderbook.device-of.${name}`)).toBeNull()
    await vi.waitFor(() => expect(heard).toContain('session'))
  })

  it('the same person for another organization keeps the settings, not the device', async () => {
    const { page, name } = await leaveFor({ ...ANNA, organizationId: 6 })
    expect(page.device()?.session.organizationId).toBe(6)
    expect(page.device()?.database.name).not.toBe(name)
    expect(localStorage.getItem(SETTING)).toBe('1')
    expect(localStorage.getItem(`tenderbook.device-of.${name}`)).toBeNull()
  })
})

describe('a page that loads', () => {
  it('knows the person at once from local storage, and opens the device', async () => {
    await signedInPage()
    closeLast()
    browser.hidden = 0
    const page = await openPage()
    expect([page.currentSession(), page.device()?.session]).toEqual([ANNA, ANNA])
    const { currentSession } = page
    const before = currentSession()
    await page.sessionReady
    await vi.waitFor(() => expect(localStorage.getItem('token')).toBe('token of anna'))
    expect(currentSession(), 'the same object: nothing is drawn again').toBe(before)
    expect(browser.hidden).toBe(0)
  })

  it.each([
    ['was lost', null],
    ['is broken', '{"userId":'],
  ])('waits for the database if the local copy %s', async (_how, text) => {
    await signedInPage()
    closeLast()
    localStorage.clear()
    if (text !== null) localStorage.setItem('user', text)
    const page = await openPage()
    expect(page.currentSession()).toBeNull()
    await page.sessionReady
    expect([page.currentSession(), page.device()?.session]).toEqual([ANNA, ANNA])
    expect(keptKeys()).toEqual(KEYS)
  })

  it('shows what the database has, where the local copy is older', async () => {
    await signedInPage()
    closeLast()
    localStorage.setItem('user', JSON.stringify({ ...ANNA, name: 'Formerly' }))
    const page = await openPage()
    await vi.waitFor(() => expect(page.currentSession()).toEqual(ANNA))
  })

  it('signs out where another tab ended the session, and hides what the system shows', async () => {
    await signedInPage()
    closeLast()
    await clearSession()
    browser.hidden = 0
    const page = await openPage()
    expect(page.device()).not.toBeNull()
    await vi.waitFor(() => expect(page.currentSession()).toBeNull())
    expect([page.device(), keptKeys()]).toEqual([null, []])
    await vi.waitFor(() => expect(browser.hidden).toBe(1))
  })

  it('asks for the password where the session has expired, and keeps the person', async () => {
    await signedInPage()
    closeLast()
    const stored = await readSession()
    if (stored !== undefined) await writeSession({ ...stored, isExpired: true })
    browser.hidden = 0
    const page = await openPage()
    const { result } = renderHook(() => page.useSessionExpired())
    await vi.waitFor(() => expect(result.current).toBe(true))
    expect([page.currentSession(), page.device()?.session]).toEqual([ANNA, ANNA])
    await vi.waitFor(() => expect(browser.hidden).toBe(1))
    await act(() => page.renewSession(PASSWORD, null))
    expect(result.current).toBe(false)
  })
})

describe('signing out', () => {
  it('ends the session at the server and on this device, and tells the other tabs', async () => {
    const page = await signedInPage()
    const { name } = page.device()?.database ?? { name: '' }
    localStorage.setItem(`tenderbook.device-of.${name}`, 'here x')
    localStorage.setItem('tenderbook.user-1.recent', '1')
    sessionStorage.setItem('scroll', '1')
    const heard = listen(page)
    browser.hidden = 0
    const before = vi.fn<() => Promise<void>>(async () => expect(askedOf('logout')).toEqual([]))
    expect(await page.signOut(before)).toBeNull()
    expect(before).toHaveBeenCalledOnce()
    expect(askedOf('logout')).toMatchObject([{ token: 'token of anna' }])
    expect([page.currentSession(), page.device(), keptKeys()]).toEqual([null, null, []])
    expect(await readSession()).toBeUndefined()
    expect(await databaseNames()).not.toContain(name)
    expect(localStorage.getItem(`tenderbook.device-of.${name}`)).toBeNull()
    expect(localStorage.getItem('tenderbook.user-1.recent')).toBeNull()
    expect(sessionStorage.length).toBe(0)
    expect(browser).toMatchObject({ isSubscribed: false })
    expect(browser.hidden).toBeGreaterThan(0)
    await vi.waitFor(() => expect(heard).toContain('session'))
  })

  it('waits while edits are unsent, and the person stays signed in', async () => {
    const page = await signedInPage()
    await writeUnsent(page)
    const before = vi.fn<() => Promise<void>>()
    expect(await page.signOut(before)).toEqual({ unsent: 1 })
    expect([before.mock.calls, askedOf('logout')]).toEqual([[], []])
    expect([page.currentSession(), keptKeys()]).toEqual([ANNA, KEYS])
  })

  it('does not happen if what comes before it fails', async () => {
    const page = await signedInPage()
    await expect(page.signOut(() => Promise.reject(new Error('Refused')))).rejects.toThrow(
      'Refused',
    )
    expect([askedOf('logout'), page.currentSession()]).toEqual([[], ANNA])
    expect(await page.signOut()).toBeNull()
  })

  it.each([
    ['keep', 1],
    ['discard', 0],
  ] as const)('anyway, without a network: %s', async (choice, sealed) => {
    const page = await signedInPage()
    await writeUnsent(page)
    const { name } = page.device()?.database ?? { name: '' }
    server = {}
    Object.defineProperty(navigator, 'serviceWorker', {
      configurable: true,
      value: { getRegistration: () => Promise.reject(new Error('Not now')) },
    })
    await page.signOutAnyway(choice)
    expect([page.currentSession(), page.device(), await readSession()]).toEqual([
      null,
      null,
      undefined,
    ])
    expect((await databaseNames()).includes(name)).toBe(sealed > 0)
    const { DeviceDatabase } = await import('#sync/browser/storage/database.ts')
    const left = new DeviceDatabase(name)
    expect(await left.outbox.count()).toBe(0)
    expect(await left.meta.where('key').startsWith('sealed/').count()).toBe(sealed)
    left.close()
  })

  it('runs once for all who ask at the same moment, and again after the next sign-in', async () => {
    const page = await signedInPage()
    await Promise.all([page.signOutAnyway('keep'), page.signOutAnyway('discard')])
    expect(askedOf('logout')).toHaveLength(1)
    await signIn(page)
    await page.signOutAnyway('keep')
    expect(askedOf('logout')).toHaveLength(2)
    expect(page.currentSession()).toBeNull()
  })
})

describe('another tab', () => {
  const note = (page: Page) => page.devices.deviceNotes.emit({ type: 'session' })

  it('signs the person out here too, with all that this tab wrote', async () => {
    const page = await signedInPage()
    localStorage.setItem('tenderbook.user-1.recent', '1')
    await clearSession()
    page.devices.deviceNotes.emit({ type: 'askState' })
    await new Promise((done) => setTimeout(done, 20))
    expect(page.currentSession(), 'no other note has this effect').toEqual(ANNA)
    note(page)
    await vi.waitFor(() => expect(page.currentSession()).toBeNull())
    expect([page.device(), keptKeys()]).toEqual([null, []])
    expect(localStorage.getItem('tenderbook.user-1.recent')).toBeNull()
  })

  it('signs another person in, whom this tab then shows', async () => {
    const page = await signedInPage()
    const stored = await readSession()
    if (stored !== undefined) await writeSession({ ...stored, session: BELA, token: 'next' })
    note(page)
    await vi.waitFor(() => expect(page.currentSession()).toEqual(BELA))
    expect(page.device()?.session).toEqual(BELA)
    expect(localStorage.getItem('token')).toBe('next')
  })

  it('renews the token, which this tab sends from then on', async () => {
    const page = await signedInPage()
    const { api } = await import('./api.ts')
    server.session = () => Response.json(ANNA)
    await api.auth.session({})
    const stored = await readSession()
    if (stored !== undefined) await writeSession({ ...stored, token: 'renewed' })
    note(page)
    await vi.waitFor(() => expect(localStorage.getItem('token')).toBe('renewed'))
    await api.auth.session({})
    expect(askedOf('session').map(({ token }) => token)).toEqual(['token of anna', 'renewed'])
  })
})

describe('the server refuses the token', () => {
  /** A call that the server answers only for another token. */
  const callWithOldToken = async (renew: () => Response) => {
    const page = await signedInPage()
    const heard = listen(page)
    server.session = ({ token }) =>
      token === 'token of anna' ? refused(401, 'WRONG_TOKEN') : Response.json(ANNA)
    server.renew = renew
    const { api } = await import('./api.ts')
    const call = api.auth.session({})
    return { page, heard, call }
  }

  it('a renewed one is kept, and the other tabs are told', async () => {
    const { page, heard, call } = await callWithOldToken(() => signedInAs(ANNA, 'renewed'))
    browser.hidden = 0
    expect(await call).toEqual(ANNA)
    expect(localStorage.getItem('token')).toBe('renewed')
    expect(page.currentSession()).toEqual(ANNA)
    expect(await page.isOwnPassword(PASSWORD)).toBe(true)
    await vi.waitFor(() => expect(heard).toContain('session'))
    expect(browser.hidden, 'notifications of the person').toBe(0)
  })

  it('where only the password helps, the work stays and the person is asked', async () => {
    const { page, heard, call } = await callWithOldToken(() => refused(401, 'USER_SESSION_EXPIRED'))
    await expect(call).rejects.toMatchObject({ code: 'WRONG_TOKEN' })
    const { result } = renderHook(() => page.useSessionExpired())
    expect([result.current, page.currentSession(), page.device()?.session]).toEqual([
      true,
      ANNA,
      ANNA,
    ])
    await vi.waitFor(() => expect(heard).toContain('session'))
  })

  it('where the access has ended, the person is signed out here and the work is sealed', async () => {
    const { page, call } = await callWithOldToken(() => refused(403, 'ACCESS_ENDED'))
    const { name } = page.device()?.database ?? { name: '' }
    await writeUnsent(page)
    await expect(call).rejects.toMatchObject({ code: 'WRONG_TOKEN' })
    await vi.waitFor(() => expect(page.device()).toBeNull())
    await vi.waitFor(() => expect(keptKeys()).toEqual([]))
    const { DeviceDatabase } = await import('#sync/browser/storage/database.ts')
    const left = new DeviceDatabase(name)
    expect(await left.outbox.count()).toBe(0)
    left.close()
  })
})

describe('a browser that stores nothing', () => {
  const whole = Dexie.dependencies.indexedDB
  afterEach(() => {
    Dexie.dependencies.indexedDB = whole
  })

  it('is told apart, and lets the person sign in and work in memory', async () => {
    await signedInPage()
    closeLast()
    vi.resetModules()
    const { enterMemory } = await import('./memory-mode.ts')
    await enterMemory(() => undefined)
    Dexie.dependencies.indexedDB = {
      open: () => {
        throw new DOMException('Not in this window', 'SecurityError')
      },
    } as never
    ;(await import('#sync/browser/session/session-store.ts')).reopenSessionStore()
    const devices = await import('./device.ts')
    closeLast = devices.closeDevice
    const page = await import('./session.ts')
    await page.storageMissing
    Dexie.dependencies.indexedDB = whole
    await page.goOnWithoutStorage()
    expect([page.currentSession(), devices.currentDevice(), keptKeys()]).toEqual([null, null, []])
    await signIn(page)
    expect([page.currentSession(), devices.currentDevice()?.session]).toEqual([ANNA, ANNA])
  })

  it('is not reported where the browser stores', async () => {
    const page = await openPage()
    let isMissing = false
    void page.storageMissing.then(() => (isMissing = true))
    await page.sessionReady
    await new Promise((done) => setTimeout(done, 20))
    expect(isMissing).toBe(false)
  })
})

describe('a broken database', () => {
  it('is replaced by one in memory, with the same person', async () => {
    const page = await signedInPage()
    const broken = page.device()
    if (broken === null) throw new Error('No device')
    page.devices.brokenDatabases.emit(broken)
    await vi.waitFor(() => expect(page.device()).not.toBe(broken))
    expect(page.device()?.session).toEqual(ANNA)
    expect(broken.database.isOpen()).toBe(false)
  })

  it('of a device that was left in the meantime changes nothing', async () => {
    const page = await signedInPage()
    const former = page.device()
    if (former === null) throw new Error('No device')
    page.devices.closeDevice()
    const device = page.devices.openDevice(ANNA)
    page.devices.brokenDatabases.emit(former)
    await new Promise((done) => setTimeout(done, 50))
    expect(page.device()).toBe(device)
  })
})
