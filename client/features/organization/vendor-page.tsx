import { Trans, useLingui } from '@lingui/react/macro'
import { Suspense, useState } from 'react'
import type { VendorSummary } from '#schema/api/users-service/vendors.ts'
import { useVendorOffers } from '../../lib/offers/use-organization-offers.ts'
import { useRemote } from '../../lib/use-remote.ts'
import { confirm } from '../../ui/dialogs/confirm.tsx'
import { ExplainedButton } from '../../ui/feedback/explained-button.tsx'
import { lazyDialog } from '../../ui/pages/lazy-part.tsx'
import { Page } from '../../ui/pages/page.tsx'
import { RemotePart } from '../../ui/pages/remote-part.tsx'
import { StatePill } from '../../ui/elements/state-pill.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { useOfflineReason } from '../../ui/feedback/use-offline-reason.ts'
import { vendorCalls } from './calls.ts'
import { OrganizationPicture } from './organization-picture.tsx'
import classes from './organization.module.css'
import { usePeople } from './people-section.tsx'

const VendorDialog = lazyDialog(() =>
  import('./vendor-dialog.tsx').then((part) => part.VendorDialog),
)
interface VendorPageProps {
  organizationId: number
  vendorId: number
  onDeleted: () => void
}

/** One vendor of the organization, with its contacts. */
export function VendorPage({ organizationId, vendorId, onDeleted }: VendorPageProps) {
  const { t } = useLingui()
  const vendor = useRemote(String(vendorId), () =>
    vendorCalls.get({ params: { id: String(vendorId) } }),
  )
  const found = vendor.status === 'ready' ? vendor.value : null
  const { inviteButton, list } = usePeople(vendorId, {
    isVendor: true,
    hasPrimary: (found?.primaryContactId ?? null) !== null,
  })
  return (
    <Page
      title={found?.name ?? t`Vendor`}
      crumbs={[{ label: t`Vendors`, href: `/organization/${organizationId}/vendors` }]}
      actions={inviteButton}
    >
      <RemotePart remote={vendor}>
        {(value) => (
          <>
            <VendorFacts
              vendor={value}
              organizationId={organizationId}
              onChanged={vendor.reload}
              onDeleted={onDeleted}
            />
            <section className={classes.section} aria-labelledby="vendor-contacts">
              <h2 id="vendor-contacts">
                <Trans>Contacts</Trans>
              </h2>
              <div className={classes.wide}>{list}</div>
            </section>
          </>
        )}
      </RemotePart>
    </Page>
  )
}

function VendorFacts({
  vendor,
  organizationId,
  onChanged,
  onDeleted,
}: {
  vendor: VendorSummary
  organizationId: number
  onChanged: () => void
  onDeleted: () => void
}) {
  const { t } = useLingui()
  const offer = useVendorOffers()
  const offlineReason = useOfflineReason()
  const removal = offer('remove', vendor)
  const [isEditing, setEditing] = useState(false)
  const isActive = vendor.state === 'ACTIVE'
  const { changeState, remove } = useVendorActions({ vendor, onChanged, onDeleted })
  return (
    <section className={classes.section} aria-label={t`About the vendor`}>
      {offer('edit', vendor) !== null && (
        <OrganizationPicture organization={vendor} onSaved={onChanged} />
      )}
      <VendorDetails vendor={vendor} />
      <div style={{ display: 'flex', gap: 8, flexWrap: 'wrap' }}>
        {offer('edit', vendor) !== null && (
          <ExplainedButton
            variant="default"
            reason={offlineReason}
            onClick={() => setEditing(true)}
          >{t`Edit`}</ExplainedButton>
        )}
        {offer('changeState', vendor) !== null && (
          <ExplainedButton
            variant="default"
            reason={offlineReason}
            onClick={() => void changeState()}
          >
            {isActive ? t`Set inactive` : t`Set active`}
          </ExplainedButton>
        )}
        {removal !== null && (
          <ExplainedButton
            variant="default"
            reason={removal.reason ?? offlineReason}
            onClick={() => void remove()}
          >
            {t`Delete vendor`}
          </ExplainedButton>
        )}
      </div>
      <Suspense fallback={null}>
        {isEditing && (
          <VendorDialog
            organizationId={organizationId}
            vendor={vendor}
            onClose={() => setEditing(false)}
            onSaved={onChanged}
          />
        )}
      </Suspense>
    </section>
  )
}

interface VendorActions {
  vendor: VendorSummary
  onChanged: () => void
  onDeleted: () => void
}

const useVendorActions = ({ vendor, onChanged, onDeleted }: VendorActions) => {
  const { t } = useLingui()
  const isActive = vendor.state === 'ACTIVE'
  const run = async (call: () => Promise<unknown>, then: () => void) => {
    try {
      await call()
      then()
    } catch (error) {
      toast.error(error)
    }
  }
  const changeState = async () => {
    const isConfirmed =
      !isActive ||
      (await confirm({
        title: t`Set ${vendor.name} inactive?`,
        confirmLabel: t`Set inactive`,
        danger: true,
        body: (
          <Trans>
            Its contacts are signed out now and cannot sign in, and it cannot be invited to
            projects. Its answers stay.
          </Trans>
        ),
      }))
    if (isConfirmed)
      await run(
        () =>
          vendorCalls.setState({
            body: { id: vendor.id, state: isActive ? 'INACTIVE' : 'ACTIVE' },
          }),
        onChanged,
      )
  }
  const remove = async () => {
    const isConfirmed = await confirm({
      title: t`Delete ${vendor.name}?`,
      confirmLabel: t`Delete vendor`,
      danger: true,
      body: <Trans>This cannot be undone.</Trans>,
    })
    if (isConfirmed) await run(() => vendorCalls.remove({ body: { id: vendor.id } }), onDeleted)
  }
  return { changeState, remove }
}

function VendorDetails({ vendor }: { vendor: VendorSummary }) {
  const { t } = useLingui()
  const isActive = vendor.state === 'ACTIVE'
  return (
    <dl className={classes.facts}>
      <dt>
        <Trans>Status</Trans>
      </dt>
      <dd>
        <StatePill tone={isActive ? 'teal' : 'neutral'}>
          {isActive ? t`Active` : t`Inactive`}
        </StatePill>
      </dd>
      <dt>
        <Trans>Primary contact</Trans>
      </dt>
      <dd>{vendor.primaryContact ?? t`None yet`}</dd>
      {vendor.description !== '' && (
        <>
          <dt>
            <Trans>Description</Trans>
          </dt>
          <dd className={classes.text}>{vendor.description}</dd>
        </>
      )}
      <dt>
        <Trans>Time zone</Trans>
      </dt>
      <dd>{vendor.zone}</dd>
      <dt>
        <Trans>Projects</Trans>
      </dt>
      <dd>{vendor.projectsCount}</dd>
    </dl>
  )
}
