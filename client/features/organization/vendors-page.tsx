import { TextInput } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { IconBuildingStore, IconPlus, IconSearch } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import type { VendorSummary } from '#schema/api/users-service/vendors.ts'
import { usePlaceOffers } from '../../lib/offers/use-organization-offers.ts'
import { useRemote } from '../../lib/use-remote.ts'
import table from '../../ui/elements/data-table.module.css'
import { EmptyState } from '../../ui/pages/empty-state.tsx'
import { ExportSeenButton } from '../../ui/elements/export-seen-button.tsx'
import { ExplainedButton } from '../../ui/feedback/explained-button.tsx'
import { lazyDialog } from '../../ui/pages/lazy-part.tsx'
import { Page } from '../../ui/pages/page.tsx'
import { RemotePart } from '../../ui/pages/remote-part.tsx'
import { StatePill } from '../../ui/elements/state-pill.tsx'
import { WithAvatar } from '../../ui/elements/avatar.tsx'
import { useOfflineReason } from '../../ui/feedback/use-offline-reason.ts'
import { vendorCalls } from './calls.ts'
import { ContactApprovalPolicy } from './contact-approval-policy.tsx'
import { OrganizationTabs } from './organization-tabs.tsx'
import classes from './organization.module.css'
import { PagedTable } from './paged-table.tsx'
import { readSeen } from './read-seen.ts'
import { shownOf } from './shown-of.ts'
import { usePage } from './use-page.ts'
import { WaitingContacts } from './waiting-contacts.tsx'

const VendorDialog = lazyDialog(() =>
  import('./vendor-dialog.tsx').then((part) => part.VendorDialog),
)

/** Lists the vendors of the organization, whether invited to a project or not. */
export function VendorsPage({
  organizationId,
  openVendor,
}: {
  organizationId: number
  openVendor: (vendorId: number) => void
}) {
  const { t } = useLingui()
  const offer = usePlaceOffers(organizationId, false)
  const offlineReason = useOfflineReason()
  const [q, setQ] = useState('')
  const page = usePage()
  const { pageNumber, pageSize, setPage } = page
  const [isCreating, setCreating] = useState(false)
  const filters: Record<string, string> = q.trim() === '' ? {} : { q: q.trim() }
  const vendors = useRemote(JSON.stringify([organizationId, filters, pageNumber, pageSize]), () =>
    vendorCalls.list({
      params: { id: String(organizationId) },
      body: { filters, pageNumber, pageSize },
    }),
  )
  const createButton = offer('createVendor') ? (
    <ExplainedButton
      reason={offlineReason}
      leftSection={<IconPlus size={15} aria-hidden />}
      onClick={() => setCreating(true)}
    >{t`New vendor`}</ExplainedButton>
  ) : null
  const heads = [
    { label: t`Vendor` },
    { label: t`Primary contact` },
    { label: t`Status` },
    { label: t`Contacts`, isNumber: true },
    { label: t`Projects`, isNumber: true },
  ]
  return (
    <Page
      title={t`Vendors`}
      toolbar={<OrganizationTabs organizationId={organizationId} />}
      actions={createButton}
      isFlush
    >
      <div className={classes.body}>
        <div role="search" className={classes.filters}>
          <TextInput
            className={classes.search}
            size="xs"
            aria-label={t`Search vendors`}
            placeholder={t`Search vendors`}
            leftSection={<IconSearch size={15} aria-hidden />}
            value={q}
            onChange={(event) => {
              setQ(event.currentTarget.value)
              setPage(0)
            }}
          />
          <ExportSeenButton
            read={readSeen.vendors({ organizationId, filters, shown: shownOf(vendors) })}
          />
        </div>
        <WaitingContacts organizationId={organizationId} />
        <RemotePart remote={vendors}>
          {({ items, total }) =>
            total === 0 ? (
              <EmptyState
                icon={<IconBuildingStore size={20} />}
                title={q === '' ? t`No vendors yet` : t`No vendors found`}
                action={q === '' ? createButton : undefined}
              >
                <Trans>
                  Vendors answer the requirements of your projects. Create one, then invite its
                  primary contact.
                </Trans>
              </EmptyState>
            ) : (
              <PagedTable page={page} total={total} heads={heads}>
                {items.map((vendor) => (
                  <VendorRow key={vendor.id} organizationId={organizationId} vendor={vendor} />
                ))}
              </PagedTable>
            )
          }
        </RemotePart>
        {offer('administerVendors') && <ContactApprovalPolicy organizationId={organizationId} />}
      </div>
      <Suspense fallback={null}>
        {isCreating && (
          <VendorDialog
            organizationId={organizationId}
            vendor={null}
            onClose={() => setCreating(false)}
            onSaved={({ id }) => openVendor(id)}
          />
        )}
      </Suspense>
    </Page>
  )
}

function VendorRow({ organizationId, vendor }: { organizationId: number; vendor: VendorSummary }) {
  const { t } = useLingui()
  return (
    <tr>
      <th scope="row" className={table.main}>
        <WithAvatar picture={vendor.avatar} name={vendor.name} kind="place">
          <Link
            to="/organization/$id/vendor/$vendorId/detail"
            params={{ id: String(organizationId), vendorId: String(vendor.id) }}
          >
            {vendor.name}
          </Link>
        </WithAvatar>
      </th>
      <td className={table.dim} data-label={t`Primary contact`}>
        {vendor.primaryContact ?? t`None yet`}
      </td>
      <td>
        <StatePill tone={vendor.state === 'ACTIVE' ? 'teal' : 'neutral'}>
          {vendor.state === 'ACTIVE' ? t`Active` : t`Inactive`}
        </StatePill>
      </td>
      <td className={table.number} data-label={t`Contacts`}>
        {vendor.contactsCount}
      </td>
      <td className={table.number} data-label={t`Projects`}>
        {vendor.projectsCount}
      </td>
    </tr>
  )
}
