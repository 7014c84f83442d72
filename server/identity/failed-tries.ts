import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { Refusal } from '#schema/refusal.ts'
import { LIMITS } from '#schema/tables/limits.ts'
import type { MessageCode } from '#schema/tables/messages.ts'
import type { Database, Queries } from '../database/database.ts'
import { networkOf } from '../security/network-of.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
/** The first `free` attempts need no wait; each further attempt starts the next wait. */
interface Budget {
  readonly free: number
  readonly waitsMs: readonly number[]
}
const minutes = (...waits: readonly number[]): number[] => waits.map((wait) => wait * MINUTE_MS)
const PLACE_WAITS = minutes(5, 10, 20, 40, 60)
const CODE_WAITS = minutes(15, 30, 60, 120, 240, 480, 1_440)

/**
 * A budget shared by all unknown networks. If `waitsMs` is null, exceeding it causes no wait but
 * leaves each new network one free attempt.
 */
interface StrangersBudget {
  readonly free: number
  readonly waitsMs: readonly number[] | null
}

interface Kind {
  readonly stored: 'password' | 'otp'
  readonly code: MessageCode
  /** Attempts on one account from one network. */
  readonly place: Budget
  /** Attempts on one account from all networks where its owner never signed in. */
  readonly strangers: StrangersBudget | null
}
const KINDS = {
  /** After `strangers.free` attempts a new network has one free attempt, not ten. */
  password: {
    stored: 'password',
    code: 'TOO_MANY_REQUESTS',
    place: { free: 10, waitsMs: PLACE_WAITS },
    strangers: { free: 100, waitsMs: null },
  },
  otp: {
    stored: 'otp',
    code: 'session.attempts',
    place: { free: LIMITS.reauthenticationAttempts, waitsMs: PLACE_WAITS },
    strangers: { free: 30, waitsMs: CODE_WAITS },
  },
  /**
   * A recovery code has 120 bits and cannot be guessed, so attempts of strangers never lock the
   * owner out.
   */
  recovery: {
    stored: 'otp',
    code: 'session.attempts',
    place: { free: LIMITS.reauthenticationAttempts, waitsMs: PLACE_WAITS },
    strangers: null,
  },
} as const satisfies Record<string, Kind>
export type TryKind = keyof typeof KINDS

/** @property address null for an attempt within a session */
export interface Tried {
  username: string
  userId: number | null
  address: string | null
}
interface FailedTriesOptions {
  database: Database
  clock: () => number
  secret: string
}

const ALL_PLACES = ''
const SIGNED_IN = 'signed in'
/**
 * A network counts as known if the person signed in from it within this time; only MOST_KNOWN are
 * considered.
 */
const KNOWN_MS = 90 * DAY_MS
const MOST_KNOWN = 200
const NO_USER = -1

const subjectOf = (username: string, secret: string): string =>
  createHmac('sha256', Buffer.from(secret, 'base64'))
    .update(`failed tries of ${username}`)
    .digest('base64url')

/**
 * Counts failed passwords and codes per account, in the database, so that counts survive a restart
 * and are shared by all processes. Unknown usernames are counted too, so that the answer does not
 * reveal which names exist. An attempt is counted, in one statement, before the password is
 * compared; a success removes the count.
 */
export class FailedTries {
  readonly #options: FailedTriesOptions

  constructor(options: FailedTriesOptions) {
    this.#options = options
  }

