import { useLingui } from '@lingui/react/macro'
import { SectionTabs } from './section-tabs.tsx'

/** Tabs of the pages of a vendor contact outside projects. */
export function VendorTabs() {
  const { t } = useLingui()
  return (
    <SectionTabs
      label={t`Dashboard`}
      tabs={[
        { href: '/vendor/dashboard/projects', label: t`Projects` },
        { href: '/vendor/dashboard/collaborators', label: t`Collaborators` },
        { href: '/vendor/dashboard/personal', label: t`Personal` },
        { href: '/vendor/dashboard/account', label: t`Account` },
        { href: '/vendor/dashboard/2fa', label: t`2FA` },
        { href: '/vendor/dashboard/notices', label: t`Notifications` },
      ]}
    />
  )
}
