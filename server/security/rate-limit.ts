import { createHash } from 'node:crypto'
import { Refusal } from '#schema/refusal.ts'
import type { MessageCode } from '#schema/tables/messages.ts'
import type { TryWindows } from '../database/try-windows.ts'

interface Limit {
  readonly max: number
  readonly windowMs: number
  readonly code?: MessageCode
}
/**
 * What a limit counts: a purpose with an address or the id of a person. A key must not contain text
 * from a request, because callers could then create any number of keys. Failed sign-ins are counted
 * in `identity/failed-tries.ts`.
 */
type LimitKey = readonly [purpose: string, of: string | number]

const hashOf = (key: LimitKey): string =>
  createHash('sha256').update(key.join('\n')).digest('base64url').slice(0, 24)

/** Counts attempts per key in fixed windows. */
export class RateLimit {
  readonly #clock: () => number
  readonly #windows: TryWindows

  constructor(clock: () => number, windows: TryWindows) {
    this.#clock = clock
    this.#windows = windows
  }

  /** Counts an attempt; throws if the key has none left. */
  async take(key: LimitKey, limit: Limit): Promise<void> {
    const now = this.#clock()
    const { count, until } = await this.#windows.count(hashOf(key), limit, now)
    if (count <= limit.max) return
    const seconds = Math.max(1, Math.ceil((until - now) / 1_000))
    throw new Refusal(limit.code ?? 'TOO_MANY_REQUESTS', { detail: { seconds } })
  }

  /** Returns an attempt that was not a failure. */
  async giveBack(key: LimitKey): Promise<void> {
    await this.#windows.giveBack(hashOf(key))
  }

  /** Removes ended windows. */
  async sweep(): Promise<void> {
    await this.#windows.sweep(this.#clock())
  }
}
