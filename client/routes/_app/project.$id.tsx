import { createFileRoute, Outlet, redirect } from '@tanstack/react-router'
import { useEffect } from 'react'
import { ProjectFrame } from '../../features/projects/project-frame.tsx'
import { leaveVendorView, useVendorView } from '../../lib/vendor-view.ts'

export const Route = createFileRoute('/_app/project/$id')({
  beforeLoad: ({ location, params }) => {
    if (/^\/project\/[^/]+\/?$/.test(location.pathname))
      throw redirect({ to: '/project/$id/detail', params, replace: true })
  },
  component: Project,
})

function Project() {
  const { id } = Route.useParams()
  const isViewed = useVendorView()?.projectId === id
  useEffect(() => leaveVendorView, [id])
  // Everything inside reads the project again when its view changes.
  return (
    <ProjectFrame key={isViewed ? `${id} as a vendor` : id} projectId={id}>
      <Outlet />
    </ProjectFrame>
  )
}
