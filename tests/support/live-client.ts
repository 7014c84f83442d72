import { Client, ReconnectionTimeMode } from '@stomp/stompjs'
import { WebSocket } from 'ws'

export interface LiveClient {
  /** Bodies of all messages so far, oldest first. */
  readonly messages: string[]
  close(): Promise<void>
}

/**
 * An independent STOMP 1.2 client on the live socket, subscribed to the destinations of one person.
 */
export const listenLive = (url: string, token: string): Promise<LiveClient> =>
  new Promise((resolve, reject) => {
    const messages: string[] = []
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
      onWebSocketError: () => reject(new Error('the socket was refused')),
      onConnect: () => {
        for (const destination of ['/user/sync/change', '/user/notification/item'])
          client.subscribe(destination, ({ body }) => messages.push(body))
        resolve({ messages, close: () => client.deactivate() })
      },
    })
    client.activate()
  })
