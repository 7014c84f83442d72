import { useLingui } from '@lingui/react/macro'
import { Suspense, useState } from 'react'
import { followCarried } from '../../lib/deliver-carried.ts'
import { PopoverPanel } from '../../ui/floating/popover-panel.tsx'
import type { FloatingPanel } from '../../ui/floating/use-floating.ts'
import { lazyDialog } from '../../ui/pages/lazy-part.tsx'
import classes from './sync-button.module.css'
import { SyncPanel } from './sync-panel.tsx'

const CarryDialog = lazyDialog(() => import('./carry-dialog.tsx').then((part) => part.CarryDialog))

// This part is loaded soon after the first screen, so carried work costs the first load nothing.
followCarried()

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
  const [isCarrying, setCarrying] = useState(false)
  const closeAnd = (next: () => void) => () => {
    panel.close()
    next()
  }
  return (
    <>
      <PopoverPanel panel={panel} label={t`Sync`} width={360} className={classes.panel}>
        <SyncPanel
          close={panel.close}
          openConflicts={closeAnd(openConflicts)}
          openBring={closeAnd(openBring)}
          openCarry={closeAnd(() => setCarrying(true))}
        />
      </PopoverPanel>
      <Suspense fallback={null}>
        {isCarrying && <CarryDialog onClose={() => setCarrying(false)} />}
      </Suspense>
    </>
  )
}
