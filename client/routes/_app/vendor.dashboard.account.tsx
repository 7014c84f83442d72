import { createFileRoute } from '@tanstack/react-router'
import { AccountPage } from '../../features/account/account-page.tsx'
import { PushPart } from '../../features/notifications/push-part.tsx'
import { requireVendor } from '../-guards.ts'

export const Route = createFileRoute('/_app/vendor/dashboard/account')({
  beforeLoad: requireVendor,
  component: Account,
})

function Account() {
  return (
    <AccountPage>
      <PushPart />
    </AccountPage>
  )
}
