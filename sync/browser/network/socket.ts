import { Client } from '@stomp/stompjs'
import type { LiveChange } from '#schema/api/sync.ts'
import { backoffMs } from '#sync/engine/backoff.ts'
import type { Tokens } from '../session/tokens.ts'
import { createSocketPush, type SocketPush } from './socket-push.ts'

export const NOTIFICATION_PATH = '/api/notification-service/notification'
const HEARTBEAT_MS = 10_000
const SUBSCRIBED = 'subscribed'

export interface SocketPorts {
  tokens: Tokens
  onChange(change: LiveChange): void
  onItem(item: unknown): void
  /** The socket connected or closed; changes may have been missed before each connection. */
  onLink(isLive: boolean): void
}
export interface Socket extends Pick<SocketPush, 'push'> {
  start(): void
  stop(): void
  /** Tells the server whether the person looks at a tab, who then gets no pushes. */
  setSeen(isSeen: boolean): void
  /** Connects now instead of after the wait. */
  tryNow(): void
}

const address = (): string => {
  const url = new URL(NOTIFICATION_PATH, location.origin)
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
  return url.href
}

/** The live channel. Missing heartbeats reveal a dead socket; it reconnects after 1 s to 60 s. */
export const createSocket = (ports: SocketPorts): Socket => {
  let failures = 0
  let isStarted = false
  let isLive = false
  let isSeen = false
  let timer: ReturnType<typeof setTimeout> | undefined

  const tellSeen = (): void => {
    if (client.connected)
      client.publish({ destination: '/nsws/start', headers: { seen: String(isSeen) } })
  }
  const setLive = (next: boolean): void => {
    if (next === isLive) return
    isLive = next
    ports.onLink(next)
  }
  const client = new Client({
    brokerURL: address(),
    reconnectDelay: 0,
    connectionTimeout: 15_000,
    heartbeatIncoming: HEARTBEAT_MS,
    heartbeatOutgoing: HEARTBEAT_MS,
    onConnect: () => {
      failures = 0
      pushes.heard()
      client.subscribe('/user/notification/item', (message) =>
        ports.onItem(JSON.parse(message.body)),
      )
      // The pull for missed changes may reach the server before SUBSCRIBE does, over another
      // connection; a change between the two would reach this device by neither.
      client.watchForReceipt(SUBSCRIBED, () => setLive(true))
      client.subscribe(
        '/user/sync/change',
        (message) => {
          pushes.heard()
          ports.onChange(JSON.parse(message.body) as LiveChange)
        },
        { receipt: SUBSCRIBED },
      )
      if (isSeen) tellSeen()
    },
    onStompError: () => void client.deactivate({ force: true }),
    onWebSocketClose: () => {
      pushes.giveUp()
      setLive(false)
      if (isStarted) again()
    },
  })
  const pushes = createSocketPush(client)
  const connect = async (): Promise<void> => {
    timer = undefined
    const token = await ports.tokens.current().catch(() => null)
    if (!isStarted || client.connected) return
    if (token === null) return again()
    client.connectHeaders = { 'X-Auth-Token': token }
    await client.deactivate({ force: true })
    if (isStarted) client.activate()
  }
  const again = (): void => {
    if (timer !== undefined) return
    failures += 1
    timer = setTimeout(() => void connect(), backoffMs(failures, Math.random()))
  }
  return {
    start() {
      if (isStarted) return
      isStarted = true
      void connect()
    },
    stop() {
      isStarted = false
      clearTimeout(timer)
      timer = undefined
      void client.deactivate({ force: true })
      setLive(false)
    },
    setSeen(next) {
      if (next === isSeen) return
      isSeen = next
      tellSeen()
    },
    push: (request) => pushes.push(request),
    tryNow() {
      if (!isStarted || client.connected || timer === undefined) return
      clearTimeout(timer)
      void connect()
    },
  }
}
