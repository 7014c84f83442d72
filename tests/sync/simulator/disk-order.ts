import type { Random } from './random.ts'

/**
 * The order of writes over all parts of one database: a power cut loses all writes after one
 * moment.
 */
export interface DiskOrder {
  /**
   * Notes a write.
   * @param isCertain this write and all before it are on the disk
   */
  write(isCertain: boolean): number
  /** Picks the moment after which all writes are lost; never before a certain one. */
  pickCut(random: Random): number
}

/** Most writes that a power cut loses. */
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
 * The states that one part may have after a power cut: the last certain one and those written
 * since.
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
