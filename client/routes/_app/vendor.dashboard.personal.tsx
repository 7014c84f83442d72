import { createFileRoute } from '@tanstack/react-router'
import { ProfilePage } from '../../features/account/profile-page.tsx'
import { requireVendor } from '../-guards.ts'

export const Route = createFileRoute('/_app/vendor/dashboard/personal')({
  beforeLoad: requireVendor,
  component: ProfilePage,
})
