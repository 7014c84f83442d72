import { type CommitmentValues, releaseField } from '#schema/entities/commitment.ts'
import { ANSWER } from './accessibility-plan.ts'
import type { Level, PublishedAnswer } from './openacr-catalogue.ts'

const PERCENT: Record<Level, number | null> = {
  supports: 100,
  'partially-supports': 50,
  'does-not-support': 0,
  'not-applicable': null,
  'not-evaluated': null,
}
const NOW = -2
const NOT_PLANNED = -1

/**
 * A published answer as the values of a commitment. Reports name no releases: met criteria are
 * available now, unmet ones are not planned, and every second partial answer gets a planned
 * release, so that the demo can compare "as of release".
 */
export const answerValues = (
  { level, notes }: PublishedAnswer,
  position: number,
): CommitmentValues => {
  const percent = PERCENT[level]
  const values: CommitmentValues = { [ANSWER.level]: level }
  if (percent !== null) {
    values[ANSWER.statement] = percent
    values[releaseField(ANSWER.statement)] = releaseOf(percent, position)
  }
  if (notes) values[ANSWER.notes] = notes
  return values
}

const releaseOf = (percent: number, position: number): number => {
  if (percent === 0) return NOT_PLANNED
  return percent === 100 || position % 2 === 0 ? NOW : Math.floor(position / 2) % 2
}
