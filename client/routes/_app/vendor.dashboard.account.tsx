import { createFileRoute } from '@tanstack/react-router'
import { AccountPage } from '../../features/account/account-page.tsx'
import { requireVendor } from '../-guards.ts'

export const Route = createFileRoute('/_app/vendor/dashboard/account')({
  beforeLoad: requireVendor,
  component: AccountPage,
})
