import { useLingui } from '@lingui/react/macro'
import { useSession } from '../../lib/session.ts'
import { SectionTabs } from '../../ui/section-tabs.tsx'

/** The pages of one organization that the person may see. */
export function OrganizationTabs({ organizationId }: { organizationId: number }) {
  const { t } = useLingui()
  const session = useSession()
  const base = `/organization/${organizationId}`
  const may = (permission: NonNullable<typeof session>['permissions'][number]) => session?.permissions.includes(permission) ?? false
  const tabs = [
    { href: `${base}/projects`, label: t`Projects` }, { href: `${base}/members`, label: t`Members` },
    ...(may('VENDOR_BROWSE') ? [{ href: `${base}/vendors`, label: t`Vendors` }] : []),
    { href: `${base}/settings/profile`, label: t`Profile` },
    ...(may('ACCESS_LOGS_BROWSE') ? [{ href: `${base}/settings/access-log`, label: t`Access log` }] : []),
  ]
  return <SectionTabs label={t`Organization`} tabs={tabs} isInBar />
}
