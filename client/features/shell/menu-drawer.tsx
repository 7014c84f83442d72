import { Drawer } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import type { RailSection } from './rail-items.ts'
import { Rail } from './rail.tsx'

/** The rail on a narrow screen. */
export function MenuDrawer({ rail, onClose }: { rail: readonly RailSection[]; onClose: () => void }) {
  const { t } = useLingui()
  return (
    <Drawer opened onClose={onClose} size={264} title={t`Menu`} padding="xs" closeButtonProps={{ 'aria-label': t`Close` }} hiddenFrom="sm">
      <Rail sections={rail} isFolded={false} toggleFold={null} />
    </Drawer>
  )
}
