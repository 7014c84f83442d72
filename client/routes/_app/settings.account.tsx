import { createFileRoute } from '@tanstack/react-router'
import { AccountPage } from '../../features/account/account-page.tsx'
import { PushPart } from '../../features/notifications/push-part.tsx'

export const Route = createFileRoute('/_app/settings/account')({ component: Account })

function Account() {
  return (
    <AccountPage>
      <PushPart />
    </AccountPage>
  )
}
