import { createFileRoute } from '@tanstack/react-router'
import { ProjectDetailPage } from '../../../features/projects/project-detail-page.tsx'

export const Route = createFileRoute('/_app/project/$id/detail')({ component: Detail })

function Detail() {
  const { id } = Route.useParams()
  return <ProjectDetailPage projectId={id} />
}
