import { createFileRoute } from '@tanstack/react-router'
import { ReleasesPage } from '../../../features/releases/releases-page.tsx'

export const Route = createFileRoute('/_app/project/$id/releases')({ component: Releases })

function Releases() {
  const { id } = Route.useParams()
  return <ReleasesPage projectId={id} />
}
