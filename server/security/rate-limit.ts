import { Refusal } from '#schema/refusal.ts'
import type { MessageCode } from '#schema/tables/messages.ts'

interface Window { count: number; until: number }

/**
 * Counts tries per key in fixed windows. Keys hold the caller's address besides the account, so that nobody is locked out by what others try
 * from elsewhere.
 */
export class RateLimit {
  readonly #windows = new Map<string, Window>()
  readonly #clock: () => number
  readonly #most: number

  constructor(clock: () => number, most = 50_000) {
    this.#clock = clock
    this.#most = most
  }

  /** Throws once the key has used up its tries. */
  take(key: string, max: number, windowMs: number, code: MessageCode = 'TOO_MANY_REQUESTS'): void {
    const now = this.#clock()
    if (this.#windows.size > this.#most) this.#sweep(now)
    const window = this.#windows.get(key)
    if (window === undefined || window.until <= now) {
      this.#windows.set(key, { count: 1, until: now + windowMs })
      return
    }
    window.count += 1
    if (window.count > max) throw new Refusal(code, { detail: { seconds: Math.ceil((window.until - now) / 1_000) } })
  }

  /** Takes a try back that turned out to be nothing to count. */
  giveBack(key: string): void {
    const window = this.#windows.get(key)
    if (window !== undefined) window.count -= 1
  }

  #sweep(now: number): void {
    for (const [key, { until }] of this.#windows) if (until <= now) this.#windows.delete(key)
    if (this.#windows.size > this.#most) this.#windows.clear()
  }
}
