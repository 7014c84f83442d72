import { createFileRoute, Outlet, redirect } from '@tanstack/react-router'
import { requireRequestor } from '../-guards.ts'

/** Vendor contacts have these pages in their own area. /settings redirects to the first page. */
export const Route = createFileRoute('/_app/settings')({
  beforeLoad: (visit) => {
    const { location } = visit
    requireRequestor(visit)
    if (/^\/settings\/?$/.test(location.pathname))
      throw redirect({ to: '/settings/profile', replace: true })
  },
  component: Outlet,
})
