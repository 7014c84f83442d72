import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { IconFlag3Filled } from '@tabler/icons-react'
import { useState } from 'react'
import { nodeScore } from '#schema/rules/evaluation.ts'
import type { Evaluation, NodeLevel } from '#schema/rules/evaluation.ts'
import { explain } from '#schema/rules/evaluation-explain.ts'
import type { ScoreTerm } from '#schema/rules/evaluation-explain.ts'
import { at } from '#schema/rules/evaluation-layout.ts'
import { OmittedParts } from './omitted-parts.tsx'
import { scoreText, weightText } from './evaluation-text.ts'
import { tintOf } from './matrix-rows.ts'
import { idOf, nodeName } from './node-names.ts'
import type { NodeRef } from './node-names.ts'
import classes from './evidence.module.css'

interface ScoreSumProps {
  evaluation: Evaluation
  level: NodeLevel
  index: number
  vendor: number
  /** Leads into a term; absent = the terms have nothing below them. */
  onLook?: (node: NodeRef) => void
}

const FIRST_TERMS = 100

/** The sum that made a score: each part with weight, value and what it contributes. */
export function ScoreSum({ evaluation, level, index, vendor, onLook }: ScoreSumProps) {
  const { t } = useLingui()
  const [isWhole, setWhole] = useState(false)
  const { score, terms, omitted } = explain(evaluation, level, index, vendor)
  const { coverage, knockOuts, unanswered } = nodeScore(evaluation, level, index, vendor)
  const shown = isWhole ? terms : terms.slice(0, FIRST_TERMS)
  const hasFactor = evaluation.options.lens.kind === 'asOf' && level === 'requirement'
  const total = terms.length
  const percent = coverage?.toFixed(2)
  return (
    <section className={classes.section} aria-label={t`How the score is calculated`}>
      <div className={classes.headline}>
        <span className={classes.big} data-tint={tintOf(score)} data-testid="evidence-score">{scoreText(score)}</span>
        <span>
          {percent === undefined ? <Trans>Nothing to score here.</Trans> : <Trans>{percent} % answered</Trans>}
          {unanswered > 0 && (
            <>
              {' · '}
              <Plural value={unanswered} one="# unanswered, counted as 0" other="# unanswered, counted as 0" />
            </>
          )}
          {knockOuts > 0 && (
            <span className={classes.missed}>
              <IconFlag3Filled size={12} aria-hidden /> <Plural value={knockOuts} one="# missed knock-out" other="# missed knock-outs" />
            </span>
          )}
        </span>
      </div>
      {total > 0 && (
        <div className={classes.tableBox} role="region" aria-label={t`Sum`} tabIndex={0}>
          <table className={classes.sum}>
            <thead>
              <tr>
                <th scope="col"><Trans>Part</Trans></th>
                <th scope="col" className={classes.weightColumn}><Trans>Weight</Trans></th>
                <th scope="col"><Trans>Share</Trans></th>
                <th scope="col"><Trans>Value</Trans></th>
                {hasFactor && <th scope="col"><Trans>Credit for release</Trans></th>}
                <th scope="col"><Trans>Points</Trans></th>
              </tr>
            </thead>
            <tbody>
              {shown.map((term) => (
                <TermLine key={term.index} term={term} evaluation={evaluation} hasFactor={hasFactor} {...(onLook ? { onLook } : {})} />
              ))}
            </tbody>
            <tfoot>
              <tr>
                <th scope="row">{hasFactor ? <Trans>Sum of share × value × release</Trans> : <Trans>Sum of share × value</Trans>}</th>
                <td className={classes.weightColumn} />
                <td />
                <td />
                {hasFactor && <td />}
                <td data-testid="evidence-sum">{scoreText(score)}</td>
              </tr>
            </tfoot>
          </table>
        </div>
      )}
      {shown.length < total && (
        <button type="button" className={classes.link} onClick={() => setWhole(true)}><Trans>Show all {total} parts</Trans></button>
      )}
      <OmittedParts omitted={omitted} layout={evaluation.prepared.layout} />
    </section>
  )
}

interface TermLineProps { term: ScoreTerm; evaluation: Evaluation; hasFactor: boolean; onLook?: (node: NodeRef) => void }

function TermLine({ term, evaluation: { prepared: { layout } }, hasFactor, onLook }: TermLineProps) {
  const { level, index } = term
  const { code, name } = nodeName(layout, level, index)
  const label = code === null ? name : `${code} ${name}`
  return (
    <tr>
      <th scope="row">
        {level !== 'statement' && onLook
          ? <button type="button" className={classes.link} onClick={() => onLook({ level, id: idOf(layout, level, index) })}>{label}</button>
          : label}
        {!term.isAnswered && level === 'statement' && <span className={classes.dim}> <Trans>(no submitted answer)</Trans></span>}
        {term.isOverridden && <span className={classes.overriddenMark}> <Trans>overridden</Trans></span>}
        {level === 'statement' && <KnockOut threshold={at(layout.statementKnockOut, index)} value={term.value} />}
      </th>
      <td className={classes.weightColumn}>{weightText(term.weight)}</td>
      <td>{scoreText(term.share * 100)}</td>
      <td>{scoreText(term.value)}</td>
      {hasFactor && <td>{weightText(term.factor * 100)} %</td>}
      <td>{term.contribution.toFixed(2)}</td>
    </tr>
  )
}

function KnockOut({ threshold, value }: { threshold: number; value: number }) {
  if (Number.isNaN(threshold)) return null
  const least = weightText(threshold)
  return (
    <div className={value < threshold ? classes.missedText : classes.dim}>
      {value < threshold ? <Trans>Knock-out missed: at least {least} % required</Trans> : <Trans>Knock-out met: at least {least} % required</Trans>}
    </div>
  )
}
