import { useEffect, useState } from 'react'
import { pushes } from '#schema/api/notification-service/pushes.ts'
import { callsOf } from '../../lib/api.ts'
import { endPush } from '../../lib/end-push.ts'
import { isAppleTouch } from '../../ui/browser/apple-touch.ts'
import { type PushState, pushStateOf } from './push-state.ts'

const pushCalls = callsOf(pushes)

const isPossible = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

const subscriptionOf = async (): Promise<PushSubscription | null> =>
  (await (await navigator.serviceWorker.getRegistration())?.pushManager.getSubscription()) ?? null

const readState = async (): Promise<PushState> =>
  pushStateOf({
    isPossible: isPossible(),
    isAppleTouch: isAppleTouch(),
    permission: isPossible() ? Notification.permission : 'default',
    isSubscribed: isPossible() && (await subscriptionOf()) !== null,
    hasServer: await pushCalls.key({}).then(
      ({ key }) => key !== null,
      () => null,
    ),
  })

const keyText = (key: ArrayBuffer | null): string =>
  btoa(String.fromCodePoint(...new Uint8Array(key ?? new ArrayBuffer())))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

/** Subscribes this browser with the server's key, and tells the server where. */
const subscribe = async (): Promise<void> => {
  const { key } = await pushCalls.key({})
  if (key === null) return
  const former = await subscriptionOf()
  const isCurrent =
    former !== null && keyText(former.options.applicationServerKey) === key ? former : null
  if (former !== null && isCurrent === null) await former.unsubscribe()
  const { pushManager } = await navigator.serviceWorker.ready
  const subscription =
    isCurrent ?? (await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }))
  await pushCalls.subscribe({
    body: {
      endpoint: subscription.endpoint,
      p256dh: keyText(subscription.getKey('p256dh')),
      auth: keyText(subscription.getKey('auth')),
    },
  })
}

/** A new session gets the pushes of a browser in which they are on. */
export const keepPush = async (): Promise<void> => {
  if (isPossible() && (await subscriptionOf()) !== null) await subscribe()
}

/** The state of this browser, and the ways to change it, which throw Refusal or OfflineError. */
export const usePush = () => {
  const [state, setState] = useState<PushState>('unknown')
  useEffect(() => {
    readState().then(setState, () => setState('impossible'))
  }, [])
  return {
    state,
    turnOn: async (): Promise<void> => {
      if ((await Notification.requestPermission()) === 'granted') await subscribe()
      setState(await readState())
    },
    turnOff: async (): Promise<void> => {
      await endPush()
      await pushCalls.unsubscribe({})
      setState(await readState())
    },
  }
}
