import type { ParameterValue } from '../../entities/parameter.ts'
import type { Release } from '../../entities/project.ts'
import { FIELD_RULES, type FieldProblem } from './field-rules.ts'
import { RELEASE_NOT_PLANNED, RELEASE_NOW } from './statement.ts'

/** The meaning of a statement's release field. */
export type ReleaseChoice = 'notChosen' | 'availableNow' | 'notPlanned' | 'planned' | 'unknown'

/** `planned` = the number of a release of the project. */
export function releaseChoice(
  release: ParameterValue,
  releases: readonly Pick<Release, 'number'>[],
): ReleaseChoice {
  if (release === null) return 'notChosen'
  if (release === RELEASE_NOW) return 'availableNow'
  if (release === RELEASE_NOT_PLANNED) return 'notPlanned'
  return releases.some(({ number }) => number === release) ? 'planned' : 'unknown'
}

const MUST_CHOOSE: FieldProblem = { code: 'validation.release', detail: {} }

/** By release: the problem of a value in percent, where null = not answered. */
export const RELEASE_RULES: Record<ReleaseChoice, (percent: number | null) => FieldProblem | null> =
  {
    notChosen: () => MUST_CHOOSE,
    unknown: () => MUST_CHOOSE,
    notPlanned: () => null,
    // A statement at 0 percent cannot be available.
    availableNow: (percent) => (percent === null ? null : FIELD_RULES.more(percent, 0)),
    planned: (percent) => FIELD_RULES.more(percent ?? 0, 0),
  }
