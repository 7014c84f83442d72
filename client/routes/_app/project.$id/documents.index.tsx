import { createFileRoute } from '@tanstack/react-router'
import { DocumentsPage } from '../../../features/projects/documents-page.tsx'

export const Route = createFileRoute('/_app/project/$id/documents/')({ component: Documents })

function Documents() {
  const { id } = Route.useParams()
  return <DocumentsPage projectId={id} />
}
