import { createFileRoute } from '@tanstack/react-router'
import { LazyAnswerBook } from '../../../features/answer-book/lazy-answer-book.tsx'
import { ProjectDetailPage } from '../../../features/projects/project-detail-page.tsx'
import { lazyDialog, lazyPart } from '../../../ui/pages/lazy-part.tsx'

const ImportDialog = lazyDialog(() =>
  import('../../../features/import/import-dialog.tsx').then((part) => part.ImportDialog),
)
const WeightsDialog = lazyDialog(() =>
  import('../../../features/packages/weights-dialog.tsx').then((part) => part.WeightsDialog),
)

const SpreadsheetPicker = lazyPart(() =>
  import('../../../features/import/step-file.tsx').then((part) => part.StepFile),
)

export const Route = createFileRoute('/_app/project/$id/detail')({ component: Detail })

function Detail() {
  const { id } = Route.useParams()
  return (
    <ProjectDetailPage
      projectId={id}
      answerBook={
        <LazyAnswerBook
          projectId={id}
          documentId={null}
          filePicker={(props) => <SpreadsheetPicker {...props} />}
        />
      }
      dialogs={{
        importing: (props) => <ImportDialog {...props} opened />,
        weights: (props) => <WeightsDialog {...props} />,
      }}
    />
  )
}
