import { createFileRoute } from '@tanstack/react-router'
import { OrganizationMembersPage } from '../../../features/organization/members-page.tsx'

export const Route = createFileRoute('/_app/organization/$id/members')({ component: Organization })

function Organization() {
  const { id } = Route.useParams()
  return <OrganizationMembersPage key={id} organizationId={Number(id)} />
}
