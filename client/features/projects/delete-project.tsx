import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import type { ProjectSummary } from '#schema/api/sync.ts'
import { api } from '../../lib/api.ts'
import { isPassing } from '../../lib/offers/project-offers.ts'
import { useProjectOffers } from '../../lib/offers/use-project-offers.ts'
import { tryNow } from '../../lib/sync-status.ts'
import { ApartSection } from '../../ui/pages/apart-section.tsx'
import { confirm } from '../../ui/dialogs/confirm.tsx'
import { ExplainedButton } from '../../ui/feedback/explained-button.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { useOfflineReason } from '../../ui/feedback/use-offline-reason.ts'

export function DeleteProject({ project }: { project: ProjectSummary }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const offlineReason = useOfflineReason()
  const denial = useProjectOffers(project.id)('project.delete')
  if (denial === undefined || (denial !== null && !isPassing(denial))) return null
  const stateReason =
    denial === null
      ? null
      : t`Once vendors may have answered, a project is archived, not deleted. An archived project can be deleted.`
  const remove = async () => {
    const isConfirmed = await confirm({
      title: t`Delete ${project.name}?`,
      confirmLabel: t`Delete project`,
      danger: true,
      body: (
        <Trans>
          All packages, documents, requirements and answers are deleted for everyone. This cannot be
          undone.
        </Trans>
      ),
    })
    if (!isConfirmed) return
    try {
      await api.projects.delete({ params: { id: project.id } })
      await navigate({ to: '/projects' })
      toast.success(t`${project.name} was deleted.`)
      await tryNow()
    } catch (error) {
      toast.error(error)
    }
  }
  return (
    <ApartSection
      title={t`Delete project`}
      lead={<Trans>Deletes all content for everyone. This cannot be undone.</Trans>}
    >
      <ExplainedButton
        reason={stateReason ?? offlineReason}
        variant="default"
        onClick={() => void remove()}
      >{t`Delete project`}</ExplainedButton>
    </ApartSection>
  )
}
