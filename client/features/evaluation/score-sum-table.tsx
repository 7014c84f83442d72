import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { Evaluation } from '#schema/rules/evaluation.ts'
import type { ScoreTerm } from '#schema/rules/evaluation-explain.ts'
import { at } from '#schema/rules/evaluation-layout.ts'
import { roundParts } from '#schema/rules/round-parts.ts'
import { scoreText, weightText } from './evaluation-text.ts'
import classes from './evidence.module.css'
import { idOf, nodeName } from './node-names.ts'
import type { NodeRef } from './node-names.ts'

interface ScoreSumTableProps {
  evaluation: Evaluation
  terms: readonly ScoreTerm[]
  /** The rest is one line. */
  shownCount: number
  /** Sum of all contributions. */
  score: number | null
  hasFactor: boolean
  /** Leads into a term; absent = the terms have nothing below them. */
  onLook?: (node: NodeRef) => void
}

/** What a line shows: rounded so that each column adds up to its total. */
interface Shown {
  share: number
  contribution: number
}
const sumOf = (lines: readonly Shown[], key: keyof Shown): number =>
  lines.reduce((sum, line) => sum + line[key], 0)

export function ScoreSumTable({ evaluation, terms, shownCount, score, hasFactor, onLook }: ScoreSumTableProps) {
  const { t } = useLingui()
  const shares = roundParts(terms.map(({ share }) => share * 100), 100)
  const contributions = roundParts(terms.map(({ contribution }) => contribution), score ?? 0)
  const lines = terms.map((term, i) => ({
    term, share: shares[i] ?? 0, contribution: contributions[i] ?? 0,
  }))
  const rest = lines.slice(shownCount)
  const weight = terms.reduce((sum, term) => sum + term.weight, 0)
  return (
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
          {lines.slice(0, shownCount).map(({ term, ...shown }) => (
            <TermLine
              key={term.index} term={term} shown={shown} evaluation={evaluation} hasFactor={hasFactor}
              {...(onLook ? { onLook } : {})}
            />
          ))}
          {rest.length > 0 && (
            <tr>
              <th scope="row"><Plural value={rest.length} one="# more part" other="# more parts" /></th>
              <td className={classes.weightColumn} />
              <td>{scoreText(sumOf(rest, 'share'))}</td>
              <td />
              {hasFactor && <td />}
              <td>{sumOf(rest, 'contribution').toFixed(2)}</td>
            </tr>
          )}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{hasFactor ? <Trans>Sum of share × value × release</Trans> : <Trans>Sum of share × value</Trans>}</th>
            <td className={classes.weightColumn}>{weightText(weight)}</td>
            <td>{scoreText(weight === 0 ? 0 : 100)}</td>
            <td />
            {hasFactor && <td />}
            <td data-testid="evidence-sum">{scoreText(score)}</td>
          </tr>
        </tfoot>
      </table>
    </div>
  )
}

interface TermLineProps extends Pick<ScoreSumTableProps, 'evaluation' | 'hasFactor' | 'onLook'> {
  term: ScoreTerm
  shown: Shown
}

function TermLine({ term, shown, evaluation: { prepared: { layout } }, hasFactor, onLook }: TermLineProps) {
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
      <td>{scoreText(shown.share)}</td>
      <td>{scoreText(term.value)}</td>
      {hasFactor && <td>{weightText(term.factor * 100)} %</td>}
      <td>{shown.contribution.toFixed(2)}</td>
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
