import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ProjectState } from '#schema/entities/project.ts'
import type { ProjectActor } from '#schema/mutations/mutation.ts'
import { refusalOf } from '#schema/rules/access.ts'
import type { ProjectAction } from '#schema/rules/access.ts'

const NOT_ALLOWED = {
  'override.write': msg`Your role does not include overriding answers.`,
  'requirement.exclude': msg`Your role does not include excluding requirements.`,
  'weights.set': msg`Once the answers are open, only the owner and project administrators save weights; you can try others here.`,
  'project.edit': msg`Your role does not include changing the rules of this project; ask its owner.`,
} as const
const WRONG_STATE = {
  'override.write': msg`Answers can be overridden only while the project is in Evaluation.`,
  'requirement.exclude': msg`Requirements can be excluded only until the project is published and again in Evaluation.`,
  'weights.set': msg`Weights can be changed only until the project is published and again in Evaluation.`,
  'project.edit': msg`The rules can no longer be changed in this state of the project.`,
} as const
export type EvaluationAction = keyof typeof NOT_ALLOWED & ProjectAction

/** Why a person may not do something here, as a sentence; null = they may. */
export const whyNot = (actor: ProjectActor, action: EvaluationAction, subject: { state: ProjectState; packageId?: string }): string | null => {
  const code = refusalOf(actor, action, subject)
  if (code === null) return null
  return i18n._(code === 'NOT_ALLOWED' || code === 'SCORING_ADMINISTRATOR' ? NOT_ALLOWED[action] : WRONG_STATE[action])
}
