/*
 * Patterns and answers can be hostile. Therefore not the single match is bounded but the sum: the
 * steps of one answer, and the effort of all answers of one submit.
 */

/** The most steps of all matches of one answer: about 15 ms. */
export const ANSWER_STEPS = 500_000
/** The most effort of all answers of one submit: about one second. */
export const SUBMIT_EFFORT = 80_000_000
/**
 * Effort per character, apart from matches: of a definition, for parsing; of an answer, also for
 * hashing, writing and sending.
 */
const DEFINITION_EFFORT = 0.5
const ANSWER_EFFORT = 4
export const effortOfText = (text: { definition: string; answer: string }): number =>
  text.definition.length * DEFINITION_EFFORT + text.answer.length * ANSWER_EFFORT
/** Effort to build a pattern. JavaScript needs long to parse a Unicode property inside a class. */
const PATTERN_EFFORT = 400
const STATE_EFFORT = 40
const PROPERTY_EFFORT = 30_000

/**
 * The remaining steps of one answer. Only steps count here, so that every device refuses the same
 * answers.
 */
export class MatchEffort {
  left: number
  /** Steps spent, including the building of patterns, which happens once per cached pattern. */
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
 * The most steps that a device spends on checking many answers, so that it does not freeze. The
 * server decides about the rest.
 */
const DEVICE_STEPS = 10_000_000

/** The steps that many answers share on a device. */
export class SharedEffort {
  #left = DEVICE_STEPS

  /**
   * `isCut` = fewer steps were left than one answer may take, so that running out of them proves
   * nothing.
   */
  check<T>(work: (effort: MatchEffort) => T): { found: T; isCut: boolean } {
    const most = Math.max(0, Math.min(ANSWER_STEPS, this.#left))
    const effort = new MatchEffort(most)
    const found = work(effort)
    this.#left -= effort.spent
    return { found, isCut: most < ANSWER_STEPS }
  }
}
