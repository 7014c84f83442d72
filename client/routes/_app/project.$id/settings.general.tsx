import { createFileRoute } from '@tanstack/react-router'
import { SettingsGeneralPage } from '../../../features/projects/settings-general-page.tsx'

export const Route = createFileRoute('/_app/project/$id/settings/general')({ component: SettingsGeneral })

function SettingsGeneral() {
  const { id } = Route.useParams()
  return <SettingsGeneralPage projectId={id} />
}
