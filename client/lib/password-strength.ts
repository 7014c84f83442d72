import type { Strength } from '../worker/estimate-strength.ts'
import type { StrengthAnswer, StrengthQuestion } from '../worker/password-strength.worker.ts'

export type { Strength } from '../worker/estimate-strength.ts'
/** Passwords below this strength are too easy to guess. */
export const SAFE_STRENGTH = 3 satisfies Strength
/** How long to wait for the estimate. The first one loads the word lists. */
const PATIENCE_MS = 20_000

let running: Worker | null = null
let count = 0
const start = (): Worker => {
  running ??= new Worker(new URL('../worker/password-strength.worker.ts', import.meta.url), {
    type: 'module',
    name: 'tenderbook-password',
  })
  return running
}

/**
 * Estimates how hard a password is to guess for an attacker who knows the product, organization and
 * person. The password does not leave the device.
 * @param personal names and addresses of the person
 * @returns null if no estimate is available
 */
export const passwordStrength = async (
  password: string,
  personal: readonly string[],
): Promise<Strength | null> => {
  const id = (count += 1)
  const { promise, resolve } = Promise.withResolvers<Strength | null>()
  const hear = ({ data }: MessageEvent<StrengthAnswer>): void => {
    if (data.id === id) resolve(data.strength)
  }
  const fail = (): void => {
    running = null
    resolve(null)
  }
  const worker = start()
  const timer = setTimeout(() => resolve(null), PATIENCE_MS)
  worker.addEventListener('message', hear)
  worker.addEventListener('error', fail)
  const question: StrengthQuestion = { id, password, personal }
  worker.postMessage(question)
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    worker.removeEventListener('message', hear)
    worker.removeEventListener('error', fail)
  }
}
