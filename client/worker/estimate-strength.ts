import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary as common } from '@zxcvbn-ts/language-common'
import { dictionary as english } from '@zxcvbn-ts/language-en'
import { CONTEXT_WORDS } from '#schema/tables/context-words.ts'

/** From 0 = guessed at once to 4 = practically impossible to guess. */
export type Strength = 0 | 1 | 2 | 3 | 4
/** Estimate only this many characters: longer passwords are safe, and estimating them is slow. */
const LONGEST = 100
const SHORTEST_WORD = 3

const estimate = new ZxcvbnFactory({
  dictionary: { ...common, ...english },
  graphs: adjacencyGraphs,
})

/** Words of names and addresses, whole and in parts. */
const partsOf = (text: string): string[] =>
  [text, ...text.split(/[^\p{L}\p{N}]+/u)]
    .map((part) => part.toLowerCase())
    .filter((part) => part.length >= SHORTEST_WORD)

/**
 * Estimates how hard a password is to guess for an attacker who knows the product, organization and
 * person.
 * @param personal names and addresses of the person
 */
export const estimateStrength = (password: string, personal: readonly string[]): Strength =>
  estimate.check(password.slice(0, LONGEST), [...CONTEXT_WORDS, ...personal.flatMap(partsOf)]).score
