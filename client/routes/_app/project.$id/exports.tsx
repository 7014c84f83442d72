import { createFileRoute } from '@tanstack/react-router'
import { ExportsHidden } from '../../../features/exports/exports-hidden.tsx'
import { ExportsPage } from '../../../features/exports/exports-page.tsx'
import { useVendorView } from '../../../lib/vendor-view.ts'

export const Route = createFileRoute('/_app/project/$id/exports')({ component: Exports })

function Exports() {
  const { id } = Route.useParams()
  const isViewed = useVendorView()?.projectId === id
  return isViewed ? <ExportsHidden /> : <ExportsPage projectId={id} />
}
