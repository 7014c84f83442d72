import { createFileRoute } from '@tanstack/react-router'
import { CommentBar } from '../../../features/comments/comment-bar.tsx'
import { LazyFiles } from '../../../features/files/lazy-files.tsx'
import { RequirementPage } from '../../../features/requirements/requirement/requirement-page.tsx'

export const Route = createFileRoute(
  '/_app/project/$id/documents/$documentId/requirement/$requirementFullId',
)({ component: Requirement })

function Requirement() {
  const { id, documentId, requirementFullId } = Route.useParams()
  return (
    <RequirementPage
      projectId={id}
      documentId={documentId}
      requirementFullId={requirementFullId}
      files={(requirement) => (
        <>
          <CommentBar
            key={requirement.id}
            projectId={id}
            place={{ kind: 'requirement', id: requirement.id }}
          />
          <LazyFiles
            place={{
              projectId: id,
              kind: 'requirement',
              id: requirement.id,
              packageId: requirement.packageId,
              documentId,
            }}
          />
        </>
      )}
    />
  )
}
