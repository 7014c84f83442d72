import { createServer, type IncomingMessage, request } from 'node:http'
import { connect, type Socket } from 'node:net'

export interface RecordingProxy {
  readonly url: string
  /**
   * All bytes that the server has sent so far: bodies of API answers and frames of sockets. Leaves
   * out the list of demo accounts, which names every person on purpose.
   */
  traffic(): string
  close(): Promise<void>
}

/** Headers by which a client permits answers that are not plain text. */
const COMPRESSION = ['accept-encoding', 'sec-websocket-extensions']
const readable = ({ headers }: IncomingMessage): IncomingMessage['headers'] =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !COMPRESSION.includes(name)))
const isRecorded = (path: string): boolean =>
  path.startsWith('/api/') && !path.endsWith('/demo-accounts')

/**
 * An HTTP proxy in front of a server that records its answers. A browser's own record loses the
 * bodies of requests that a worker makes or that a navigation overtakes; the proxy sees all of
 * them.
 */
export const startRecordingProxy = async (targetPort: number): Promise<RecordingProxy> => {
  const chunks: Buffer[] = []
  const tunnels = new Set<Socket>()
  const target = { host: '127.0.0.1', port: targetPort }
  const proxy = createServer((asked, answer) => {
    const path = asked.url ?? '/'
    const forwarded = request(
      { ...target, path, method: asked.method, headers: readable(asked) },
      (reply) => {
        answer.writeHead(reply.statusCode ?? 502, reply.headers)
        if (isRecorded(path)) reply.on('data', (chunk: Buffer) => chunks.push(chunk))
        reply.on('error', () => answer.destroy())
        reply.pipe(answer)
      },
    )
    forwarded.on('error', () => answer.destroy())
    answer.on('close', () => forwarded.destroy())
    asked.pipe(forwarded)
  })
  proxy.on('upgrade', (asked: IncomingMessage, inside: Socket, head: Buffer) => {
    const outside = connect(target, () => {
      const headers = Object.entries(readable(asked))
        .map(([name, value]) => `${name}: ${String(value)}\r\n`)
        .join('')
      outside.write(`${asked.method} ${asked.url} HTTP/1.1\r\n${headers}\r\n`)
      outside.write(head)
      inside.pipe(outside)
      outside.pipe(inside)
    })
    outside.on('data', (chunk: Buffer) => chunks.push(chunk))
    for (const [one, other] of [
      [inside, outside],
      [outside, inside],
    ] as const) {
      tunnels.add(one)
      one.on('error', () => other.destroy())
      one.on('close', () => {
        tunnels.delete(one)
        other.destroy()
      })
    }
  })
  const port = await new Promise<number>((resolve, reject) => {
    proxy.once('error', reject)
    proxy.listen(0, '127.0.0.1', () => {
      const address = proxy.address()
      if (address && typeof address === 'object') resolve(address.port)
    })
  })
  return {
    url: `http://127.0.0.1:${port}`,
    traffic: () => Buffer.concat(chunks).toString('utf8'),
    close: () => {
      for (const tunnel of tunnels) tunnel.destroy()
      proxy.closeAllConnections()
      return new Promise((resolve) => proxy.close(() => resolve()))
    },
  }
}
