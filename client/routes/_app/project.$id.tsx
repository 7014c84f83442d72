import { createFileRoute, Outlet, redirect } from '@tanstack/react-router'
import { ProjectFrame } from '../../features/projects/project-frame.tsx'

export const Route = createFileRoute('/_app/project/$id')({
  beforeLoad: ({ location, params }) => {
    if (/^\/project\/[^/]+\/?$/.test(location.pathname))
      throw redirect({ to: '/project/$id/detail', params, replace: true })
  },
  component: Project,
})

function Project() {
  const { id } = Route.useParams()
  return (
    <ProjectFrame key={id} projectId={id}>
      <Outlet />
    </ProjectFrame>
  )
}
