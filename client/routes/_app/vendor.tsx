import { createFileRoute, Outlet, redirect } from '@tanstack/react-router'

/** /vendor redirects to the vendor's projects. */
export const Route = createFileRoute('/_app/vendor')({
  beforeLoad: ({ location }) => {
    if (/^\/vendor\/?$/.test(location.pathname))
      throw redirect({ to: '/vendor/dashboard/projects', replace: true })
  },
  component: Outlet,
})
