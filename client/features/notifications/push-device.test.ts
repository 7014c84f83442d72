// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { clearSession } from '#sync/browser/session/session-store.ts'
import { keepPageSession } from '../../../tests/support/page-session.ts'
import { sessionTokens } from '../../lib/session-tokens.ts'
import { keepPush, usePush } from './push-device.ts'

/** Bytes whose text has each letter that addresses write otherwise, and ends with a filler. */
const KEY_BYTES = new Uint8Array([251, 255, 190, 4])
const KEY = '-_--BA'
const OTHER_KEY = new Uint8Array([1, 2, 3])

class Subscription {
  isActive = true
  readonly endpoint = 'https://push.example/1'
  readonly options: { applicationServerKey: ArrayBuffer | null }
  constructor(key: ArrayBuffer | null) {
    this.options = { applicationServerKey: key }
  }
  getKey(name: string): ArrayBuffer | null {
    return name === 'p256dh' ? new Uint8Array([255, 239]).buffer : null
  }
  async unsubscribe(): Promise<boolean> {
    this.isActive = false
    return true
  }
}
interface Asked {
  path: string
  body: unknown
}
let asked: Asked[]
let serverKey: string | null
let isServerThere: boolean
let subscription: Subscription | null
let subscribedWith: unknown[]
/** The person's answer to the browser's question. */
let answer: NotificationPermission

/** A browser that has pushes, unless something is left out. */
const useBrowser = (permission: NotificationPermission = 'default') => {
  const notification = {
    permission,
    requestPermission: async () => (notification.permission = answer),
  }
  vi.stubGlobal('Notification', notification)
  vi.stubGlobal('PushManager', class {})
  const pushManager = {
    getSubscription: async () => (subscription?.isActive === true ? subscription : null),
    subscribe: async (options: { applicationServerKey: string }) => {
      subscribedWith.push(options)
      subscription = new Subscription(KEY_BYTES.buffer)
      return subscription
    },
  }
  const registration = { pushManager, getNotifications: async () => [] }
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: { getRegistration: async () => registration, ready: Promise.resolve(registration) },
  })
}
const useDevice = (userAgent: string, maxTouchPoints = 0) => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent)
  Object.defineProperty(navigator, 'maxTouchPoints', { configurable: true, value: maxTouchPoints })
}

beforeEach(async () => {
  ;[asked, serverKey, isServerThere] = [[], KEY, true]
  ;[subscription, subscribedWith, answer] = [null, [], 'granted']
  await keepPageSession()
  sessionTokens.forget()
  vi.stubGlobal('fetch', async (path: string, { body }: RequestInit) => {
    if (!isServerThere) throw new TypeError('Without a network')
    asked.push({
      path: path.replace('/api/notification-service/push/', ''),
      body: typeof body === 'string' ? JSON.parse(body) : undefined,
    })
    return path.endsWith('/key') ? Response.json({ key: serverKey }) : new Response('')
  })
})
afterEach(async () => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  Reflect.deleteProperty(navigator, 'serviceWorker')
  Reflect.deleteProperty(navigator, 'maxTouchPoints')
  await clearSession()
})
const open = async (state: string) => {
  const { result } = renderHook(() => usePush())
  await waitFor(() => expect(result.current.state).toBe(state))
  return result
}
const told = () => asked.filter(({ path }) => path !== 'key')
const SENT = [
  {
    path: 'subscribe',
    body: { endpoint: 'https://push.example/1', p256dh: '_-8', auth: '' },
  },
]

it.each([
  ['iPhone', 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0)', 5, 'uninstalled'],
  ['iPad', 'Mozilla/5.0 (iPad; CPU OS 18_0)', 5, 'uninstalled'],
  ['iPad that calls itself a Mac', 'Mozilla/5.0 (Macintosh; Intel Mac OS X)', 5, 'uninstalled'],
  ['Mac with a pointer', 'Mozilla/5.0 (Macintosh; Intel Mac OS X)', 1, 'impossible'],
  ['Mac', 'Mozilla/5.0 (Macintosh; Intel Mac OS X)', 0, 'impossible'],
  ['tablet that is no Mac', 'Mozilla/5.0 (Linux; Android 15)', 5, 'impossible'],
])('a browser without pushes on this device: %s', async (_name, agent, touches, state) => {
  useDevice(agent, touches)
  await open(state)
})

