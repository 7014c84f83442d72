import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import type { MessageCode } from '#schema/tables/messages.ts'
import { useProjectState } from '../../lib/project-store.ts'
import { NARROW } from '../../ui/browser/narrow.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { codeText } from '../../ui/feedback/refusal-text.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { BookDone } from './book-done.tsx'
import { BookStep } from './book-step.tsx'
import { BookPreview } from './book-preview.tsx'
import type { BookFile, BookPerson, PlannedBook } from './check-book.ts'
import classes from './import-answers.module.css'
import { importRefusal } from './import-refusal.ts'
import { runAnswerBook } from './run-answer-book.ts'

interface ImportAnswersDialogProps {
  projectId: string
  /** The reader of spreadsheets, which belongs to another feature. */
  filePicker: (props: { onParsed: (file: BookFile) => void; onCancel: () => void }) => ReactNode
  /** Called when a person closes the dialog after an import. */
  onImported: (documentIds: readonly string[]) => void
  opened?: boolean
  onClose: () => void
}
type Step =
  | { name: 'file' }
  | { name: 'preview'; file: BookFile }
  | { name: 'done'; planned: PlannedBook; isUndone: boolean }

/** The import of a vendor's own answers from their workbook: file, preview, result. */
export function ImportAnswersDialog(props: ImportAnswersDialogProps) {
  const { projectId, filePicker, onImported, onClose } = props
  const { t } = useLingui()
  const isNarrow = useMediaQuery(NARROW) ?? false
  const [step, setStep] = useState<Step>({ name: 'file' })
  const [isRunning, setRunning] = useState(false)
  const person = usePerson(projectId)
  const refusal = refusalFor(person)
  const start = async (planned: PlannedBook) => {
    if (person === null) return
    setRunning(true)
    try {
      await runAnswerBook(planned.plan.answers, {
        ...{ projectId, vendorId: person.vendorId },
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
      onImported([
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
        {step.name === 'file' && refusal !== null && (
          <BookStep title={t`Choose file`} footer={<Button onClick={onClose}>{t`Close`}</Button>}>
            <p className={classes.problem}>{codeText(refusal)}</p>
          </BookStep>
        )}
        {step.name === 'file' &&
          refusal === null &&
          filePicker({
            onParsed: (file) => setStep({ name: 'preview', file }),
            onCancel: onClose,
          })}
        {step.name === 'preview' && person !== null && (
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
            projectId={projectId}
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

/** The vendor's contact; null while the project is read. */
const usePerson = (projectId: string): BookPerson | null => {
  const { summary: project, actor } = useProjectState(projectId)
  const vendorId = actor?.vendorId ?? null
  return project === undefined || actor === undefined || vendorId === null
    ? null
    : { project, actor, vendorId }
}

/** Why the person may change no answer of the project now; null = they may. */
const refusalFor = (person: BookPerson | null): MessageCode | null => {
  if (person === null) return 'NOT_FOUND'
  const { project, actor, vendorId } = person
  return importRefusal(actor, project, vendorId)
}
