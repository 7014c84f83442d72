import { Server as NetServer } from 'node:net'
import { setImmediate, setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

type HttpServer = FastifyInstance['server']

const LOOK_MS = 20
/** Time in which a request arrives on a connection that is open. */
const ARRIVAL_MS = 1_000

/**
 * The end of a server that is asked to stop: it serves requests until proxies have noticed, sends
 * live sockets elsewhere, and finishes the requests that have begun.
 */
export class Draining {
  #isDraining = false
  #isClosed = false
  #requests = 0
  #sendElsewhere = (): void => undefined

  get isDraining(): boolean {
    return this.#isDraining
  }

  /** Whether the server accepts no more connections. */
  get isClosed(): boolean {
    return this.#isClosed
  }

  /** Counts the requests of the server until their answers are sent or their connections end. */
  watch(server: HttpServer): void {
    server.on('request', (_request, response) => {
      this.#requests += 1
      response.once('close', () => (this.#requests -= 1))
    })
  }

  /** Calls `tell` when connections that stay open have to move to another server. */
  onElsewhere(tell: () => void): void {
    this.#sendElsewhere = tell
  }

  /**
   * @param waitMs how long to go on serving, until proxies send requests elsewhere
   * @param mostMs how long to wait for requests that have begun
   */
  async drain(server: HttpServer, { waitMs, mostMs }: { waitMs: number; mostMs: number }) {
    this.#isDraining = true
    await delay(waitMs)
    // Right after the connections that wait were accepted: the system resets those that remain.
    await setImmediate()
    this.#isClosed = true
    this.#sendElsewhere()
    // Accepts no connection from now on. The `close` of HTTP would also end connections without a
    // request, among them those whose first request is on its way.
    NetServer.prototype.close.call(server)
    const since = performance.now()
    const isWithin = (ms: number): boolean => performance.now() < since + ms
    while (
      (this.#requests > 0 && isWithin(mostMs)) ||
      (isWithin(ARRIVAL_MS) && (await countConnections(server)) > 0)
    )
      await delay(LOOK_MS)
  }
}

const countConnections = (server: HttpServer): Promise<number> =>
  new Promise((resolve) =>
    // A server that is closed already has no count.
    server.getConnections((error, count) => resolve(error === null ? count : 0)),
  )
