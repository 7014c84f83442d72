import { createFileRoute, Outlet, redirect } from '@tanstack/react-router'
import { requireRequestor } from '../-guards.ts'

export const Route = createFileRoute('/_app/organization/$id')({
  beforeLoad: ({ location, params }) => {
    requireRequestor()
    if (/^\/organization\/[^/]+\/?$/.test(location.pathname)) throw redirect({ to: '/organization/$id/projects', params, replace: true })
  },
  component: Outlet,
})
