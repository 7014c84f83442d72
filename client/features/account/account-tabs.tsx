import { useLingui } from '@lingui/react/macro'
import { useSession } from '../../lib/session.ts'
import { SectionTabs } from '../../ui/section-tabs.tsx'

/** The pages about oneself: vendor contacts have theirs beside their projects and colleagues. */
export function AccountTabs() {
  const { t } = useLingui()
  const isVendor = useSession()?.vendorId != null
  const tabs = isVendor
    ? [
      { href: '/vendor/dashboard/projects', label: t`Projects` }, { href: '/vendor/dashboard/collaborators', label: t`Collaborators` }, { href: '/vendor/dashboard/personal', label: t`Personal` },
      { href: '/vendor/dashboard/account', label: t`Account` }, { href: '/vendor/dashboard/2fa', label: t`2FA` },
    ]
    : [
      { href: '/settings/profile', label: t`Profile` }, { href: '/settings/account', label: t`Account` }, { href: '/settings/2fa', label: t`2FA` },
      { href: '/settings/projects', label: t`Projects` }, { href: '/settings/organizations', label: t`Organizations` },
    ]
  return <SectionTabs label={isVendor ? t`Dashboard` : t`Settings`} tabs={tabs} />
}
