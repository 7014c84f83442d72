import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { IconFlag3Filled } from '@tabler/icons-react'
import { useState } from 'react'
import { nodeScore } from '#schema/rules/evaluation/evaluation.ts'
import type { Evaluation, NodeLevel } from '#schema/rules/evaluation/evaluation.ts'
import { decimalText } from './evaluation-text.ts'
import { LensNote } from './lens-note.tsx'
import { OmittedParts } from './omitted-parts.tsx'
import { tintOf } from './matrix-rows.ts'
import type { NodeRef } from './node-names.ts'
import { ScoreSumTable } from './score-sum-table.tsx'
import { sumLines } from './sum-lines.ts'
import { WeightNote } from './weight-note.tsx'
import classes from './evidence.module.css'

interface ScoreSumProps {
  evaluation: Evaluation
  level: NodeLevel
  index: number
  vendor: number
  /** Shows the sum behind a term; absent if the terms have no parts. */
  onLook?: (node: NodeRef) => void
}

const FIRST_TERMS = 100

/** The sum that makes up a score: each part with its weight, value and contribution. */
export function ScoreSum({ evaluation, level, index, vendor, onLook }: ScoreSumProps) {
  const { t } = useLingui()
  const [isWhole, setWhole] = useState(false)
  const sum = sumLines(evaluation, { level, index, vendor })
  const { score, coverage, knockOuts, unanswered } = nodeScore(evaluation, { level, index, vendor })
  const hasFactor = evaluation.options.lens.kind === 'asOf' && level === 'requirement'
  const total = sum.lines.length
  const shownCount = isWhole ? total : Math.min(total, FIRST_TERMS)
  const percent = coverage == null ? undefined : decimalText(coverage)
  return (
    <section className={classes.section} aria-label={t`How the score is calculated`}>
      <div className={classes.headline}>
        <span className={classes.big} data-tint={tintOf(score)} data-testid="evidence-score">
          {sum.totalText}
        </span>
        <span>
          {percent === undefined ? (
            <Trans>Nothing to score here.</Trans>
          ) : (
            <Trans>{percent} % answered</Trans>
          )}
          {unanswered > 0 && (
            <>
              {' · '}
              <Plural
                value={unanswered}
                one="# unanswered, counted as 0"
                other="# unanswered, counted as 0"
              />
            </>
          )}
          {knockOuts > 0 && (
            <span className={classes.missed}>
              <IconFlag3Filled size={12} aria-hidden />{' '}
              <Plural value={knockOuts} one="# missed knock-out" other="# missed knock-outs" />
            </span>
          )}
        </span>
      </div>
      {total > 0 && (
        <>
          <WeightNote
            evaluation={evaluation}
            level={level}
            index={index}
            isRenormalised={sum.omitted.length > 0}
          />
          <LensNote evaluation={evaluation} level={level} />
          <ScoreSumTable
            evaluation={evaluation}
            sum={sum}
            shownCount={shownCount}
            hasFactor={hasFactor}
            {...(onLook ? { onLook } : {})}
          />
        </>
      )}
      {shownCount < total && (
        <button type="button" className={classes.link} onClick={() => setWhole(true)}>
          <Trans>Show all {total} parts</Trans>
        </button>
      )}
      <OmittedParts omitted={sum.omitted} layout={evaluation.prepared.layout} />
    </section>
  )
}
