import { createFileRoute } from '@tanstack/react-router'
import { CommentsGate } from '../../../features/comments/comments-gate.tsx'
import { CommentsPage } from '../../../features/comments/comments-page.tsx'
import { QuestionTabs } from '../../../features/comments/question-tabs.tsx'

export const Route = createFileRoute('/_app/project/$id/questions-and-answers/all')({
  component: Comments,
})

function Comments() {
  const { id } = Route.useParams()
  return (
    <CommentsGate projectId={id} type="Q">
      <CommentsPage projectId={id} type="Q" tabs={<QuestionTabs projectId={id} />} />
    </CommentsGate>
  )
}
