import type { ReactNode } from 'react'
import { useLingui } from '@lingui/react/macro'
import { useRemote } from '../../lib/use-remote.ts'
import { Page } from '../../ui/pages/page.tsx'
import { RemotePart } from '../../ui/pages/remote-part.tsx'
import { AccountTabs } from './account-tabs.tsx'
import { profileCalls } from './calls.ts'
import { CalendarPart } from './calendar-part.tsx'
import { DeleteAccount } from './delete-account.tsx'
import { DevicePart } from './device-part.tsx'
import { EmailPart } from './email-part.tsx'
import { PasswordPart } from './password-part.tsx'
import { SessionsPart } from './sessions-part.tsx'

/**
 * Account settings: ways to sign in, notifications on this device (`children`), its keyboard and
 * messages, calendar, open sessions, and deleting the account.
 */
export function AccountPage({ children }: { children: ReactNode }) {
  const { t } = useLingui()
  const profile = useRemote('own', () => profileCalls.own({}))
  return (
    <>
      <AccountTabs />
      <Page title={t`Account`} isNarrow>
        <RemotePart remote={profile}>
          {(value) => (
            <>
              <EmailPart email={value.email} />
              <PasswordPart profile={value} />
            </>
          )}
        </RemotePart>
        {children}
        <DevicePart />
        <CalendarPart />
        <SessionsPart />
        <DeleteAccount />
      </Page>
    </>
  )
}
