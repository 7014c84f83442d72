import { createFileRoute } from '@tanstack/react-router'
import { TwoFactorPage } from '../../features/account/two-factor-page.tsx'
import { requireVendor } from '../-guards.ts'

export const Route = createFileRoute('/_app/vendor/dashboard/2fa')({
  beforeLoad: requireVendor,
  component: TwoFactorPage,
})
