import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { Evaluation } from '#schema/rules/evaluation/evaluation.ts'
import { at } from '#schema/rules/evaluation/evaluation-layout.ts'
import { decimalText, scoreText, weightText } from './evaluation-text.ts'
import classes from './evidence.module.css'
import { idOf, nodeName } from './node-names.ts'
import type { NodeRef } from './node-names.ts'
import type { ScoreLines, SumLine } from './sum-lines.ts'

interface ScoreSumTableProps {
  evaluation: Evaluation
  sum: ScoreLines
  /** Number of terms shown one by one; the others share one line. */
  shownCount: number
  hasFactor: boolean
  /** Shows the sum behind a term; absent if the terms have no parts. */
  onLook?: (node: NodeRef) => void
}

const sumOf = (lines: readonly SumLine[], key: 'share' | 'adds'): number =>
  lines.reduce((sum, line) => sum + line[key], 0)

export function ScoreSumTable({
  evaluation,
  sum,
  shownCount,
  hasFactor,
  onLook,
}: ScoreSumTableProps) {
  const { t } = useLingui()
  const { lines } = sum
  const rest = lines.slice(shownCount)
  return (
    <div className={classes.tableBox} role="region" aria-label={t`Sum`} tabIndex={0}>
      <table className={classes.sum}>
        <thead>
          <tr>
            <th scope="col">
              <Trans>Part</Trans>
            </th>
            <th scope="col" className={classes.weightColumn}>
              <Trans>Weight</Trans>
            </th>
            <th scope="col">
              <Trans context="of the score">Share</Trans>
            </th>
            <th scope="col">
              <Trans>Value</Trans>
            </th>
            {hasFactor && (
              <th scope="col">
                <Trans>Credit for release</Trans>
              </th>
            )}
            <th scope="col">
              <Trans>Points</Trans>
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.slice(0, shownCount).map((line) => (
            <TermLine
              key={line.term.index}
              line={line}
              evaluation={evaluation}
              hasFactor={hasFactor}
              {...(onLook ? { onLook } : {})}
            />
          ))}
          {rest.length > 0 && (
            <tr>
              <th scope="row">
                <Plural value={rest.length} one="# more part" other="# more parts" />
              </th>
              <td className={classes.weightColumn} />
              <td>{scoreText(sumOf(rest, 'share'))}</td>
              <td />
              {hasFactor && <td />}
              <td>{decimalText(sumOf(rest, 'adds'))}</td>
            </tr>
          )}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">
              {hasFactor ? (
                <Trans>Sum of share × value × release</Trans>
              ) : (
                <Trans>Sum of share × value</Trans>
              )}
            </th>
            <td className={classes.weightColumn}>{sum.weightText}</td>
            <td>{scoreText(sumOf(lines, 'share'))}</td>
            <td />
            {hasFactor && <td />}
            <td data-testid="evidence-sum">{sum.totalText}</td>
          </tr>
        </tfoot>
      </table>
    </div>
  )
}

interface TermLineProps extends Pick<ScoreSumTableProps, 'evaluation' | 'hasFactor' | 'onLook'> {
  line: SumLine
}

function TermLine({
  line,
  evaluation: {
    prepared: { layout },
  },
  hasFactor,
  onLook,
}: TermLineProps) {
  const { term, shareText, addsText } = line
  const { level, index } = term
  const { code, name } = nodeName(layout, level, index)
  const label = code === null ? name : `${code} ${name}`
  return (
    <tr>
      <th scope="row">
        {level !== 'statement' && onLook ? (
          <button
            type="button"
            className={classes.link}
            onClick={() => onLook({ level, id: idOf(layout, level, index) })}
          >
            {label}
          </button>
        ) : (
          label
        )}
        {!term.isAnswered && level === 'statement' && (
          <span className={classes.dim}>
            {' '}
            <Trans>(no submitted answer)</Trans>
          </span>
        )}
        {term.isOverridden && (
          <span className={classes.overriddenMark}>
            {' '}
            <Trans>overridden</Trans>
          </span>
        )}
        {level === 'statement' && (
          <KnockOut threshold={at(layout.statementKnockOut, index)} value={term.value} />
        )}
      </th>
      <td className={classes.weightColumn}>{weightText(term.weight)}</td>
      <td>{shareText}</td>
      <td>{scoreText(term.value)}</td>
      {hasFactor && <td>{weightText(term.factor * 100)} %</td>}
      <td>{addsText}</td>
    </tr>
  )
}

function KnockOut({ threshold, value }: { threshold: number; value: number }) {
  if (Number.isNaN(threshold)) return null
  const least = weightText(threshold)
  return (
    <div className={value < threshold ? classes.missedText : classes.dim}>
      {value < threshold ? (
        <Trans>Knock-out missed: at least {least} % required</Trans>
      ) : (
        <Trans>Knock-out met: at least {least} % required</Trans>
      )}
    </div>
  )
}
