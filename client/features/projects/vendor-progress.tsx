import { Trans, useLingui } from '@lingui/react/macro'
import { Suspense, useState } from 'react'
import type { ProjectVendor } from '#schema/entities/project.ts'
import { useProjectOffers } from '../../lib/offers/use-project-offers.ts'
import { useRows } from '../../lib/project-store.ts'
import table from '../../ui/elements/data-table.module.css'
import { lazyDialog } from '../../ui/pages/lazy-part.tsx'
import { ProgressBar } from '../../ui/pages/progress-bar.tsx'
import { StatePill } from '../../ui/elements/state-pill.tsx'
import { useRequirementCount } from './use-progress.ts'
import classes from './vendor-progress.module.css'

const VendorAccessDialog = lazyDialog(() =>
  import('./vendor-access-dialog.tsx').then((part) => part.VendorAccessDialog),
)

/**
 * One line per vendor. While the answers are sealed, it shows only whether work has started and
 * whether everything is submitted.
 */
export function VendorProgress({ projectId }: { projectId: string }) {
  const vendors = useRows(projectId, 'projectVendor', { projectId })
  const total = useRequirementCount(projectId)
  if (vendors.length === 0)
    return (
      <p className={classes.none}>
        <Trans>No vendors chosen yet.</Trans>
      </p>
    )
  return (
    <table className={`${table.table} ${classes.table}`}>
      <thead>
        <tr>
          <th scope="col">
            <Trans>Vendor</Trans>
          </th>
          <th scope="col">
            <Trans>Status</Trans>
          </th>
          <th scope="col">
            <Trans>Submitted</Trans>
          </th>
        </tr>
      </thead>
      <tbody>
        {vendors
          .toSorted((a, b) => a.name.localeCompare(b.name))
          .map((vendor) => (
            <tr key={vendor.id}>
              <th scope="row" className={classes.name}>
                <VendorName vendor={vendor} />
              </th>
              <td>
                <VendorState vendor={vendor} />
              </td>
              <td>
                <VendorNumbers vendor={vendor} total={total} />
              </td>
            </tr>
          ))}
      </tbody>
    </table>
  )
}

/** The vendor's name; opens who of its contacts sees what. */
function VendorName({ vendor }: { vendor: ProjectVendor }) {
  const { t } = useLingui()
  const { projectId, vendorId, name } = vendor
  const [isOpen, setOpen] = useState(false)
  if (useProjectOffers(projectId)('restrictions.view', { vendorId }) !== null) return name
  return (
    <>
      <button
        type="button"
        className={classes.open}
        aria-haspopup="dialog"
        aria-label={t`Access of ${name}`}
        onClick={() => setOpen(true)}
      >
        {name}
      </button>
      <Suspense fallback={null}>
        {isOpen && <VendorAccessDialog vendor={vendor} onClose={() => setOpen(false)} />}
      </Suspense>
    </>
  )
}

function VendorState({ vendor }: { vendor: ProjectVendor }) {
  const { t } = useLingui()
  if (vendor.allSubmitted) return <StatePill tone="teal">{t`All submitted`}</StatePill>
  return vendor.started ? (
    <StatePill tone="amber">{t`Started`}</StatePill>
  ) : (
    <StatePill>{t`Not started`}</StatePill>
  )
}

function VendorNumbers({ vendor, total }: { vendor: ProjectVendor; total: number }) {
  const { t } = useLingui()
  const { submitted, answered } = vendor
  if (submitted === null || answered === null)
    return <span className={classes.sealed}>{t`Sealed`}</span>
  return (
    <span className={classes.numbers}>
      <ProgressBar value={submitted} total={total} label={t`${submitted} of ${total} submitted`} />
      <span>
        {t`${submitted} of ${total}`}
        {answered > submitted && t`, ${answered} answered`}
      </span>
    </span>
  )
}
