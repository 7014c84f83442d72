import { Drawer } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { useDialog } from '../../ui/dialogs/use-dialog.ts'
import classes from '../../ui/dialogs/dialog.module.css'
import type { RailSection } from './rail-items.ts'
import { Rail } from './rail.tsx'

/** The navigation of the rail as a drawer, for narrow screens. */
export function MenuDrawer({
  rail,
  onClose,
}: {
  rail: readonly RailSection[]
  onClose: () => void
}) {
  const { t } = useLingui()
  const { body, dismiss } = useDialog({ opened: true, onClose, keepsText: true, isEscapable: true })
  return (
    <Drawer
      opened
      onClose={dismiss}
      returnFocus={false}
      closeOnEscape={false}
      size={264}
      title={t`Menu`}
      padding="xs"
      closeButtonProps={{ 'aria-label': t`Close` }}
      hiddenFrom="sm"
    >
      <div ref={body} className={classes.body} tabIndex={-1}>
        <Rail sections={rail} isFolded={false} toggleFold={null} />
      </div>
    </Drawer>
  )
}
