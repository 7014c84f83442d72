import { ImportAnswersDialog } from '../../../features/answer-book/import-answers-dialog.tsx'
import { parseFile } from '../../../features/import/parse-file.ts'
import { StepFile } from '../../../features/import/step-file.tsx'
import { submitOccasions } from '../../../features/requirements/submit/submit-occasions.ts'

export { exportAnswers } from '../../../features/answer-book/export-answers.ts'

/** Joins features that must not import each other: the workbook, its reader and the submit. */
export function ImportAnswers(props: { projectId: string; opened?: boolean; onClose: () => void }) {
  return (
    <ImportAnswersDialog
      {...props}
      filePicker={(picker) => <StepFile parse={parseFile} {...picker} />}
      onImported={(documentIds) => {
        for (const documentId of documentIds)
          submitOccasions.emit({ documentId, occasion: 'import' })
      }}
    />
  )
}
