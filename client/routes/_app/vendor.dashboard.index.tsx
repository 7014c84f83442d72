import { createFileRoute, redirect } from '@tanstack/react-router'

export const Route = createFileRoute('/_app/vendor/dashboard/')({
  beforeLoad: () => {
    throw redirect({ to: '/vendor/dashboard/projects', replace: true })
  },
})
