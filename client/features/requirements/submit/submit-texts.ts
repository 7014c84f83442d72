import { t } from '@lingui/core/macro'
import type { BulkSubmitChoice, SubmitPlan } from '#schema/rules/answers/bulk-submit.ts'
import { codeText } from '#client/ui/feedback/refusal-text.ts'

export const bulkResultText = (result: { n: number; m: number }): string =>
  codeText('bulk.result', result)

/** Why the choice is disabled; null = enabled. */
export const choiceReason = (
  choice: BulkSubmitChoice,
  { ready }: Pick<SubmitPlan<unknown>, 'ready'>,
): string | null =>
  choice === 'SUBMIT_ALL' && ready.length === 0
    ? t`No saved answer is complete and valid yet. Review them first.`
    : null
