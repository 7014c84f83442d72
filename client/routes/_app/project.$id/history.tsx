import { createFileRoute } from '@tanstack/react-router'
import { HistoryPage } from '../../../features/project-log/history-page.tsx'
import { parseLogSearch } from '../../../features/project-log/log-search.ts'

export const Route = createFileRoute('/_app/project/$id/history')({
  validateSearch: parseLogSearch,
  component: History,
})

function History() {
  const { id } = Route.useParams()
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const setSearch = (next: typeof search) => void navigate({ search: next, replace: true })
  return <HistoryPage projectId={id} search={search} setSearch={setSearch} />
}
