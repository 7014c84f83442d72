import { useLingui } from '@lingui/react/macro'
import { PopoverPanel } from '../../ui/floating/popover-panel.tsx'
import type { FloatingPanel } from '../../ui/floating/use-floating.ts'
import classes from './sync-button.module.css'
import { SyncPanel } from './sync-panel.tsx'

/** The content that the sync button opens; loaded when the pointer or focus reaches the button. */
export function SyncPopover({
  panel,
  openConflicts,
  openBring,
}: {
  panel: FloatingPanel
  openConflicts: () => void
  openBring: () => void
}) {
  const { t } = useLingui()
  const closeAnd = (next: () => void) => () => {
    panel.close()
    next()
  }
  return (
    <PopoverPanel panel={panel} label={t`Sync`} width={360} className={classes.panel}>
      <SyncPanel
        close={panel.close}
        openConflicts={closeAnd(openConflicts)}
        openBring={closeAnd(openBring)}
      />
    </PopoverPanel>
  )
}
