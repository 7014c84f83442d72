import { Trans, useLingui } from '@lingui/react/macro'
import type { ParameterValue } from '#schema/entities/parameter.ts'
import { answerCell } from '#schema/rules/answer-book/book-cells.ts'
import type { PlannedAnswer, PlannedField } from '#schema/rules/answer-book/plan-book.ts'
import { useRows } from '../../lib/project-store.ts'
import { placeText } from './book-texts.ts'
import { bookWords } from './book-words.ts'
import type { PlannedBook } from './check-book.ts'
import classes from './import-answers.module.css'

/** The most rows that the list shows. */
const SHOWN = 200
/** Characters of a value. */
const LONGEST = 300

interface PlannedChangesProps {
  checked: PlannedBook
  projectId: string
}

/** Old and new value of each field that changes, with its cell. */
export function PlannedChanges({ checked: { plan, record }, projectId }: PlannedChangesProps) {
  const { t } = useLingui()
  const releases = useRows(projectId, 'release', { projectId })
  const words = bookWords()
  const lines = plan.answers.flatMap((answer) => answer.fields.map((field) => ({ answer, field })))
  const hidden = Math.max(0, lines.length - SHOWN)
  if (lines.length === 0) return null
  const text = ({ field }: PlannedField, value: ParameterValue): string => {
    const whole = String(answerCell(field, value, { words, releases })) || t`(empty)`
    return whole.length > LONGEST ? `${whole.slice(0, LONGEST)}…` : whole
  }
  const nameOf = ({ field: { part, parameter } }: PlannedField): string =>
    part === 'release' ? `${parameter.name}: ${words.release}` : parameter.name
  return (
    <div className={classes.list} role="region" aria-label={t`Changes`} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">
              <Trans>Cell</Trans>
            </th>
            <th scope="col">
              <Trans>Requirement</Trans>
            </th>
            <th scope="col">
              <Trans>Field</Trans>
            </th>
            <th scope="col">
              <Trans>Now</Trans>
            </th>
            <th scope="col">
              <Trans>From the workbook</Trans>
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.slice(0, SHOWN).map(({ answer, field }) => (
            <tr key={`${field.sheet} ${field.address}`} data-kind={field.kind}>
              <td className={classes.address}>{placeText(field, record)}</td>
              <th scope="row">
                <LabelOf answer={answer} field={field} />
              </th>
              <td>{nameOf(field)}</td>
              <td className={classes.value} data-label={t`Now`}>
                {text(field, field.current)}
              </td>
              <td className={classes.value} data-label={t`From the workbook`}>
                {text(field, field.mine)}
                {field.kind === 'conflict' && (
                  <span className={classes.mark}>
                    <Trans>Changed since the export: you decide later</Trans>
                  </span>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {hidden > 0 && (
        <p className={classes.hint}>
          <Trans>And {hidden} more.</Trans>
        </p>
      )}
    </div>
  )
}

function LabelOf({ answer, field }: { answer: PlannedAnswer; field: PlannedField }) {
  return (
    <>
      {field.label}
      {answer.isChanged && (
        <span className={classes.mark}>
          <Trans>requirement changed</Trans>
        </span>
      )}
    </>
  )
}
