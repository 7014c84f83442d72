import { Agent, request } from 'node:http'
import type { ApiClient } from '../support/api-client.ts'

export interface OwnConnection {
  client: ApiClient
  /**
   * Local ports of all its connections; a trace of the server names the receiver of an answer by
   * port.
   */
  readonly ports: ReadonlySet<number>
  close(): void
}

/** Gives a signed-in client a connection of its own, which no other client uses. */
export const ownConnection = (url: string, client: ApiClient): OwnConnection => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const ports = new Set<number>()
  const raw: ApiClient['raw'] = (method, path, body) =>
    new Promise((resolve, reject) => {
      const sent = request(
        `${url}/api${path}`,
        {
          method,
          agent,
          headers: { 'x-auth-token': client.token, 'content-type': 'application/json' },
        },
        (answer) => {
          ports.add(answer.socket.localPort ?? 0)
          const chunks: Buffer[] = []
          answer.on('data', (chunk: Buffer) => chunks.push(chunk))
          answer.once('end', () =>
            resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(chunks).toString() }),
          )
          answer.once('error', reject)
        },
      )
      sent.once('error', reject)
      sent.end(JSON.stringify(body))
    })
  return { client: { ...client, raw }, ports, close: () => agent.destroy() }
}
