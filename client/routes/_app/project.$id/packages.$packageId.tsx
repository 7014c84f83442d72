import { createFileRoute } from '@tanstack/react-router'
import { PackagePage } from '../../../features/packages/package-page.tsx'

export const Route = createFileRoute('/_app/project/$id/packages/$packageId')({ component: Package })

function Package() {
  const { id, packageId } = Route.useParams()
  return <PackagePage projectId={id} packageId={packageId} />
}
