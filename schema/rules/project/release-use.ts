import { type CommitmentValues, releaseField } from '../../entities/commitment.ts'
import type {
  ConditionList,
  Definition,
  Parameter,
  ParameterValue,
} from '../../entities/parameter.ts'
import type { Release } from '../../entities/project.ts'
import { everyParameter } from '../definition/parameters.ts'

type Named = Pick<Release, 'version' | 'number'>

/** The end of the keys of answer fields that name a release. */
const RELEASE_SUFFIX = releaseField('')

/** Answers name a release by its number. */
export const answerNames = (values: CommitmentValues, { number }: Named): boolean =>
  Object.entries(values).some(
    ([field, value]) => field.endsWith(RELEASE_SUFFIX) && value === number,
  )

/** A definition names a release by its version: as a value, an option or the value of a condition. */
export const definitionNames = (definition: Definition, { version }: Named): boolean => {
  const { contentConfiguration, suppliersCommitment } = definition
  const isNamed = (value: ParameterValue | undefined): boolean => value === version
  const inConditions = (list: ConditionList | undefined): boolean =>
    list?.conditions.some(({ value }) => isNamed(value)) === true
  const inField = ({ value, options, validations, visibleWhen }: Parameter): boolean =>
    isNamed(value) ||
    options?.some((option) => isNamed(option.label) || isNamed(option.value)) === true ||
    validations?.some(({ when }) => inConditions(when)) === true ||
    inConditions(visibleWhen)
  return everyParameter([
    ...contentConfiguration.parameters,
    ...suppliersCommitment.parameters,
  ]).some(inField)
}
