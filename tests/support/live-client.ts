import { Client, ReconnectionTimeMode } from '@stomp/stompjs'
import { WebSocket } from 'ws'

export interface LiveClient {
  /** Bodies of the changes so far, oldest first. */
  readonly messages: string[]
  /** Bodies of the notifications so far. */
  readonly items: string[]
  /** Both together, in the order of their arrival. */
  readonly heard: string[]
  /** Resolves when the socket is closed, by either side. */
  readonly closed: Promise<void>
  close(): Promise<void>
}

/**
 * An independent STOMP 1.2 client on the live socket, subscribed to the destinations of one person.
 */
export const listenLive = (url: string, token: string): Promise<LiveClient> =>
  new Promise((resolve, reject) => {
    const messages: string[] = []
    const items: string[] = []
    const heard: string[] = []
    let isClosed = (): void => undefined
    const closed = new Promise<void>((done) => (isClosed = done))
    const client = new Client({
      webSocketFactory: () =>
        new WebSocket(
          `${url.replace('http', 'ws')}/api/notification-service/notification`,
          ['v12.stomp'],
          { origin: url },
        ),
      connectHeaders: { 'X-Auth-Token': token },
      reconnectDelay: 0,
      reconnectTimeMode: ReconnectionTimeMode.LINEAR,
      onStompError: (frame) => reject(new Error(frame.headers['message'] ?? frame.body)),
      onWebSocketClose: () => isClosed(),
      onWebSocketError: () => reject(new Error('the socket was refused')),
      onConnect: () => {
        const hear = (destination: string, list: string[]): void =>
          void client.subscribe(destination, ({ body }) => {
            list.push(body)
            heard.push(body)
          })
        hear('/user/sync/change', messages)
        hear('/user/notification/item', items)
        resolve({ messages, items, heard, closed, close: () => client.deactivate() })
      },
    })
    client.activate()
  })
