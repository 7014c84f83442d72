const underWay = new Set<IDBTransaction>()

/** Follows every transaction that this page begins from now on; called once. */
export const followTransactions = (): void => {
  const { prototype } = IDBDatabase
  const begin = prototype.transaction
  prototype.transaction = function (...args) {
    const transaction = begin.apply(this, args)
    underWay.add(transaction)
    const forget = () => void underWay.delete(transaction)
    transaction.addEventListener('complete', forget)
    transaction.addEventListener('abort', forget)
    return transaction
  }
}

/** Aborts the transactions that are under way, as the browser does when it closes a page. */
export const abortTransactions = (): void => {
  for (const transaction of underWay) {
    try {
      transaction.abort()
    } catch {
      // It has just ended.
    }
  }
}