  /** Counts one attempt. Throws if the account has to wait at this network. */
  async count(name: TryKind, tried: Tried): Promise<void> {
    const { database, clock } = this.#options
    const kind: Kind = KINDS[name]
    const now = clock()
    const strangers = (await this.#isKnownPlace(tried, now)) ? null : kind.strangers
    const isKnown = tried.userId !== null
    await database.write(async (tx) => {
      const counter = { tx, kind, now, subject: this.#subjectOf(tried), isKnown }
      const isCrowded = strangers !== null && (await countStrangers(counter, strangers))
      await countAt(counter, placeOfTry(tried), isCrowded ? { ...kind.place, free: 1 } : kind.place)
    })
  }

  /** Removes the counts of this network and of the strangers after a successful attempt. */
  async succeed(name: TryKind, tried: Tried): Promise<void> {
    await this.#options.database.write(async (tx) => {
      const of = tx
        .deleteFrom('failed_tries')
        .where('subject', '=', this.#subjectOf(tried))
        .where('kind', '=', KINDS[name].stored)
      // Delete in the order in which `count` locks the rows, to avoid a deadlock.
      for (const place of [ALL_PLACES, placeOfTry(tried)])
        await of.where('place', '=', place).execute()
    })
  }

  /** Removes the counts of all networks, after a new password or on request of an administrator. */
  async reset(tx: Queries, username: string, stored?: Kind['stored']): Promise<void> {
    const subject = subjectOf(username, this.#options.secret)
    const of = tx.deleteFrom('failed_tries').where('subject', '=', subject)
    await (stored === undefined ? of : of.where('kind', '=', stored)).execute()
  }

  async resetPerson(tx: Queries, userId: number, stored?: Kind['stored']): Promise<void> {
    const users = tx.selectFrom('users').select('username')
    const user = await users.where('id', '=', userId).executeTakeFirst()
    if (user !== undefined) await this.reset(tx, user.username, stored)
  }

  #subjectOf({ username }: Tried): string {
    return subjectOf(username, this.#options.secret)
  }

  /** Unknown names are looked up too, so that they take the same time. */
  async #isKnownPlace({ userId, address }: Tried, now: number): Promise<boolean> {
    if (address === null) return true
    const rows = await this.#options.database.queries
      .selectFrom('sessions')
      .select('address')
      .distinct()
      .where('user_id', '=', userId ?? NO_USER)
      .where('created_on', '>', now - KNOWN_MS)
      .limit(MOST_KNOWN)
      .execute()
    const network = networkOf(address)
    return rows.some((row) => row.address !== '' && networkOf(row.address) === network)
  }
}

const placeOfTry = ({ address }: Tried): string =>
  address === null ? SIGNED_IN : networkOf(address)

interface Counter {
  tx: Queries
  kind: Kind
  subject: string
  isKnown: boolean
  now: number
}

/** @returns whether strangers have used up their free attempts; throws if they have to wait */
const countStrangers = async (counter: Counter, budget: StrangersBudget): Promise<boolean> => {
  const { free, waitsMs } = budget
  return (await countAt(counter, ALL_PLACES, { free, waitsMs: waitsMs ?? [0] })) > free
}

/**
 * Counts with one statement, so that parallel attempts share the budget.
 * @returns the number of attempts including this one
 */
const countAt = async (counter: Counter, place: string, budget: Budget): Promise<number> => {
  const { tx, kind, subject, isKnown, now } = counter
  const row = { subject, kind: kind.stored, place, is_known: Number(isKnown), tried_on: now }
  const first = budget.free <= 1 ? now + (budget.waitsMs[0] ?? 0) : 0
  const latest = now + Math.max(...budget.waitsMs)
  const counted = await tx
    .insertInto('failed_tries')
    .values({ ...row, tries: 1, wait_until: first })
    .onConflict((conflict) =>
      conflict
        .columns(['subject', 'kind', 'place'])
        .doUpdateSet({
          tries: sql<number>`failed_tries.tries + 1`,
          wait_until: waitUntil(budget, now),
          tried_on: now,
          is_known: Number(isKnown),
          // A wait that ends later than any wait could comes from a clock that was set back; ignore
          // it.
        })
        .where(({ eb, or }) =>
          or([
            eb('failed_tries.wait_until', '<=', now),
            eb('failed_tries.wait_until', '>', latest),
          ]),
        ),
    )
    .returning('tries')
    .executeTakeFirst()
  if (counted === undefined) throw await refusalOf(counter, place)
  return counted.tries
}

const refusalOf = async ({ tx, kind, subject, now }: Counter, place: string): Promise<Refusal> => {
  const { wait_until: until } = await tx
    .selectFrom('failed_tries')
    .select('wait_until')
    .where('subject', '=', subject)
    .where('kind', '=', kind.stored)
    .where('place', '=', place)
    .executeTakeFirstOrThrow()
  const seconds = Math.max(1, Math.ceil((until - now) / 1_000))
  return new Refusal(kind.code, { detail: { seconds } })
}

/** SQL for the end of the wait, by the number of attempts including this one. */
const waitUntil = ({ free, waitsMs }: Budget, now: number) => {
  const cases = waitsMs.map(
    (waitMs, index) => sql`
    when failed_tries.tries + 1 >= ${free + index} then cast(${now + waitMs} as bigint)`,
  )
  return sql<number>`cast(case ${sql.join(cases.toReversed(), sql` `)} else 0 end as bigint)`
}
