import { createFileRoute } from '@tanstack/react-router'
import { AccessLogPage } from '../../../features/organization/access-log-page.tsx'

export const Route = createFileRoute('/_app/organization/$id/settings/access-log')({
  component: Organization,
})

function Organization() {
  const { id } = Route.useParams()
  return <AccessLogPage key={id} organizationId={Number(id)} />
}
