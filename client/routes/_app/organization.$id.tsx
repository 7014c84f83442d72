import { createFileRoute, Outlet, redirect } from '@tanstack/react-router'
import { requireRequestor } from '../-guards.ts'

export const Route = createFileRoute('/_app/organization/$id')({
  beforeLoad: ({ location, params }) => {
    requireRequestor()
    // No organization has such an address, and unknown ones lead there.
    if (!/^\d+$/.test(params.id)) throw redirect({ to: '/dashboard', replace: true })
    if (/^\/organization\/[^/]+\/?$/.test(location.pathname)) throw redirect({ to: '/organization/$id/projects', params, replace: true })
  },
  component: Outlet,
})
