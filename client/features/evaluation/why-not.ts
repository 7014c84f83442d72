import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ProjectState } from '#schema/entities/project.ts'
import type { ProjectActor } from '#schema/mutations/mutation.ts'
import { refusalOf } from '#schema/rules/access/access.ts'
import type { ProjectAction } from '#schema/rules/access/access.ts'

const NOT_ALLOWED = {
  'override.write': msg`Your role does not allow overriding answers.`,
  'requirement.exclude': msg`Your role does not allow excluding requirements.`,
  'weights.set': msg`Once the answers are open, only the owner and project administrators can save weights. You can try other weights here.`,
  'project.edit': msg`Your role does not allow changing the scoring rules. Ask the project owner.`,
} as const
const WRONG_STATE = {
  'override.write': msg`You can override answers only while the project is in Evaluation.`,
  'requirement.exclude': msg`You can exclude requirements before the project is published and in Evaluation.`,
  'weights.set': msg`You can change weights before the project is published and in Evaluation.`,
  'project.edit': msg`The scoring rules cannot be changed in this state of the project.`,
} as const
export type EvaluationAction = keyof typeof NOT_ALLOWED & ProjectAction

/** Explains why a person may not do something here; null = they may. */
export const whyNot = (
  actor: ProjectActor,
  action: EvaluationAction,
  subject: { state: ProjectState; packageId?: string },
): string | null => {
  const code = refusalOf(actor, action, subject)
  if (code === null) return null
  return i18n._(
    code === 'NOT_ALLOWED' || code === 'SCORING_ADMINISTRATOR'
      ? NOT_ALLOWED[action]
      : WRONG_STATE[action],
  )
}
