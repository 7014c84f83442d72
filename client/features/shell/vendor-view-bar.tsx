import { Button } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { leaveVendorView, useVendorView } from '../../lib/vendor-view.ts'
import { useSummary } from '../../lib/project-store.ts'
import bar from '../../ui/elements/bar.module.css'
import classes from './vendor-view-bar.module.css'

/** Says on every page that the project is shown as a vendor would see it, and ends that view. */
export function VendorViewBar() {
  const { t } = useLingui()
  const view = useVendorView()
  const name = useSummary(view?.projectId ?? null)?.name
  if (view === null || name === undefined) return null
  return (
    <>
      <div className={bar.bar} data-tone="amber" role="status" data-no-print>
        <span className={bar.text}>
          {view.packageIds === null ? (
            <Trans>
              You see “{name}” as a vendor would. Try the answers: nothing you enter here is saved
              or sent.
            </Trans>
          ) : (
            <Trans>
              You see “{name}” as a vendor with the chosen packages would. Try the answers: nothing
              you enter here is saved or sent.
            </Trans>
          )}
        </span>
        <Button size="compact-xs" variant="default" onClick={leaveVendorView}>
          {t`Exit vendor view`}
        </Button>
      </div>
      <div className={classes.frame} aria-hidden />
    </>
  )
}
