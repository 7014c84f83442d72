import { Refusal } from '#schema/refusal.ts'

export interface SocketLimits {
  /** Sockets per network; a company of hundreds may share one address. */
  perNetwork: number
  /**
   * Upgrades per network and minute: enough for a company whose devices all reconnect twice after a
   * restart.
   */
  upgradesPerMinute: number
  /**
   * Sockets per session: a browser keeps one, and the server may not have noticed yet that older
   * ones are gone.
   */
  perSession: number
  /** Sockets per person, over all sessions. */
  perPerson: number
}
export const SOCKET_LIMITS: SocketLimits = {
  perNetwork: 500,
  upgradesPerMinute: 1_000,
  perSession: 20,
  perPerson: 100,
}
const RETRY_SECONDS = 60

/** Counts open sockets per network; a network without sockets uses no memory. */
export class NetworkSockets {
  readonly #most: number
  readonly #open = new Map<string, number>()

  constructor(most: number) {
    this.#most = most
  }

  get networks(): number {
    return this.#open.size
  }

  requireRoom(network: string): void {
    if ((this.#open.get(network) ?? 0) < this.#most) return
    throw new Refusal('TOO_MANY_REQUESTS', { detail: { seconds: RETRY_SECONDS } })
  }

  /** @returns false if the network has no room */
  enter(network: string): boolean {
    const count = this.#open.get(network) ?? 0
    if (count >= this.#most) return false
    this.#open.set(network, count + 1)
    return true
  }

  leave(network: string): void {
    const count = (this.#open.get(network) ?? 0) - 1
    if (count > 0) this.#open.set(network, count)
    else this.#open.delete(network)
  }
}
