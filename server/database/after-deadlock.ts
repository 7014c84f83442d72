import { randomInt } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { errorCode } from './passing-error.ts'

/** PostgreSQL ended one of two transactions that waited for each other, or could not order them. */
const ROLLED_BACK = /^40(P01|001)$/
const TRIES = 3
const MOST_PAUSE_MS = 50

/**
 * Runs a transaction again that PostgreSQL rolled back in favour of another one, so that no caller
 * learns of it.
 * @param run a whole transaction, whose work keeps nothing of an earlier run
 * @throws the last error after three tries, and every other error
 */
export const afterDeadlock = async <T>(run: () => Promise<T>): Promise<T> => {
  for (let tries = 1; ; tries += 1) {
    try {
      return await run()
    } catch (error) {
      if (tries >= TRIES || !ROLLED_BACK.test(errorCode(error))) throw error
      await delay(randomInt(1, MOST_PAUSE_MS * tries))
    }
  }
}