it.each([['Notification'], ['PushManager'], ['serviceWorker']])(
  'pushes are impossible without %s',
  async (missing) => {
    useBrowser()
    vi.stubGlobal('Notification', undefined)
    useBrowser()
    if (missing === 'serviceWorker') Reflect.deleteProperty(navigator, missing)
    else Reflect.deleteProperty(globalThis, missing)
    await open('impossible')
    await keepPush()
    expect(told()).toEqual([])
  },
)

it('the state follows the permission and the subscription, and the server', async () => {
  useBrowser()
  await open('off')
  useBrowser('denied')
  await open('refused')
  useBrowser('granted')
  subscription = new Subscription(KEY_BYTES.buffer)
  await open('on')
  serverKey = null
  await open('impossible')
})

it('without a network the browser’s own subscription tells, and without it nothing is known', async () => {
  useBrowser('granted')
  isServerThere = false
  const none = renderHook(() => usePush()).result
  await act(async () => void (await new Promise((done) => setTimeout(done, 20))))
  expect(none.current.state).toBe('unknown')
  subscription = new Subscription(null)
  await open('on')
})

it('a browser that cannot be asked has no pushes', async () => {
  useBrowser()
  Object.assign(navigator.serviceWorker, {
    getRegistration: () => Promise.reject(new Error('Not in this window')),
  })
  await open('impossible')
})

it('turning pushes on asks the person, subscribes with the server’s key and tells the server', async () => {
  useBrowser()
  const result = await open('off')
  await act(() => result.current.turnOn())
  expect(subscribedWith).toEqual([{ userVisibleOnly: true, applicationServerKey: KEY }])
  expect(told()).toEqual(SENT)
  expect(result.current.state).toBe('on')
})

it('a person who declines gets no subscription, and sees why', async () => {
  useBrowser()
  answer = 'denied'
  const result = await open('off')
  await act(() => result.current.turnOn())
  expect([subscribedWith, told(), result.current.state]).toEqual([[], [], 'refused'])
})

it('a server without a key gets no subscription', async () => {
  useBrowser()
  const result = await open('off')
  serverKey = null
  await act(() => result.current.turnOn())
  expect([subscribedWith, told(), result.current.state]).toEqual([[], [], 'impossible'])
})

it('turning pushes off ends the subscription here and at the server', async () => {
  useBrowser('granted')
  subscription = new Subscription(KEY_BYTES.buffer)
  const result = await open('on')
  await act(() => result.current.turnOff())
  expect(subscription.isActive).toBe(false)
  expect(told()).toEqual([{ path: 'unsubscribe', body: undefined }])
  expect(result.current.state).toBe('off')
})

it('turning them off without a network ends them here, and the person is told', async () => {
  useBrowser('granted')
  subscription = new Subscription(KEY_BYTES.buffer)
  const result = await open('on')
  isServerThere = false
  await expect(result.current.turnOff()).rejects.toMatchObject({ name: 'OfflineError' })
  expect(subscription.isActive).toBe(false)
})

it('a new session gets the pushes of a browser in which they are on', async () => {
  useBrowser('granted')
  subscription = new Subscription(KEY_BYTES.buffer)
  const { isActive } = subscription
  await keepPush()
  expect([subscribedWith, told(), isActive]).toEqual([[], SENT, true])
})

it('a new session asks for none where they are off', async () => {
  useBrowser('granted')
  await keepPush()
  expect([subscribedWith, asked]).toEqual([[], []])
})

it.each([
  ['another', OTHER_KEY.buffer],
  ['no', null],
])('a subscription with %s key of the server is made again', async (_which, key) => {
  useBrowser('granted')
  const former = new Subscription(key)
  subscription = former
  await keepPush()
  expect(former.isActive).toBe(false)
  expect([subscribedWith.length, told()]).toEqual([1, SENT])
})
