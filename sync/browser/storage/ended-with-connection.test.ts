import { expect, it } from 'vitest'
import { abortWithConnection } from './ended-with-connection.ts'

class Running extends EventTarget {
  onabort: ((event: Event) => unknown) | null = null
  aborts = 0
}
class Connection extends EventTarget {
  transaction = (): Running => {
    const one = new Running()
    one.onabort = () => (one.aborts += 1)
    return one
  }
}

it('aborts exactly the transactions that were running when the browser closed the connection', () => {
  const connection = new Connection()
  abortWithConnection(connection as unknown as IDBDatabase)
  const [complete, aborted, running] = [1, 2, 3].map(() => connection.transaction())
  complete?.dispatchEvent(new Event('complete'))
  aborted?.dispatchEvent(new Event('abort'))
  connection.dispatchEvent(new Event('close'))
  expect([complete, aborted, running].map((one) => one?.aborts)).toEqual([0, 0, 1])
})
