import { createFileRoute } from '@tanstack/react-router'
import { VendorProjectsPage } from '../../features/projects/vendor-projects-page.tsx'
import { VendorTabs } from '../../ui/pages/vendor-tabs.tsx'
import { requireVendor } from '../-guards.ts'

export const Route = createFileRoute('/_app/vendor/dashboard/projects')({
  beforeLoad: requireVendor,
  component: () => (
    <>
      <VendorTabs />
      <VendorProjectsPage />
    </>
  ),
})
