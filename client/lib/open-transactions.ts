const underWay = new Set<IDBTransaction>()
let isFollowed = false

/** Follows every transaction that this page begins from now on. */
export const followTransactions = (): void => {
  if (isFollowed) return
  isFollowed = true
  const { prototype } = IDBDatabase
  const begin = Object.getOwnPropertyDescriptor(prototype, 'transaction')
    ?.value as IDBDatabase['transaction']
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
