import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { IconFlag3Filled, IconPencil } from '@tabler/icons-react'
import { nodeScore } from '#schema/rules/evaluation/evaluation.ts'
import type { Evaluation, NodeLevel, NodeScore } from '#schema/rules/evaluation/evaluation.ts'
import { differenceText, scoreText } from './evaluation-text.ts'
import { tintOf } from './matrix-rows.ts'
import { RequirementNote } from './requirement-note.tsx'
import { UnsentMark } from './unsent-mark.tsx'
import type { VendorColumn } from './vendor-columns.ts'
import classes from './matrix.module.css'
import own from './score-cell.module.css'

export interface CellPlace {
  'data-cell': string
  tabIndex: number
  'aria-colindex': number
  onFocus: () => void
}

interface ScoreCellProps {
  evaluation: Evaluation
  saved: Evaluation | null
  level: NodeLevel
  index: number
  column: VendorColumn
  place: CellPlace
  onOpen: () => void
}

/** A score with its tint and markers. Plain elements, since hundreds of cells can be visible. */
export function ScoreCell({
  evaluation,
  saved,
  level,
  index,
  column,
  place,
  onOpen,
}: ScoreCellProps) {
  const score = nodeScore(evaluation, { level, index, vendor: column.position })
  const difference =
    saved &&
    differenceText(nodeScore(saved, { level, index, vendor: column.position }).score, score.score)
  return (
    <div
      role="gridcell"
      className={classes.score}
      data-tint={tintOf(score.score)}
      data-vendor={column.vendorId}
      {...place}
      onClick={onOpen}
    >
      <span className={classes.number}>
        {scoreText(score.score)}
        {difference && (
          <span className={own.difference} data-up={difference.startsWith('+') || undefined}>
            {difference}
          </span>
        )}
        <Marks score={score} />
        {level === 'requirement' && score.overridden > 0 && (
          <UnsentMark evaluation={evaluation} index={index} vendorId={column.vendorId} />
        )}
      </span>
      <span className={own.note}>
        {level === 'requirement' ? (
          <RequirementNote
            evaluation={evaluation}
            index={index}
            vendor={column.position}
            score={score}
          />
        ) : (
          <CoverageNote score={score} />
        )}
      </span>
    </div>
  )
}

function Marks({ score }: { score: NodeScore }) {
  const { t } = useLingui()
  const { knockOuts, overridden } = score
  return (
    <>
      {knockOuts > 0 && (
        <span className={own.knockOut} title={t`Missed knock-outs: ${knockOuts}`}>
          <IconFlag3Filled size={12} aria-hidden />
          {knockOuts}
          <span className="visually-hidden">
            {' '}
            <Plural value={knockOuts} one="knock-out missed" other="knock-outs missed" />
          </span>
        </span>
      )}
      {overridden > 0 && (
        <span className={own.overridden} title={t`Overridden values: ${overridden}`}>
          <IconPencil size={12} aria-hidden />
          {overridden}
          <span className="visually-hidden">
            {' '}
            <Trans>overridden</Trans>
          </span>
        </span>
      )}
    </>
  )
}

function CoverageNote({ score: { coverage, unanswered } }: { score: NodeScore }) {
  if (coverage === null) return <Trans>nothing to score</Trans>
  if (unanswered === 0) return <Trans>all answered</Trans>
  const percent = Math.min(99, Math.round(coverage))
  return (
    <Trans>
      {unanswered} unanswered · {percent} % answered
    </Trans>
  )
}
