import type { Database } from './database/database.ts'
import { loadDemo } from './demo/load-demo.ts'
import { deliverEvents } from './jobs/deliver-events.ts'

/** Fills a new database with the demo, as if the people had been told of its history in time. */
export const startDemo = async (database: Database, now = Date.now()): Promise<void> => {
  await loadDemo(database, now)
  await tellQuietly(database, now)
}

/** The history of the demo stands in the panels and causes no mail. */
const tellQuietly = async (database: Database, now: number): Promise<void> => {
  await deliverEvents({
    database,
    clock: () => now,
    onDelivered: () => undefined,
    onError: (error) => {
      throw error
    },
  })
  await database.write((tx) => tx.deleteFrom('waiting_notices').execute())
}
