import { createFileRoute } from '@tanstack/react-router'
import { parseAssignedSearch } from '../../../lib/assigned-filter.ts'
import { PackagesPage } from '../../../features/packages/packages-page.tsx'
import { exportReqifOf } from './-export-reqif.ts'

export const Route = createFileRoute('/_app/project/$id/packages/')({
  validateSearch: parseAssignedSearch,
  component: Packages,
})

function Packages() {
  const { id } = Route.useParams()
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <PackagesPage
      projectId={id}
      search={search}
      onExport={exportReqifOf(id)}
      setSearch={(next) => void navigate({ search: next, replace: true })}
    />
  )
}
