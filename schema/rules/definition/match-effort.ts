/*
 * Patterns and answers come from people who may mean harm, so what bounds a check is their sum and
 * not the single match: the steps of one answer, and the effort of all answers of one submit.
 */

/** Steps that all matches of one answer may take together: some 15 ms. */
export const ANSWER_STEPS = 500_000
/** Effort that all answers of one submit may take together: about a second. */
export const SUBMIT_EFFORT = 80_000_000
/**
 * Effort beside the matches, for each character: of a definition, read; of an answer, also hashed,
 * written and sent.
 */
const DEFINITION_EFFORT = 0.5
const ANSWER_EFFORT = 4
export const effortOfText = (text: { definition: string; answer: string }): number =>
  text.definition.length * DEFINITION_EFFORT + text.answer.length * ANSWER_EFFORT
/**
 * Effort of building a pattern: JavaScript takes long to read a Unicode property inside a class.
 */
const PATTERN_EFFORT = 400
const STATE_EFFORT = 40
const PROPERTY_EFFORT = 30_000

/**
 * What one answer has left. Only steps count here, so that every device refuses the same answers.
 */
export class MatchEffort {
  left: number
  /** With the building of patterns, which happens once while they are kept. */
  spent = 0

  constructor(left = ANSWER_STEPS) {
    this.left = left
  }

  takeSteps(steps: number): void {
    this.left -= steps
    this.spent += steps
  }

  takeBuild({ states, properties }: { states: number; properties: number }): void {
    this.spent += PATTERN_EFFORT + states * STATE_EFFORT + properties * PROPERTY_EFFORT
  }
}

/**
 * Steps that the check of many answers may take on a device, which must not freeze: the server
 * decides in the end.
 */
const DEVICE_STEPS = 10_000_000

/** What many answers share on a device. */
export class SharedEffort {
  #left = DEVICE_STEPS

  /** `isCut`: less was left than one answer may take, so that running out of it says nothing. */
  check<T>(work: (effort: MatchEffort) => T): { found: T; isCut: boolean } {
    const most = Math.max(0, Math.min(ANSWER_STEPS, this.#left))
    const effort = new MatchEffort(most)
    const found = work(effort)
    this.#left -= effort.spent
    return { found, isCut: most < ANSWER_STEPS }
  }
}
