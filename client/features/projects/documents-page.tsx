import { useLingui } from '@lingui/react/macro'
import { useProjectState } from '../../lib/project-store.ts'
import { Page } from '../../ui/pages/page.tsx'
import { ProjectProgress } from './project-progress.tsx'

/** All documents of the project; a vendor also sees its own progress. */
export function DocumentsPage({ projectId }: { projectId: string }) {
  const { t } = useLingui()
  const { actor } = useProjectState(projectId)
  return (
    <Page title={t`Documents`} isNarrow>
      <ProjectProgress projectId={projectId} isVendor={actor?.relation === 'vendor'} />
    </Page>
  )
}
