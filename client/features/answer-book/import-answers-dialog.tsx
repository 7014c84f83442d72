import { useMediaQuery } from '@mantine/hooks'
import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { NARROW } from '../../ui/browser/narrow.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import type { AnswerBookProps } from './answer-book-menu.tsx'
import { BookDone } from './book-done.tsx'
import { BookPreview } from './book-preview.tsx'
import type { BookFile, BookPerson, PlannedBook } from './check-book.ts'
import classes from './import-answers.module.css'
import { runAnswerBook } from './run-answer-book.ts'

interface ImportAnswersDialogProps extends Pick<AnswerBookProps, 'filePicker' | 'onImported'> {
  person: BookPerson
  opened?: boolean
  onClose: () => void
}
type Step =
  | { name: 'file' }
  | { name: 'preview'; file: BookFile }
  | { name: 'done'; planned: PlannedBook; isUndone: boolean }

/** The import of a vendor's own answers from their workbook: file, preview, result. */
export function ImportAnswersDialog(props: ImportAnswersDialogProps) {
  const { person, filePicker, onImported, onClose } = props
  const { t } = useLingui()
  const isNarrow = useMediaQuery(NARROW) ?? false
  const [step, setStep] = useState<Step>({ name: 'file' })
  const [isRunning, setRunning] = useState(false)
  const { project, vendorId } = person
  const start = async (planned: PlannedBook) => {
    setRunning(true)
    try {
      await runAnswerBook(planned.plan.answers, {
        ...{ projectId: project.id, vendorId },
        label: t`Import of answers`,
      })
      setStep({ name: 'done', planned, isUndone: false })
    } catch (error) {
      toast.error(error)
    }
    setRunning(false)
  }
  const close = () => {
    if (step.name === 'done' && !step.isUndone)
      onImported?.([
        ...new Set(step.planned.plan.answers.map(({ requirement }) => requirement.documentId)),
      ])
    onClose()
  }
  return (
    <Dialog
      opened={props.opened ?? true}
      onClose={close}
      title={t`Import my answers`}
      size={900}
      fullScreen={isNarrow}
      closeOnClickOutside={false}
      isClosable={!isRunning}
    >
      <div className={classes.steps}>
        {step.name === 'file' &&
          filePicker({
            onParsed: (file) => setStep({ name: 'preview', file }),
            onCancel: onClose,
          })}
        {step.name === 'preview' && (
          <BookPreview
            file={step.file}
            person={person}
            isRunning={isRunning}
            onBack={() => setStep({ name: 'file' })}
            onImport={(planned) => void start(planned)}
          />
        )}
        {step.name === 'done' && (
          <BookDone
            projectId={project.id}
            planned={step.planned}
            isUndone={step.isUndone}
            onUndone={() => setStep({ ...step, isUndone: true })}
            onClose={close}
          />
        )}
      </div>
    </Dialog>
  )
}
