import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { RequirementVersion } from '#schema/api/projects-service/versions.ts'
import type { Parameter } from '#schema/entities/parameter.ts'
import type { Requirement } from '#schema/entities/structure.ts'
import { diffDefinitions } from '#schema/rules/diff/diff-parameters.ts'
import { answerText } from '../answers/answer-fields.ts'

/** A text of the requirement in another version, and in the open one. */
export interface VersionDifference {
  key: string
  label: string
  before: string
  after: string
}

const TEXTS = {
  name: msg`Name`,
  vendorHelp: msg`Help for vendors`,
  evaluatorHelp: msg`Help for evaluators`,
} as const

const valueOf = (parameter: Parameter | null): string =>
  parameter === null ? '' : answerText(parameter, parameter.value)

/** What differs between a requirement of another version and the open one. */
export const versionDifferences = (
  other: RequirementVersion,
  own: Requirement,
): VersionDifference[] => [
  ...(['name', 'vendorHelp', 'evaluatorHelp'] as const)
    .filter((field) => other[field] !== own[field])
    .map((field) => ({
      key: field,
      label: i18n._(TEXTS[field]),
      before: other[field],
      after: own[field],
    })),
  ...diffDefinitions(other.definition, own.definition)
    .filter(({ status }) => status !== 'UNCHANGED')
    .map(({ half, id, before, after }) => ({
      key: `${half}.${id}`,
      label: (after ?? before)?.name ?? '',
      before: valueOf(before),
      after: valueOf(after),
    })),
]
