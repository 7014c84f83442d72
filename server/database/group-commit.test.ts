import SQLite from 'better-sqlite3'
import { CompiledQuery, Kysely, SqliteDialect } from 'kysely'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { refusal } from '../../tests/support/refusal.ts'
import type { Queries } from './database.ts'
import { createGroupCommit, createGroups } from './group-commit.ts'
import type { Tables } from './tables.ts'

let connection: SQLite.Database
let kysely: Queries
/** What the transactions did, in order. */
let told: string[]
let failing: { begin: number; commit: number }
beforeEach(() => {
  connection = new SQLite(':memory:')
  connection.exec('create table entries (text text)')
  kysely = new Kysely<Tables>({ dialect: new SqliteDialect({ database: connection }) })
  told = []
  failing = { begin: 0, commit: 0 }
})
afterEach(async () => {
  vi.restoreAllMocks()
  await kysely.destroy()
})

const raw = (tx: Queries, text: string) => tx.executeQuery(CompiledQuery.raw(text))
const entries = () =>
  connection
    .prepare('select text from entries order by rowid')
    .all()
    .map((row) => (row as { text: string }).text)
const transact = (work: (tx: Queries) => Promise<void>): Promise<void> =>
  kysely.connection().execute(async (tx) => {
    if (failing.begin-- > 0) throw new Error('locked')
    await raw(tx, 'begin')
    told.push('begin')
    try {
      await work(tx)
      if (failing.commit-- > 0) throw new Error('disk full')
      await raw(tx, 'commit')
      told.push('commit')
    } catch (error) {
      if (connection.inTransaction) await raw(tx, 'rollback')
      told.push('rollback')
      throw error
    }
  })
const ports = (longestMs = 60_000) => ({
  ...{ transact, longestMs, isInTransaction: () => connection.inTransaction },
})
type Write = ReturnType<typeof createGroupCommit>
const enter = (write: Write, text: string, then: (tx: Queries) => unknown = () => undefined) =>
  write(async (tx) => {
    told.push(text)
    await tx.executeQuery(CompiledQuery.raw('insert into entries values (?)', [text]))
    await then(tx)
    return `${text} done`
  })
const fail =
  (text = 'refused') =>
  () => {
    throw new Error(text)
  }
/** What became of each promise: its value, or the message of its error. */
const outcomes = async (promises: readonly Promise<unknown>[]) =>
  (await Promise.allSettled(promises)).map((one) =>
    one.status === 'fulfilled' ? one.value : (one.reason as Error).message,
  )
/** The number of writers in each transaction. */
const sizes = () =>
  told
    .join(' ')
    .split('begin')
    .slice(1)
    .map((part) => part.trim().split(' ').length - 1)
const names = (length: number, name = 'w') => Array.from({ length }, (_, at) => `${name}${at}`)

describe('writers', () => {
  it('share a transaction if they wait at the same time, and end with its commit', async () => {
    const write = createGroupCommit(ports())
    const all = ['a', 'b', 'c'].map((text) =>
      enter(write, text).then((value) => {
        told.push(value)
        return value
      }),
    )
    expect(await outcomes(all)).toEqual(['a done', 'b done', 'c done'])
    expect(told).toEqual([...['begin', 'a', 'b', 'c', 'commit', 'a done', 'b done', 'c done']])
    expect(await enter(write, 'd')).toBe('d done')
    expect(told.slice(8)).toEqual(['begin', 'd', 'commit'])
    expect(entries()).toEqual(['a', 'b', 'c', 'd'])
  })

  it('that come while another runs join its transaction', async () => {
    const write = createGroupCommit(ports())
    const late: Promise<string>[] = []
    const first = enter(write, 'a', () => void late.push(enter(write, 'b')))
    expect(await outcomes([first])).toEqual(['a done'])
    expect(await outcomes(late)).toEqual(['b done'])
    expect(told).toEqual(['begin', 'a', 'b', 'commit'])
  })

  it('of more than 50 take several transactions', async () => {
    const write = createGroupCommit(ports())
    await Promise.all(names(120).map((text) => enter(write, text)))
    expect(sizes()).toEqual([50, 50, 20])
    expect(entries()).toEqual(names(120))
  })

  it('commit after the longest time, though more are waiting', async () => {
    let now = 0
    vi.spyOn(performance, 'now').mockImplementation(() => now)
    const take = async (ms: number) => {
      told = []
      const write = createGroupCommit(ports(10))
      await Promise.all(names(6).map((text) => enter(write, text, () => void (now += ms))))
      return sizes()
    }
    expect([await take(6), await take(5), await take(11)]).toEqual([
      [2, 2, 2],
      [3, 3],
      [1, 1, 1, 1, 1, 1],
    ])
  })

  it('are at most 5,000 that wait; the next is refused', async () => {
    const write = createGroupCommit(ports())
    const running = Promise.withResolvers<void>()
    const begun = Promise.withResolvers<void>()
    const first = enter(write, 'first', () => {
      begun.resolve()
      return running.promise
    })
    await begun.promise
    failing.begin = 4_950
    const waiting = outcomes(names(5_000).map((text) => enter(write, text)))
    await expect(enter(write, 'too many')).rejects.toEqual(refusal('UNAVAILABLE'))
    running.resolve()
    expect(await first).toBe('first done')
    const ended = Map.groupBy(await waiting, (outcome) => outcome === 'locked')
    expect([ended.get(true)?.length, ended.get(false)?.length]).toEqual([4_950, 50])
    expect(await enter(write, 'last')).toBe('last done')
  })
})

