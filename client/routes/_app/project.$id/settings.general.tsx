import { createFileRoute } from '@tanstack/react-router'
import { ChangeOwner } from '../../../features/project-settings/change-owner.tsx'
import { SettingsTabs } from '../../../features/project-settings/settings-tabs.tsx'
import { SettingsGeneralPage } from '../../../features/projects/settings-general-page.tsx'
import { useProjectState } from '../../../lib/project-store.ts'

export const Route = createFileRoute('/_app/project/$id/settings/general')({ component: SettingsGeneral })

function SettingsGeneral() {
  const { id } = Route.useParams()
  const { summary, actor } = useProjectState(id)
  const mayHandOver = summary !== undefined && actor !== undefined && (actor.relation === 'owner' || actor.permissions.includes('ORG_ADMIN')) && summary.state !== 'ARCHIVED'
  return (
    <SettingsTabs projectId={id} page="general">
      <SettingsGeneralPage projectId={id}>{mayHandOver && <ChangeOwner project={summary} />}</SettingsGeneralPage>
    </SettingsTabs>
  )
}
