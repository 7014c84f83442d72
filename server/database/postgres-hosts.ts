import pg from 'pg'
import { CONNECTION_FAILURE } from './passing-error.ts'
import { postgresConnection } from './postgres-connection.ts'
import { urlsOfHosts } from './urls-of-hosts.ts'

/**
 * The hosts of a URL, of which one at a time accepts writes: `postgres://one:5432,other:5432/name`.
 * The driver itself takes a single host.
 */
export class PostgresHosts {
  readonly #urls: readonly string[]
  #current = 0
  #moves = 0

  /** @throws if the URL cannot be used */
  constructor(url: string) {
    this.#urls = urlsOfHosts(url)
  }

  /** The class of clients for a pool, and for connections of their own; for `open` to run. */
  readonly Client: typeof pg.Client = clientOf({
    url: () => this.#url(),
    isAlone: () => this.#urls.length === 1,
    leave: (url) => this.#leave(url),
  })

  /** Runs `connect`, again for each further host while none has accepted writes. */
  async open<T>(connect: () => Promise<T>): Promise<T> {
    for (let tries = 1; ; tries += 1) {
      const moves = this.#moves
      try {
        return await connect()
      } catch (error) {
        if (tries >= this.#urls.length || moves === this.#moves) throw error
      }
    }
  }

  #url(): string {
    return this.#urls[this.#current] ?? ''
  }

  /** Later connections go to the next host, unless another connection has left this one before. */
  #leave(url: string): void {
    if (url !== this.#url() || this.#urls.length === 1) return
    this.#current = (this.#current + 1) % this.#urls.length
    this.#moves += 1
  }
}

interface Choice {
  url(): string
  isAlone(): boolean
  leave(url: string): void
}

const clientOf = (hosts: Choice): typeof pg.Client =>
  class extends pg.Client {
    readonly #url: string
    /** The first error after the connection was accepted. */
    #broken: Error | null = null

    constructor(config?: string | pg.ClientConfig) {
      const url = hosts.url()
      super({ ...(typeof config === 'object' ? config : {}), ...postgresConnection(url) })
      this.#url = url
      // PostgreSQL may accept and end a connection in one packet, before the caller can listen; an
      // error that has no listener ends this process.
      this.on('error', (error) => {
        this.#broken ??= error
      })
    }

    override connect(): Promise<pg.Client>
    override connect(done: (error: Error | null, client?: pg.Client) => void): void
    override connect(done?: (error: Error | null, client?: pg.Client) => void): unknown {
      const connecting = this.#connectWritable()
      if (done === undefined) return connecting
      connecting.then(
        (client) => done(null, client),
        (error: Error) => done(error),
      )
    }

    async #connectWritable(): Promise<this> {
      try {
        await super.connect()
        if (!hosts.isAlone()) await this.#requireWritable()
        if (this.#broken !== null) throw this.#broken
        return this
      } catch (error) {
        hosts.leave(this.#url)
        throw error
      }
    }

    async #requireWritable(): Promise<void> {
      const { rows } = await this.query<{ isReadOnly: string }>(
        `select current_setting('transaction_read_only') as "isReadOnly"`,
      )
      if (rows[0]?.isReadOnly !== 'on') return
      await this.end()
      throw Object.assign(new Error(`${this.host}:${this.port} accepts no writes`), {
        code: CONNECTION_FAILURE,
      })
    }
  }
