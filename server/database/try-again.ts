import { setTimeout as delay } from 'node:timers/promises'
import { isPassing } from './passing-error.ts'

const TRIES = 6
const PAUSE_MS = 500

/**
 * Repeats work of the server's start that failed temporarily. On a starved machine PostgreSQL may
 * end a transaction as idle although the process only waits for its turn.
 * @param work a whole transaction
 * @throws the last error after six tries, and every error that will come back
 */
export const tryAgain = async <T>(work: () => Promise<T>): Promise<T> => {
  for (let tries = 1; tries < TRIES; tries++) {
    try {
      return await work()
    } catch (error) {
      if (!isPassing(error)) throw error
      await delay(PAUSE_MS)
    }
  }
  return await work()
}
