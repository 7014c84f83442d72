import { createFileRoute } from '@tanstack/react-router'
import { OrganizationProjectsPage } from '../../../features/organization/organization-projects-page.tsx'

export const Route = createFileRoute('/_app/organization/$id/projects')({ component: Organization })

function Organization() {
  const { id } = Route.useParams()
  return <OrganizationProjectsPage key={id} organizationId={Number(id)} />
}
