import type { SimClient } from './sim-client.ts'
import type { SimUser } from './template.ts'
import { type Place, placeKey } from './tracked.ts'

/** A word that a person wrote into one place; it occurs only once in the run. */
export interface SimEdit {
  word: string
  user: SimUser
  key: string
  place: Place
  /** What stood there for the person before. */
  seen: string | null
  /**
   * The browser threw away what it stood in, or the server went back to before it: then it may be
   * lost.
   */
  isForgiven: boolean
  /** The browser threw it away: it may be on its way still, and the device knows nothing of it. */
  isEvicted: boolean
}

interface Word {
  word: string
  place: Place
}
/** What a person is about to do: one command, and the words that it writes. */
export interface Request {
  command: string
  args: Record<string, unknown>
  words?: readonly Word[]
  /** Where it takes a word away. */ clears?: Place
}

/** The words of a request as this person writes them, over what they see there now. */
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
    isForgiven: false,
    isEvicted: false,
  }))
