import { Trans, useLingui } from '@lingui/react/macro'
import { releaseField } from '#schema/entities/commitment.ts'
import type { Evaluation, NodeScore } from '#schema/rules/evaluation/evaluation.ts'
import { releaseText } from './evaluation-text.ts'

interface RequirementNoteProps {
  evaluation: Evaluation
  index: number
  vendor: number
  score: NodeScore
}

/** Second line of a requirement's cell: the promised release, or why there is no score. */
export function RequirementNote({
  evaluation: { prepared },
  index,
  vendor,
  score,
}: RequirementNoteProps) {
  const { t } = useLingui()
  const requirement = prepared.layout.requirements[index]
  const commitment = prepared.commitments.get(vendor * prepared.layout.requirements.length + index)
  if (requirement?.excluded) return <Trans>excluded</Trans>
  if (score.total === 0)
    return commitment?.submitted === true ? (
      <Trans>not applicable</Trans>
    ) : (
      <Trans>nothing to score</Trans>
    )
  if (commitment?.submitted !== true)
    return score.unanswered === 0 ? (
      <Trans>no answer, overridden</Trans>
    ) : (
      <Trans>not answered</Trans>
    )
  const words = { now: t`available now`, notPlanned: t`not planned` }
  const releases = (prepared.layout.parsed[index]?.statements ?? [])
    .map(({ parameter }) =>
      releaseText(commitment.values[releaseField(parameter.id)], prepared.rows.releases, words),
    )
    .filter((text) => text !== null)
  return releases.length === 0 ? <Trans>submitted</Trans> : <>{[...new Set(releases)].join(', ')}</>
}
