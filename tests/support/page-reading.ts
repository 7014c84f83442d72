/** Begins a transaction of the page in a database of its own; `ended` resolves to how it ends. */
export const beginReading = async (): Promise<{
  database: IDBDatabase
  ended: Promise<string>
}> => {
  const database = await new Promise<IDBDatabase>((resolve) => {
    const request = indexedDB.open('of-the-page')
    request.onupgradeneeded = () => void request.result.createObjectStore('rows')
    request.onsuccess = () => resolve(request.result)
  })
  const reading = database.transaction('rows')
  reading.objectStore('rows').count()
  const ended = new Promise<string>((resolve) => {
    for (const name of ['complete', 'abort']) reading.addEventListener(name, () => resolve(name))
  })
  return { database, ended }
}
