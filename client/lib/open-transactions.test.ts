import 'fake-indexeddb/auto'
import { expect, it } from 'vitest'
import { abortTransactions, followTransactions } from './open-transactions.ts'

const openDatabase = (name: string): Promise<IDBDatabase> =>
  new Promise((resolve, reject) => {
    const request = indexedDB.open(name)
    request.onupgradeneeded = () => void request.result.createObjectStore('rows')
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(new Error('not opened', { cause: request.error }))
  })
const ended = (transaction: IDBTransaction): Promise<string> =>
  new Promise((resolve) => {
    for (const name of ['complete', 'abort'])
      transaction.addEventListener(name, () => resolve(name))
  })
const rowsOf = (database: IDBDatabase): Promise<unknown[]> =>
  new Promise((resolve) => {
    const request = database.transaction('rows').objectStore('rows').getAll()
    request.onsuccess = () => resolve(request.result)
  })
const write = (database: IDBDatabase, value: string): IDBTransaction => {
  const transaction = database.transaction('rows', 'readwrite')
  transaction.objectStore('rows').put(value, value)
  return transaction
}
/** Keeps a transaction open, as a page does that asks for one row after another. */
const askOn = (transaction: IDBTransaction): void => {
  const ask = () => {
    try {
      transaction.objectStore('rows').count().onsuccess = ask
    } catch {
      // It was aborted.
    }
  }
  ask()
}

it('aborts what is under way in every database, and nothing that has ended', async () => {
  const early = await openDatabase('early')
  const unfollowed = ended(write(early, 'before'))
  followTransactions()
  const databases = [early, await openDatabase('late')] as const
  await unfollowed
  const done = write(early, 'done')
  expect(await ended(done)).toBe('complete')

  const reading = early.transaction('rows')
  askOn(reading)
  const writing = write(databases[1], 'half')
  askOn(writing)
  const outcomes = [ended(reading), ended(writing)]
  abortTransactions(false)
  expect(await Promise.all(outcomes)).toEqual(['abort', 'abort'])
  expect(await Promise.all(databases.map(rowsOf))).toEqual([['before', 'done'], []])

  const later = write(early, 'later')
  expect(await ended(later)).toBe('complete')
  abortTransactions(false)
  expect(await rowsOf(early)).toEqual(['before', 'done', 'later'])
})

it('aborts the upgrade of a database that is being made', async () => {
  const making = (name: string): Promise<string> =>
    new Promise((resolve) => {
      const request = indexedDB.open(name)
      request.onupgradeneeded = () => {
        request.result.createObjectStore('rows')
        if (request.transaction === null) throw new Error('No upgrade')
        askOn(request.transaction)
        request.transaction.addEventListener('abort', () => resolve('aborted'))
        begun.resolve()
      }
    })
  const begun = Promise.withResolvers<void>()
  const outcome = making('made')
  await begun.promise
  abortTransactions(false)
  expect(await outcome).toBe('aborted')
})

it('lets no transaction begin after the last ones', async () => {
  const database = await openDatabase('left')
  abortTransactions(true)
  expect(() => database.transaction('rows')).toThrow('The page was left')
  abortTransactions(false)
  expect(await rowsOf(database)).toEqual([])
})

it('a transaction that has just been aborted or ended keeps none of the others from it', async () => {
  const database = await openDatabase('third')
  const first = write(database, 'one')
  const second = write(database, 'two')
  first.abort()
  abortTransactions(false)
  expect(await ended(second)).toBe('abort')
  expect(await rowsOf(database)).toEqual([])
})
