/** Keeps the transaction in the set until it has ended. */
export const keepRunning = (
  running: Set<IDBTransaction>,
  transaction: IDBTransaction,
): IDBTransaction => {
  const end = () => void running.delete(transaction)
  running.add(transaction)
  for (const name of ['complete', 'abort']) transaction.addEventListener(name, end)
  return transaction
}
