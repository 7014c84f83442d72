import { useLingui } from '@lingui/react/macro'
import { useSession } from '../../lib/session.ts'
import { SectionTabs } from '../../ui/pages/section-tabs.tsx'
import { VendorTabs } from '../../ui/pages/vendor-tabs.tsx'

/**
 * Tabs of the account pages. Vendor contacts get `VendorTabs`, which also link their projects and
 * colleagues.
 */
export function AccountTabs() {
  const { t } = useLingui()
  if (useSession()?.vendorId != null) return <VendorTabs />
  return (
    <SectionTabs
      label={t`Settings`}
      tabs={[
        { href: '/settings/profile', label: t`Profile` },
        { href: '/settings/account', label: t`Account` },
        { href: '/settings/2fa', label: t`2FA` },
        { href: '/settings/projects', label: t`Notifications` },
        { href: '/settings/organizations', label: t`Organizations` },
      ]}
    />
  )
}
