import { useLingui } from '@lingui/react/macro'
import type { AssignedSearch } from '../../lib/assigned-filter.ts'
import { useProjectState } from '../../lib/project-store.ts'
import { AssignedSwitch } from '../../ui/fields/assigned-switch.tsx'
import { Page } from '../../ui/pages/page.tsx'
import { ProjectProgress } from './project-progress.tsx'

interface DocumentsPageProps {
  projectId: string
  search: AssignedSearch
  setSearch: (search: AssignedSearch) => void
}

/** All documents of the project; a vendor also sees its own progress. */
export function DocumentsPage({ projectId, search, setSearch }: DocumentsPageProps) {
  const { t } = useLingui()
  const { actor } = useProjectState(projectId)
  const isVendor = actor?.relation === 'vendor'
  return (
    <Page
      title={t`Documents`}
      isNarrow
      toolbar={<AssignedSwitch search={search} setSearch={setSearch} />}
    >
      <ProjectProgress projectId={projectId} isVendor={isVendor} assigned={search.assigned} />
    </Page>
  )
}
