import { createFileRoute } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { DocumentPage } from '../../../features/requirements/document-page.tsx'

const ImportDialog = lazy(() => import('../../../features/import/import-dialog.tsx').then(({ ImportDialog: component }) => ({ default: component })))

export const Route = createFileRoute('/_app/project/$id/documents/$documentId/')({ component: Document })

function Document() {
  const { id, documentId } = Route.useParams()
  return (
    <DocumentPage
      key={documentId} projectId={id} documentId={documentId}
      importDialog={(props) => props.opened && <Suspense fallback={null}><ImportDialog {...props} /></Suspense>}
    />
  )
}
