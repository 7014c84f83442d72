import { createFileRoute, redirect } from '@tanstack/react-router'
import { Suspense } from 'react'
import { answerBookMenu } from '../../../features/answer-book/answer-book-menu.tsx'
import { LazyCommentsButton } from '../../../features/comments/lazy-comments-button.tsx'
import { LazyFilesButton } from '../../../features/files/lazy-files-button.tsx'
import { AssignedPeople } from '../../../features/packages/assigned-people.tsx'
import { DocumentPage } from '../../../features/requirements/document/document-page.tsx'
import { filtersToRestore } from '../../../features/requirements/filters/kept-filters.ts'
import { lazyDialog } from '../../../ui/pages/lazy-part.tsx'

const ImportDialog = lazyDialog(() =>
  import('../../../features/import/import-dialog.tsx').then((part) => part.ImportDialog),
)

const AnswerBookMenu = answerBookMenu(() => import('./-answer-book.tsx'))

export const Route = createFileRoute('/_app/project/$id/documents/$documentId/')({
  beforeLoad: ({ params, search, preload, location }) => {
    const { id, documentId } = params
    const kept = filtersToRestore({ projectId: id, documentId }, { search, preload })
    if (kept === null) return
    throw redirect({
      to: '/project/$id/documents/$documentId',
      params,
      search: { ...search, ...kept },
      hash: location.hash,
      replace: true,
    })
  },
  component: Document,
})

function Document() {
  const { id, documentId } = Route.useParams()
  return (
    <DocumentPage
      key={documentId}
      projectId={id}
      documentId={documentId}
      files={(document) => (
        <>
          <AssignedPeople owned={{ entity: 'document', row: document }} />
          <LazyCommentsButton document={document} />
          <LazyFilesButton document={document} />
          <AnswerBookMenu projectId={id} documentId={documentId} />
        </>
      )}
      importDialog={(props) =>
        props.opened && (
          <Suspense fallback={null}>
            <ImportDialog {...props} />
          </Suspense>
        )
      }
    />
  )
}
