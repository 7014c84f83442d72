import { useLingui } from '@lingui/react/macro'
import { usePlaceOffers } from '../../lib/offers/use-organization-offers.ts'
import { SectionTabs } from '../../ui/pages/section-tabs.tsx'

/** Links the pages of an organization that the person may see. */
export function OrganizationTabs({ organizationId }: { organizationId: number }) {
  const { t } = useLingui()
  const offer = usePlaceOffers(organizationId, false)
  const base = `/organization/${organizationId}`
  const tabs = [
    { href: `${base}/projects`, label: t`Projects` },
    ...(offer('browseMembers') ? [{ href: `${base}/members`, label: t`Members` }] : []),
    ...(offer('browseVendors') ? [{ href: `${base}/vendors`, label: t`Vendors` }] : []),
    { href: `${base}/settings/profile`, label: t`Profile` },
    ...(offer('browseLog') ? [{ href: `${base}/settings/access-log`, label: t`Access log` }] : []),
  ]
  return <SectionTabs label={t`Organization`} tabs={tabs} isInBar />
}
