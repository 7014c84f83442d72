import { createFileRoute } from '@tanstack/react-router'
import { PermissionsPage } from '../../../features/project-settings/permissions-page.tsx'
import { SettingsTabs } from '../../../features/project-settings/settings-tabs.tsx'

export const Route = createFileRoute('/_app/project/$id/settings/permissions')({
  component: Settings,
})

function Settings() {
  const { id } = Route.useParams()
  return (
    <SettingsTabs projectId={id} page="permissions">
      <PermissionsPage />
    </SettingsTabs>
  )
}
