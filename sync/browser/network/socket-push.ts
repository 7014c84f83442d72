import type { Client } from '@stomp/stompjs'
import type { PushRequest } from '#schema/api/sync.ts'
import type { Network } from '#sync/engine/ports.ts'

/** Longest push over the socket, in characters: the server reads frames of 64 KB. */
const LONGEST_PUSH = 16_000
/** Time without a receipt after which the edits go by a request. */
const RECEIPT_MS = 3_000

export interface SocketPush {
  /**
   * Pushes edits over the open socket. False: the socket is not open, or the server did not take
   * the edits; a request tells why.
   */
  push(request: PushRequest): Promise<boolean>
  /** The socket connected, or delivered a message. */
  heard(): void
  /** The socket closed: no receipt comes any more. */
  giveUp(): void
}

export const createSocketPush = (client: Client): SocketPush => {
  let pushed = 0
  /**
   * A push had no receipt in time: until the socket delivers a message, other pushes do not wait
   * for one.
   */
  let isSilent = false
  /** Settles the pushes that wait for a receipt. */
  const waiting = new Set<(isTaken: boolean) => void>()
  return {
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
    heard() {
      isSilent = false
    },
    giveUp() {
      for (const settle of waiting) settle(false)
    },
  }
}

/** Pushes over the socket while it is open, else by a request. Pulls by requests. */
export const socketFirst = (socket: Pick<SocketPush, 'push'>, requests: Network): Network => ({
  pull: (request) => requests.pull(request),
  push: async (request) =>
    (await socket.push(request))
      ? { lastMid: request.mutations.at(-1)?.mid ?? 0 }
      : requests.push(request),
})
