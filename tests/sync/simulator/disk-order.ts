import type { Random } from './random.ts'

/**
 * The order in which the parts of one database are written: a power cut takes what came after a
 * moment, of all of them.
 */
export interface DiskOrder {
  /** Notes a write. `isCertain`: on the disk, and with it all that came before. */
  write(isCertain: boolean): number
  /** The moment after which everything is lost; none before what is certain. */
  pickCut(random: Random): number
}

/** A power cut takes so many writes at most. */
const MOST_LOST = 12

export const createDiskOrder = (): DiskOrder => {
  let last = 0
  let certain = 0
  return {
    write(isCertain) {
      last += 1
      if (isCertain) certain = last
      return last
    },
    pickCut(random) {
      const first = Math.max(certain, last - MOST_LOST)
      return first + random.below(last - first + 1)
    },
  }
}

/**
 * What one part may find after a power cut: what stood there when it was last certain, and what was
 * written since.
 */
export class Kept<T> {
  readonly #order: DiskOrder
  #states: { at: number; state: T }[]
  constructor(order: DiskOrder, state: T) {
    this.#order = order
    this.#states = [{ at: order.write(true), state }]
  }
  keep(state: T, isCertain: boolean): void {
    this.#states = [
      ...this.#states.slice(-MOST_LOST - 1),
      { at: this.#order.write(isCertain), state },
    ]
  }
  at(cut: number): T {
    const [first, ...later] = this.#states
    if (first === undefined) throw new Error('Nothing was ever kept')
    return (later.findLast(({ at }) => at <= cut) ?? first).state
  }
}
