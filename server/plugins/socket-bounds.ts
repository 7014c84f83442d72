import { Refusal } from '#schema/refusal.ts'

export interface SocketLimits {
  /** Of one network: a company of hundreds may share an address. */
  perNetwork: number
  /** Upgrades of one network in a minute: all of a company, twice, after a restart. */
  upgradesPerMinute: number
  /** Of one sign-in: a browser keeps one, and some more that it has lost without a word. */
  perSession: number
  /** Sockets of one person, over all their sign-ins. */
  perPerson: number
}
export const SOCKET_LIMITS: SocketLimits = {
  perNetwork: 500,
  upgradesPerMinute: 1_000,
  perSession: 20,
  perPerson: 100,
}
const RETRY_SECONDS = 60

/** Counts open sockets for each network; a network without one takes no room. */
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

  /** False: there is no room. */
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
