import { createFileRoute } from '@tanstack/react-router'
import { OrganizationProfilePage } from '../../../features/organization/profile-page.tsx'
import { signOutAnyway } from '../../../lib/session.ts'

export const Route = createFileRoute('/_app/organization/$id/settings/profile')({
  component: Organization,
})

function Organization() {
  const { id } = Route.useParams()
  const leave = () => void signOutAnyway('keep')
  return <OrganizationProfilePage key={id} organizationId={Number(id)} onLeft={leave} />
}
