import { createHash } from 'node:crypto'
import { Refusal } from '#schema/refusal.ts'
import type { MessageCode } from '#schema/tables/messages.ts'
import type { TryWindows } from '../database/try-windows.ts'

export interface Limit {
  readonly max: number
  readonly windowMs: number
  readonly code?: MessageCode
}
/**
 * What is counted: a purpose, then an address or the id of a person. Never a text of a request:
 * callers could make as many keys as they like. Failed tries of accounts are counted in
 * `identity/failed-tries.ts`.
 */
export type LimitKey = readonly [purpose: string, of: string | number]

const hashOf = (key: LimitKey): string =>
  createHash('sha256').update(key.join('\n')).digest('base64url').slice(0, 24)

/** Counts tries for each key in fixed windows. */
export class RateLimit {
  readonly #clock: () => number
  readonly #windows: TryWindows

  constructor(clock: () => number, windows: TryWindows) {
    this.#clock = clock
    this.#windows = windows
  }

  /** Throws once the key has used up its tries. */
  async take(key: LimitKey, limit: Limit): Promise<void> {
    const now = this.#clock()
    const { count, until } = await this.#windows.count(hashOf(key), limit, now)
    if (count <= limit.max) return
    const seconds = Math.max(1, Math.ceil((until - now) / 1_000))
    throw new Refusal(limit.code ?? 'TOO_MANY_REQUESTS', { detail: { seconds } })
  }

  /** Returns a try that was no failure. */
  async giveBack(key: LimitKey): Promise<void> {
    await this.#windows.giveBack(hashOf(key))
  }

  /** Removes windows that are over. */
  async sweep(): Promise<void> {
    await this.#windows.sweep(this.#clock())
  }
}
