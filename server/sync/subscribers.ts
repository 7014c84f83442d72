/**
 * One connection of a person. For a slow reader `send` may replace the text by the shorter poke.
 */
export interface Subscriber {
  readonly userId: number
  readonly sessionId: string
  send(text: string, poke: string): void
  /** Sends a notification. */
  sendItem(text: string): void
  end(): void
}

const NONE: ReadonlySet<Subscriber> = new Set()

/** The open connections, by person. */
export class Subscribers {
  readonly #people = new Map<number, Set<Subscriber>>()

  /** @returns whether this is the person's only connection */
  add(subscriber: Subscriber): boolean {
    const own = this.#people.get(subscriber.userId) ?? new Set()
    this.#people.set(subscriber.userId, own.add(subscriber))
    return own.size === 1
  }

  delete(subscriber: Subscriber): void {
    const own = this.#people.get(subscriber.userId)
    own?.delete(subscriber)
    if (own?.size === 0) this.#people.delete(subscriber.userId)
  }

  of(userId: number): ReadonlySet<Subscriber> {
    return this.#people.get(userId) ?? NONE
  }

  has(userId: number): boolean {
    return this.#people.has(userId)
  }

  get isEmpty(): boolean {
    return this.#people.size === 0
  }

  people(): number[] {
    return [...this.#people.keys()]
  }

  *all(): Generator<Subscriber> {
    for (const own of this.#people.values()) yield* own
  }
}
