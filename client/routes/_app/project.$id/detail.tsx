import { createFileRoute } from '@tanstack/react-router'
import { answerBookMenu } from '../../../features/answer-book/answer-book-menu.tsx'
import { ProjectDetailPage } from '../../../features/projects/project-detail-page.tsx'
import { lazyDialog } from '../../../ui/pages/lazy-part.tsx'

const ImportDialog = lazyDialog(() =>
  import('../../../features/import/import-dialog.tsx').then((part) => part.ImportDialog),
)
const WeightsDialog = lazyDialog(() =>
  import('../../../features/packages/weights-dialog.tsx').then((part) => part.WeightsDialog),
)

const AnswerBookMenu = answerBookMenu(() => import('./-answer-book.tsx'))

export const Route = createFileRoute('/_app/project/$id/detail')({ component: Detail })

function Detail() {
  const { id } = Route.useParams()
  return (
    <ProjectDetailPage
      projectId={id}
      answerBook={<AnswerBookMenu projectId={id} documentId={null} />}
      dialogs={{
        importing: (props) => <ImportDialog {...props} opened />,
        weights: (props) => <WeightsDialog {...props} />,
      }}
    />
  )
}
