import { createFileRoute, Outlet, redirect } from '@tanstack/react-router'
import { leaveFor, requireRequestor } from '../-guards.ts'

export const Route = createFileRoute('/_app/organization/$id')({
  beforeLoad: (visit) => {
    const { location, params } = visit
    requireRequestor(visit)
    // Ids of organizations are numbers.
    if (!/^\d+$/.test(params.id)) leaveFor('/dashboard', visit)
    if (/^\/organization\/[^/]+\/?$/.test(location.pathname))
      throw redirect({ to: '/organization/$id/projects', params, replace: true })
  },
  component: Outlet,
})
