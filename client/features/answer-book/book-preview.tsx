import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { formatDate } from '#schema/rules/format.ts'
import { ExplainedButton } from '../../ui/feedback/explained-button.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { bookProblemText } from './book-texts.ts'
import { BookStep } from './book-step.tsx'
import {
  type BookFile,
  type BookPerson,
  checkBook,
  type CheckedBook,
  type PlannedBook,
} from './check-book.ts'
import classes from './import-answers.module.css'
import { PlannedChanges } from './planned-changes.tsx'
import { LeftOut } from './left-out.tsx'

interface BookPreviewProps {
  file: BookFile
  person: BookPerson
  isRunning: boolean
  onBack: () => void
  onImport: (planned: PlannedBook) => void
}

/** What a workbook would change, and everything in it that is left as it is. */
export function BookPreview({ file, person, isRunning, onBack, onImport }: BookPreviewProps) {
  const { t } = useLingui()
  const checked = useCheck(file, person)
  const planned = checked?.kind === 'planned' ? checked : null
  const count = planned?.plan.answers.length ?? 0
  const reason = (): string | null => {
    if (checked === null) return t`The file is still being compared with your answers.`
    if (planned === null) return t`This file cannot be imported.`
    return count === 0 ? t`Nothing to import: no answer changes.` : null
  }
  return (
    <BookStep
      title={t`Preview`}
      footer={
        <>
          <ExplainedButton
            variant="default"
            reason={isRunning ? t`The import is running.` : null}
            onClick={onBack}
          >{t`Back`}</ExplainedButton>
          <ExplainedButton
            reason={reason()}
            loading={isRunning}
            onClick={() => planned !== null && onImport(planned)}
          >
            <Plural value={count} _0="Import" one="Import # answer" other="Import # answers" />
          </ExplainedButton>
        </>
      }
    >
      <div role="status">
        {checked === null && (
          <p>
            <Trans>Comparing {file.fileName} with your answers…</Trans>
          </p>
        )}
        {planned !== null && <Summary checked={planned} person={person} />}
      </div>
      {checked?.kind === 'refused' && (
        <div role="alert" className={classes.problem}>
          <strong>
            <Trans>{file.fileName} was not imported. Nothing was changed.</Trans>
          </strong>
          <p>{bookProblemText(checked.problem, checked.record)}</p>
        </div>
      )}
      {planned !== null && (
        <>
          <PlannedChanges checked={planned} projectId={person.project.id} />
          <LeftOut {...planned} />
        </>
      )}
    </BookStep>
  )
}

/** The comparison with the current answers; null while it runs. */
const useCheck = (file: BookFile, person: BookPerson): CheckedBook | null => {
  const [checked, setChecked] = useState<CheckedBook | null>(null)
  // Compare once, with the person as they opened the step: a change of the project in between
  // shows when the answers are written.
  const [asked] = useState(person)
  useEffect(() => {
    let isCurrent = true
    checkBook(file, asked).then(
      (found) => isCurrent && setChecked(found),
      (error: unknown) => toast.error(error),
    )
    return () => {
      isCurrent = false
    }
  }, [file, asked])
  return checked
}

function Summary({
  checked: { plan, record },
  person: { project },
}: {
  checked: PlannedBook
  person: BookPerson
}) {
  const fields = plan.answers.flatMap((answer) => answer.fields)
  const of = (kind: 'change' | 'clear' | 'conflict') =>
    fields.filter((one) => one.kind === kind).length
  const [changed, cleared, conflicts] = [of('change'), of('clear'), of('conflict')]
  const refused = plan.refused.length
  const left = plan.left.length + plan.unknown.length
  const day = formatDate(record.exportedOn)
  const isEarlier = record.addendum < project.addendum
  return (
    <>
      <p className={classes.summary}>
        {fields.length === 0 ? (
          <Trans>No answer changes.</Trans>
        ) : (
          <Plural value={plan.answers.length} one="# answer changes" other="# answers change" />
        )}
        {changed > 0 && (
          <>
            {' · '}
            <Plural value={changed} one="# field new or changed" other="# fields new or changed" />
          </>
        )}
        {cleared > 0 && (
          <>
            {' · '}
            <Plural value={cleared} one="# field cleared" other="# fields cleared" />
          </>
        )}
        {conflicts > 0 && (
          <>
            {' · '}
            <Plural value={conflicts} one="# conflict to decide" other="# conflicts to decide" />
          </>
        )}
        {refused > 0 && (
          <>
            {' · '}
            <Plural value={refused} one="# cell refused" other="# cells refused" />
          </>
        )}
        {left > 0 && (
          <>
            {' · '}
            <Plural value={left} one="# row left out" other="# rows left out" />
          </>
        )}
      </p>
      <p className={classes.hint}>
        <Trans>Exported on {day}. Cells that still show the exported text change nothing.</Trans>{' '}
        {isEarlier && (
          <Trans>
            The project has been published again since then. Check the answers marked “requirement
            changed”.
          </Trans>
        )}
      </p>
    </>
  )
}
