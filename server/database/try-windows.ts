import { sql } from 'kysely'
import { BoundedMap } from '../bounded-map.ts'
import type { Database } from './database.ts'

interface TryWindow {
  count: number
  until: number
}
interface Bounds {
  readonly max: number
  readonly windowMs: number
}

/** Storage for the windows of `RateLimit`; every implementation holds a bounded number of them. */
export interface TryWindows {
  /** Counts one attempt; starts a new window if the last one is over. `until`: ms. */
  count(key: string, bounds: Bounds, now: number): Promise<TryWindow>
  giveBack(key: string): Promise<void>
  sweep(now: number): Promise<void>
}

const MOST_IN_MEMORY = 50_000
const MOST_IN_TABLE = 200_000
/** Rows removed by one statement. */
const PIECE = 5_000

/** A window that ends too far in the future is also over: the clock was set back. */
const isOver = (until: number, { windowMs }: Bounds, now: number): boolean =>
  until <= now || until > now + windowMs

export const tryWindowsOf = (database: Database): TryWindows =>
  database.dialect === 'postgres' ? new SharedWindows(database) : new MemoryWindows()

/** Windows of a single process, for SQLite. Drops the oldest when there are too many. */
export class MemoryWindows implements TryWindows {
  readonly #windows: BoundedMap<string, TryWindow>

  constructor(most = MOST_IN_MEMORY) {
    this.#windows = new BoundedMap(most)
  }

  get size(): number {
    return this.#windows.size
  }

  count(key: string, bounds: Bounds, now: number): Promise<TryWindow> {
    const known = this.#windows.get(key)
    if (known === undefined || isOver(known.until, bounds, now)) {
      const fresh = { count: 1, until: now + bounds.windowMs }
      this.#windows.set(key, fresh)
      return Promise.resolve({ ...fresh })
    }
    known.count += 1
    return Promise.resolve({ ...known })
  }

  giveBack(key: string): Promise<void> {
    const window = this.#windows.get(key)
    if (window !== undefined) window.count -= 1
    return Promise.resolve()
  }

  sweep(): Promise<void> {
    return Promise.resolve()
  }
}

/**
 * Windows shared by the processes of one PostgreSQL, in an unlogged table: an attempt costs one
 * statement and no flush. A full window is refused from memory until it ends, so that a flood of
 * refused calls does not reach the database.
 */
export class SharedWindows implements TryWindows {
  readonly #database: Database
  readonly #full = new BoundedMap<string, TryWindow>(MOST_IN_MEMORY)
  readonly #most: number

  constructor(database: Database, most = MOST_IN_TABLE) {
    this.#database = database
    this.#most = most
  }

  async count(key: string, bounds: Bounds, now: number): Promise<TryWindow> {
    const full = this.#full.get(key)
    if (full !== undefined && !isOver(full.until, bounds, now)) return full
    const { windowMs } = bounds
    const fresh = now + windowMs
    const isOpen = sql<boolean>`try_windows.until > ${now} and try_windows.until <= ${fresh}`
    const { count, until } = await this.#database.queries
      .insertInto('try_windows')
      .values({ key, count: 1, until: fresh })
      .onConflict((conflict) =>
        conflict.column('key').doUpdateSet({
          count: sql<number>`case when ${isOpen} then try_windows.count + 1 else 1 end`,
          until: sql<number>`case when ${isOpen} then try_windows.until else excluded.until end`,
        }),
      )
      .returning(['count', 'until'])
      .executeTakeFirstOrThrow()
    if (count > bounds.max) this.#full.set(key, { count, until })
    return { count, until }
  }

  async giveBack(key: string): Promise<void> {
    this.#full.delete(key)
    await this.#database.queries
      .updateTable('try_windows')
      .set((eb) => ({ count: eb('count', '-', 1) }))
      .where('key', '=', key)
      .execute()
  }

  /** Removes ended windows, then the oldest ones above the limit, in pieces. */
  async sweep(now: number): Promise<void> {
    while ((await this.#remove(PIECE, now)) === PIECE);
    const { queries } = this.#database
    const { amount } = await queries
      .selectFrom('try_windows')
      .select((eb) => eb.fn.countAll<number>().as('amount'))
      .executeTakeFirstOrThrow()
    for (let rest = Number(amount) - this.#most; rest > 0; rest -= PIECE) {
      await this.#remove(Math.min(PIECE, rest))
    }
  }

  async #remove(piece: number, before?: number): Promise<number> {
    const { queries } = this.#database
    let oldest = queries.selectFrom('try_windows').select('key').orderBy('until').limit(piece)
    if (before !== undefined) oldest = oldest.where('until', '<=', before)
    const [gone] = await queries.deleteFrom('try_windows').where('key', 'in', oldest).execute()
    return Number(gone?.numDeletedRows ?? 0)
  }
}
