import { createFileRoute } from '@tanstack/react-router'
import { ProjectNoticesPage } from '../../features/account/project-notices-page.tsx'
import { requireVendor } from '../-guards.ts'

export const Route = createFileRoute('/_app/vendor/dashboard/notices')({
  beforeLoad: requireVendor,
  component: ProjectNoticesPage,
})
