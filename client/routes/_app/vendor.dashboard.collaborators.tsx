import { createFileRoute } from '@tanstack/react-router'
import { CollaboratorsPage } from '../../features/organization/collaborators-page.tsx'
import { VendorTabs } from '../../ui/pages/vendor-tabs.tsx'
import { requireVendor } from '../-guards.ts'

export const Route = createFileRoute('/_app/vendor/dashboard/collaborators')({
  beforeLoad: requireVendor,
  component: () => (
    <>
      <VendorTabs />
      <CollaboratorsPage />
    </>
  ),
})
