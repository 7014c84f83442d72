import { Client } from '@stomp/stompjs'
import type { LiveChange, PushRequest } from '#schema/api/sync.ts'
import { backoffMs } from '#sync/engine/backoff.ts'
import type { Tokens } from '../session/tokens.ts'

export const NOTIFICATION_PATH = '/api/notification-service/notification'
const HEARTBEAT_MS = 10_000
/** Of a push by the socket, in characters: the server reads frames of 64 KB. */
const LONGEST_PUSH = 16_000
/** After so long without a receipt the request goes its own way. */
const RECEIPT_MS = 3_000

export interface SocketPorts {
  tokens: Tokens
  onChange(change: LiveChange): void
  onItem(item: unknown): void
  /** Connected or not; each time it connects, changes may have been missed. */
  onLink(isLive: boolean): void
}
export interface Socket {
  start(): void
  stop(): void
  /** Connects now instead of after the wait. */
  tryNow(): void
  /**
   * Pushes edits over the open socket. False: the socket is not open, or the server did not take
   * them; a request of its own tells why.
   */
  push(request: PushRequest): Promise<boolean>
}

const address = (): string => {
  const url = new URL(NOTIFICATION_PATH, location.origin)
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
  return url.href
}

/**
 * The live channel. Missing heartbeats reveal a dead socket; it reconnects by itself after 1 s to
 * 60 s.
 */
export const createSocket = (ports: SocketPorts): Socket => {
  let failures = 0
  let isStarted = false
  let isLive = false
  let timer: ReturnType<typeof setTimeout> | undefined

  let pushed = 0
  /**
   * A push had no receipt in time: until the socket delivers something again, other pushes do not
   * wait for one.
   */
  let isSilent = false
  /** Those that wait for a receipt. */
  const waiting = new Set<(isTaken: boolean) => void>()
  const giveUp = (): void => {
    for (const settle of waiting) settle(false)
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
      isSilent = false
      client.subscribe('/user/sync/change', (message) => {
        isSilent = false
        ports.onChange(JSON.parse(message.body) as LiveChange)
      })
      client.subscribe('/user/notification/item', (message) =>
        ports.onItem(JSON.parse(message.body)),
      )
      setLive(true)
    },
    onStompError: () => void client.deactivate({ force: true }),
    onWebSocketClose: () => {
      giveUp()
      setLive(false)
      if (isStarted) again()
    },
  })
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
    push(request) {
      const body = client.connected && !isSilent ? JSON.stringify(request) : ''
      if (body === '' || body.length > LONGEST_PUSH) return Promise.resolve(false)
      const receipt = `push-${(pushed += 1)}`
      return new Promise((resolve) => {
        const settle = (isTaken: boolean): void => {
          clearTimeout(timeout)
          waiting.delete(settle)
          resolve(isTaken)
        }
        const timeout = setTimeout(() => {
          isSilent = true
          settle(false)
        }, RECEIPT_MS)
        waiting.add(settle)
        client.watchForReceipt(receipt, ({ headers }) => {
          isSilent = false
          settle(headers['refused'] === undefined)
        })
        client.publish({ destination: '/sync/push', headers: { receipt }, body })
      })
    },
    tryNow() {
      if (!isStarted || client.connected || timer === undefined) return
      clearTimeout(timer)
      void connect()
    },
  }
}
