import { createFileRoute } from '@tanstack/react-router'
import { CommentsGate } from '../../../features/comments/comments-gate.tsx'
import { CommentsPage } from '../../../features/comments/comments-page.tsx'

export const Route = createFileRoute('/_app/project/$id/discussions')({ component: Comments })

function Comments() {
  const { id } = Route.useParams()
  return (
    <CommentsGate projectId={id} type="D">
      <CommentsPage projectId={id} type="D" />
    </CommentsGate>
  )
}
