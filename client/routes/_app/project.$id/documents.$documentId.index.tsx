import { createFileRoute, redirect } from '@tanstack/react-router'
import { Suspense } from 'react'
import { LazyAnswerBook } from '../../../features/answer-book/lazy-answer-book.tsx'
import { LazyCommentsButton } from '../../../features/comments/lazy-comments-button.tsx'
import { LazyFilesButton } from '../../../features/files/lazy-files-button.tsx'
import { AssignedPeople } from '../../../features/packages/assigned-people.tsx'
import { DocumentPage } from '../../../features/requirements/document/document-page.tsx'
import { submitOccasions } from '../../../features/requirements/submit/submit-occasions.ts'
import { filtersToRestore } from '../../../features/requirements/filters/kept-filters.ts'
import { lazyDialog, lazyPart } from '../../../ui/pages/lazy-part.tsx'

const ImportDialog = lazyDialog(() =>
  import('../../../features/import/import-dialog.tsx').then((part) => part.ImportDialog),
)
const ExportDialog = lazyDialog(() =>
  import('../../../features/export/export-dialog.tsx').then((part) => part.ExportDialog),
)

const SpreadsheetPicker = lazyPart(() =>
  import('../../../features/import/step-file.tsx').then((part) => part.StepFile),
)

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
          <LazyAnswerBook
            projectId={id}
            documentId={documentId}
            filePicker={(props) => <SpreadsheetPicker {...props} />}
            onImported={offerToSubmit}
          />
        </>
      )}
      exportDialog={(props) => (
        <Suspense fallback={null}>
          <ExportDialog {...props} opened />
        </Suspense>
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

const offerToSubmit = (documentIds: readonly string[]): void => {
  for (const documentId of documentIds) submitOccasions.emit({ documentId, occasion: 'import' })
}
