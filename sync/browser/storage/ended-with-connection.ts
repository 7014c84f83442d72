import { keepRunning } from './running-transactions.ts'

/**
 * Calls `onabort` of every transaction that is still running when the browser closes its connection
 * by force. Chromium 156 fires neither `complete` nor `abort` for a transaction that
 * is committing at that moment, so its writer would wait forever. Whether it was committed is
 * unknown then. Call it once per opened connection.
 */
export const abortWithConnection = (connection: IDBDatabase): void => {
  const running = new Set<IDBTransaction>()
  const begin = connection.transaction.bind(connection)
  connection.transaction = (...args) => keepRunning(running, begin(...args))
  connection.addEventListener('close', () => {
    for (const transaction of running) transaction.onabort?.(new Event('abort'))
  })
}
