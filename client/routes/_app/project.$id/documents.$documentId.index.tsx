import { createFileRoute } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { FilesButton } from '../../../features/files/files-button.tsx'
import { DocumentPage } from '../../../features/requirements/document-page.tsx'

const ImportDialog = lazy(() => import('../../../features/import/import-dialog.tsx').then(({ ImportDialog: component }) => ({ default: component })))

export const Route = createFileRoute('/_app/project/$id/documents/$documentId/')({ component: Document })

function Document() {
  const { id, documentId } = Route.useParams()
  return (
    <DocumentPage
      key={documentId} projectId={id} documentId={documentId} files={(document) => <FilesButton document={document} />}
      importDialog={(props) => props.opened && <Suspense fallback={null}><ImportDialog {...props} /></Suspense>}
    />
  )
}
