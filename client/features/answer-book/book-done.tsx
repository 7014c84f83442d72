import { Button } from '@mantine/core'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { undo } from '../../lib/mutate.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { BookStep } from './book-step.tsx'
import type { PlannedBook } from './check-book.ts'
import classes from './import-answers.module.css'
import { LeftOut } from './left-out.tsx'
import { undoScopeOf } from './run-answer-book.ts'

interface BookDoneProps {
  projectId: string
  planned: PlannedBook
  isUndone: boolean
  onUndone: () => void
  onClose: () => void
}

/** The result of an import, with its undo. */
export function BookDone({ projectId, planned, isUndone, onUndone, onClose }: BookDoneProps) {
  const { t } = useLingui()
  const [isBusy, setBusy] = useState(false)
  const { plan } = planned
  const count = plan.answers.length
  const conflicts = plan.answers
    .flatMap(({ fields }) => fields)
    .filter(({ kind }) => kind === 'conflict').length
  const takeBack = async () => {
    setBusy(true)
    try {
      await undo(undoScopeOf(plan.answers, projectId))
      onUndone()
    } catch (error) {
      toast.error(error)
    }
    setBusy(false)
  }
  return (
    <BookStep
      title={isUndone ? t`Import undone` : t`Import finished`}
      footer={
        <>
          {!isUndone && (
            <Button
              variant="default"
              loading={isBusy}
              onClick={() => void takeBack()}
            >{t`Undo import`}</Button>
          )}
          <Button onClick={onClose}>{t`Close`}</Button>
        </>
      }
    >
      <div role="status">
        {isUndone ? (
          <p>
            <Trans>Your answers are as they were before the import.</Trans>
          </p>
        ) : (
          <>
            <p className={classes.summary}>
              <Plural
                value={count}
                one="# answer was imported as a draft."
                other="# answers were imported as drafts."
              />
            </p>
            {conflicts > 0 && (
              <p>
                <Plural
                  value={conflicts}
                  one="# field has changed since the export. It keeps its value until you decide: the sync panel asks you once the server has seen it."
                  other="# fields have changed since the export. They keep their values until you decide: the sync panel asks you once the server has seen them."
                />
              </p>
            )}
          </>
        )}
      </div>
      {!isUndone && <LeftOut {...planned} />}
    </BookStep>
  )
}
