import { keepRunning } from '#sync/browser/storage/running-transactions.ts'

const underWay = new Set<IDBTransaction>()
let isOver = false

/**
 * Follows every transaction that this page begins from now on, also those that make or upgrade a
 * database; called once.
 */
export const followTransactions = (): void => {
  const { transaction: begin } = IDBDatabase.prototype
  IDBDatabase.prototype.transaction = function (...args) {
    if (isOver) throw new DOMException('The page was left', 'AbortError')
    return keepRunning(underWay, begin.apply(this, args))
  }
  const { open } = IDBFactory.prototype
  IDBFactory.prototype.open = function (...args) {
    const request = open.apply(this, args)
    request.addEventListener('upgradeneeded', () => {
      if (request.transaction !== null) keepRunning(underWay, request.transaction)
    })
    return request
  }
}

/**
 * Aborts the transactions that are under way, as the browser does when it closes a page.
 * @param isLast no transaction may begin later
 */
export const abortTransactions = (isLast: boolean): void => {
  isOver = isLast
  for (const transaction of underWay) {
    try {
      transaction.abort()
    } catch {
      // It has just ended.
    }
  }
}
