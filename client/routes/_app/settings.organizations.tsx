import { createFileRoute } from '@tanstack/react-router'
import { AccountTabs } from '../../features/account/account-tabs.tsx'
import { OrganizationsPage } from '../../features/session/organizations-page.tsx'

export const Route = createFileRoute('/_app/settings/organizations')({
  component: () => (
    <>
      <AccountTabs />
      <OrganizationsPage />
    </>
  ),
})
