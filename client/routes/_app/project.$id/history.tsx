import { createFileRoute } from '@tanstack/react-router'
import { HistoryHidden } from '../../../features/project-log/history-hidden.tsx'
import { HistoryPage } from '../../../features/project-log/history-page.tsx'
import { parseLogSearch } from '../../../features/project-log/log-search.ts'
import { useVendorView } from '../../../lib/vendor-view.ts'

export const Route = createFileRoute('/_app/project/$id/history')({
  validateSearch: parseLogSearch,
  component: History,
})

function History() {
  const { id } = Route.useParams()
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const isViewed = useVendorView()?.projectId === id
  const setSearch = (next: typeof search) => void navigate({ search: next, replace: true })
  if (isViewed) return <HistoryHidden />
  return <HistoryPage projectId={id} search={search} setSearch={setSearch} />
}
