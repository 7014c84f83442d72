import { createFileRoute } from '@tanstack/react-router'
import { MembersPage } from '../../../features/project-settings/members-page.tsx'
import { SettingsTabs } from '../../../features/project-settings/settings-tabs.tsx'

export const Route = createFileRoute('/_app/project/$id/settings/members')({ component: Settings })

function Settings() {
  const { id } = Route.useParams()
  return (
    <SettingsTabs projectId={id} page="members">
      <MembersPage projectId={id} />
    </SettingsTabs>
  )
}
