import { type Database, inPieces } from '../database/database.ts'

/** For how long other processes believe that a person looks; renewed in half that time. */
const SEEN_MS = 40_000

/**
 * The people who look at the application in a tab that is connected to this process. Processes of
 * one PostgreSQL tell each other through `push_subscriptions`.
 */
export class Lookers {
  readonly #database: Database
  readonly #clock: () => number
  readonly #onError: (error: unknown) => void
  /** connection → person */
  readonly #seen = new Map<object, number>()
  readonly #timer: NodeJS.Timeout

  constructor(database: Database, clock: () => number, onError: (error: unknown) => void) {
    this.#database = database
    this.#clock = clock
    this.#onError = onError
    this.#timer = setInterval(() => this.#tell([...this.#seen.values()]), SEEN_MS / 2).unref()
  }

  isLooking(userId: number): boolean {
    return [...this.#seen.values()].includes(userId)
  }

  set(connection: object, userId: number, isSeen: boolean): void {
    if (isSeen === this.#seen.has(connection)) return
    if (isSeen) this.#seen.set(connection, userId)
    else this.#seen.delete(connection)
    if (isSeen) this.#tell([userId])
    else if (!this.isLooking(userId)) this.#tell([userId], 0)
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  /** Writes nothing for people without a device that gets pushes. */
  #tell(userIds: readonly number[], lastsMs = SEEN_MS): void {
    if (this.#database.dialect !== 'postgres' || userIds.length === 0) return
    const until = this.#clock() + lastsMs
    void this.#write([...new Set(userIds)], until).catch(this.#onError)
  }

  async #write(userIds: readonly number[], until: number): Promise<void> {
    for (const piece of inPieces(userIds))
      await this.#database.queries
        .updateTable('push_subscriptions')
        .set({ seen_until: until })
        .where('user_id', 'in', piece)
        .execute()
  }
}
