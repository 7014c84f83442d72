/*
 * Patterns and answers come from people who may mean harm, so what bounds a check is their sum and
 * not the single match: the steps of one answer, and the effort of all answers of one submit.
 */

/** Steps that all matches of one answer may take together: some 15 ms. */
export const ANSWER_STEPS = 500_000
/** Effort that all answers of one submit may take together: about a second. */
export const SUBMIT_EFFORT = 40_000_000
/** Effort beside the matches, for each character: of a definition, read; of an answer, also hashed, written and sent. */
const DEFINITION_EFFORT = 0.5
const ANSWER_EFFORT = 4
export const effortOfText = (text: { definition: string; answer: string }): number =>
  text.definition.length * DEFINITION_EFFORT + text.answer.length * ANSWER_EFFORT
/** Effort of building a pattern, for each unit of its size. */
const BUILD_EFFORT = 150

/** What one answer has left. Only steps count here, so that every device refuses the same answers. */
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

  takeBuild(size: number): void {
    this.spent += size * BUILD_EFFORT
  }
}
