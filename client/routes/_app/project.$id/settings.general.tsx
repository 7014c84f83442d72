import { createFileRoute } from '@tanstack/react-router'
import { ChangeOwner } from '../../../features/project-settings/change-owner.tsx'
import { SettingsTabs } from '../../../features/project-settings/settings-tabs.tsx'
import { SettingsGeneralPage } from '../../../features/projects/settings-general-page.tsx'
import { useProjectOffers } from '../../../lib/offers/use-project-offers.ts'
import { useProjectState } from '../../../lib/project-store.ts'

export const Route = createFileRoute('/_app/project/$id/settings/general')({
  component: SettingsGeneral,
})

function SettingsGeneral() {
  const { id } = Route.useParams()
  const { summary } = useProjectState(id)
  const mayHandOver = useProjectOffers(id)('project.changeOwner') === null
  return (
    <SettingsTabs projectId={id} page="general">
      <SettingsGeneralPage projectId={id}>
        {summary !== undefined && mayHandOver && <ChangeOwner project={summary} />}
      </SettingsGeneralPage>
    </SettingsTabs>
  )
}