describe('a writer that fails', () => {
  it('is rolled back alone if others ran before it, and told at once', async () => {
    const write = createGroupCommit(ports())
    const all = [
      enter(write, 'a'),
      enter(write, 'b', fail()).catch((error: Error) => {
        told.push(error.message)
        throw error
      }),
      enter(write, 'c'),
    ]
    expect(await outcomes(all)).toEqual(['a done', 'refused', 'c done'])
    expect(told).toEqual(['begin', 'a', 'b', 'refused', 'c', 'commit'])
    expect(entries()).toEqual(['a', 'c'])
  })

  it('does not count in the size of its transaction', async () => {
    const write = createGroupCommit(ports())
    const all = names(52).map((text, at) =>
      enter(write, text, at % 50 === 1 ? fail() : undefined).catch(() => undefined),
    )
    await Promise.all(all)
    expect(sizes()).toEqual([51, 1])
  })

  it('as the first ends its transaction, and the others begin another', async () => {
    const write = createGroupCommit(ports())
    const all = [enter(write, 'a', fail()), enter(write, 'b'), enter(write, 'c')]
    expect(await outcomes(all)).toEqual(['refused', 'b done', 'c done'])
    expect(told).toEqual(['begin', 'a', 'rollback', 'begin', 'b', 'c', 'commit'])
    expect(entries()).toEqual(['b', 'c'])
  })

  it('ends all of its transaction if the database has rolled it back', async () => {
    const write = createGroupCommit(ports())
    const lose = async (tx: Queries) => {
      await raw(tx, 'rollback')
      throw new Error('disk full')
    }
    const all = [enter(write, 'a'), enter(write, 'b', lose), enter(write, 'c')]
    expect(await outcomes(all)).toEqual(['disk full', 'disk full', 'c done'])
    expect(entries()).toEqual(['c'])
  })
})

describe('a transaction', () => {
  it('that cannot begin refuses the writer that waits longest', async () => {
    failing.begin = 1
    const write = createGroupCommit(ports())
    expect(await outcomes(['a', 'b', 'c'].map((text) => enter(write, text)))).toEqual([
      ...['locked', 'b done', 'c done'],
    ])
    expect(entries()).toEqual(['b', 'c'])
  })

  it('that cannot commit refuses all of its writers, and later ones begin another', async () => {
    failing.commit = 1
    const write = createGroupCommit(ports())
    expect(await outcomes(['a', 'b'].map((text) => enter(write, text)))).toEqual([
      ...['disk full', 'disk full'],
    ])
    expect(await enter(write, 'c')).toBe('c done')
    expect(entries()).toEqual(['c'])
  })
})

it('writers of one key share transactions, those of another key have their own', async () => {
  const write = createGroups(ports())
  const of =
    (key: string): Write =>
    (work) =>
      write(key, work)
  const all = [enter(of('a'), 'a1'), enter(of('b'), 'b1'), enter(of('a'), 'a2')]
  expect(await outcomes(all)).toEqual(['a1 done', 'b1 done', 'a2 done'])
  expect(told).toEqual(['begin', 'a1', 'a2', 'commit', 'begin', 'b1', 'commit'])
  expect(await outcomes([enter(of('a'), 'a3', fail())])).toEqual(['refused'])
  expect(await enter(of('a'), 'a4')).toBe('a4 done')
  expect(entries()).toEqual(['a1', 'a2', 'b1', 'a4'])
})
