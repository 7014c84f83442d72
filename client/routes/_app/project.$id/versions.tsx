import { createFileRoute } from '@tanstack/react-router'
import { VersionsHidden } from '../../../features/versions/versions-hidden.tsx'
import { VersionsPage } from '../../../features/versions/versions-page.tsx'
import { useVendorView } from '../../../lib/vendor-view.ts'

export const Route = createFileRoute('/_app/project/$id/versions')({ component: Versions })

function Versions() {
  const { id } = Route.useParams()
  const isViewed = useVendorView()?.projectId === id
  return isViewed ? <VersionsHidden /> : <VersionsPage projectId={id} />
}
