import { CONTEXT_WORDS } from '#schema/tables/context-words.ts'
import type { StrengthAnswer, StrengthQuestion } from '../worker/password-strength.worker.ts'

export type Strength = StrengthAnswer['score']
/** Fewer than this is guessed too easily. */
export const SAFE_STRENGTH = 3
/** The word lists are fetched with the first password; where that takes longer nobody waits for them. */
const PATIENCE_MS = 20_000
/** The estimate of a longer text takes long, and nobody guesses it. */
const LONGEST = 100
const SHORTEST_WORD = 3

let worker: Worker | null = null
let count = 0
const start = (): Worker => {
  worker ??= new Worker(new URL('../worker/password-strength.worker.ts', import.meta.url), { type: 'module', name: 'tenderbook-password' })
  return worker
}

/** Words of names and addresses, as they are and in parts. */
const partsOf = (text: string): string[] => [text, ...text.split(/[^\p{L}\p{N}]+/u)].map((part) => part.toLowerCase()).filter((part) => part.length >= SHORTEST_WORD)

/**
 * How hard it is to guess for somebody who knows the product, the organization and the person. Never leaves the device.
 * @param personal names and addresses
 * @returns null where the estimate cannot be had
 */
export const passwordStrength = async (password: string, personal: readonly string[]): Promise<Strength | null> => {
  const id = (count += 1)
  const { promise, resolve } = Promise.withResolvers<Strength | null>()
  const hear = ({ data }: MessageEvent<StrengthAnswer>): void => { if (data.id === id) resolve(data.score) }
  const fail = (): void => {
    worker = null
    resolve(null)
  }
  const asked = start()
  const timer = setTimeout(() => resolve(null), PATIENCE_MS)
  asked.addEventListener('message', hear)
  asked.addEventListener('error', fail)
  const question: StrengthQuestion = { id, password: password.slice(0, LONGEST), words: [...CONTEXT_WORDS, ...personal.flatMap(partsOf)] }
  asked.postMessage(question)
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    asked.removeEventListener('message', hear)
    asked.removeEventListener('error', fail)
  }
}
