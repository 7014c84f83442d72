import { createFileRoute } from '@tanstack/react-router'
import { PackagesPage } from '../../../features/packages/packages-page.tsx'

export const Route = createFileRoute('/_app/project/$id/packages/')({ component: Packages })

function Packages() {
  const { id } = Route.useParams()
  return <PackagesPage projectId={id} />
}
