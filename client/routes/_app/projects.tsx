import { createFileRoute } from '@tanstack/react-router'
import { ProjectsPage } from '../../features/projects/projects-page.tsx'
import { parseProjectsSearch } from '../../features/projects/projects-search.ts'
import { requireRequestor } from '../-guards.ts'

export const Route = createFileRoute('/_app/projects')({
  beforeLoad: requireRequestor,
  validateSearch: parseProjectsSearch,
  component: Projects,
})

function Projects() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <ProjectsPage
      search={search}
      setSearch={(next) => void navigate({ search: next, replace: true })}
    />
  )
}
