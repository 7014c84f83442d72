import { backoffMs } from '../backoff.ts'

/** Returns of the server within this time count as one alternation. */
const CALM_MS = 5 * 60_000

/**
 * Spaces the returns of a server to another state. Two servers that answer in turns would otherwise
 * make the device fetch its copies over and over.
 */
export class Returns {
  #count = 0
  #lastOn = -Infinity
  #hasWaited = false

  /**
   * Call it before the device starts over. The first return needs no wait; a later one needs one
   * wait, which doubles each time.
   * @param now ms by the device's clock
   * @returns ms to wait, after which the device asks again; 0 = start over now
   */
  waitMs(now: number, random: number): number {
    if (Math.abs(now - this.#lastOn) > CALM_MS) this.#count = 0
    if (this.#count > 0 && !this.#hasWaited) {
      this.#hasWaited = true
      return backoffMs(this.#count, random)
    }
    this.#hasWaited = false
    this.#count += 1
    this.#lastOn = now
    return 0
  }

  /** Call it after a whole pull: a later return needs a wait of its own. */
  pulled(): void {
    this.#hasWaited = false
  }
}
