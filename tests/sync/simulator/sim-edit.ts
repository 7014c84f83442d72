import type { SimClient } from './sim-client.ts'
import type { SimUser } from './template.ts'
import { type Place, placeKey } from './tracked.ts'

/** A word that a person wrote into one place; unique in the run. */
export interface SimEdit {
  word: string
  user: SimUser
  key: string
  place: Place
  /** The word that the person saw there before. */
  seen: string | null
  /**
   * Why the word may be lost, if the server has lost it: what the device knew of it was evicted, or
   * removed by a sign-out.
   */
  lostWith: 'evicted' | 'signedOut' | null
  /** The browser evicted it: it may still be under way, and the device knows nothing of it. */
  isEvicted: boolean
}

interface Word {
  word: string
  place: Place
}
/** One command of a person, and the words that it writes. */
export interface Request {
  command: string
  args: Record<string, unknown>
  words?: readonly Word[]
  /** The place whose word the command removes. */ clears?: Place
}

/** The words of a request as edits of this person, over what they see there now. */
export const editsOf = (
  client: Pick<SimClient, 'shown' | 'user'>,
  words: readonly Word[],
): SimEdit[] =>
  words.map(({ word, place }) => ({
    word,
    user: client.user,
    place,
    key: placeKey(place),
    seen: client.shown(place) ?? null,
    lostWith: null,
    isEvicted: false,
  }))
