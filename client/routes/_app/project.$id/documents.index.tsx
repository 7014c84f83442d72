import { createFileRoute } from '@tanstack/react-router'
import { parseAssignedSearch } from '../../../lib/assigned-filter.ts'
import { DocumentsPage } from '../../../features/projects/documents-page.tsx'

export const Route = createFileRoute('/_app/project/$id/documents/')({
  validateSearch: parseAssignedSearch,
  component: Documents,
})

function Documents() {
  const { id } = Route.useParams()
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <DocumentsPage
      projectId={id}
      search={search}
      setSearch={(next) => void navigate({ search: next, replace: true })}
    />
  )
}
