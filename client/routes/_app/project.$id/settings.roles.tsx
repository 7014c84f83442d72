import { createFileRoute } from '@tanstack/react-router'
import { RolesPage } from '../../../features/project-settings/roles-page.tsx'
import { SettingsTabs } from '../../../features/project-settings/settings-tabs.tsx'

export const Route = createFileRoute('/_app/project/$id/settings/roles')({ component: Settings })

function Settings() {
  const { id } = Route.useParams()
  return (
    <SettingsTabs projectId={id} page="roles">
      <RolesPage projectId={id} />
    </SettingsTabs>
  )
}
