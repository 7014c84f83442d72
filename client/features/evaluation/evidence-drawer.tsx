import { DrawerPanel } from '#client/ui/dialogs/drawer-panel.tsx'
import { EvidenceContent, useEvidenceTitle } from './evidence-content.tsx'
import type { EvidenceContentProps } from './evidence-content.tsx'
import type { EvidenceTarget } from './use-evidence.ts'

interface EvidenceDrawerProps extends Omit<EvidenceContentProps, 'target'> {
  target: EvidenceTarget | null
  onClose: () => void
}

/** Shows the evidence in a drawer over the matrix, for screens too narrow for both. */
export function EvidenceDrawer({ target, onClose, ...props }: EvidenceDrawerProps) {
  const title = useEvidenceTitle(props.evaluation, props.columns, target)
  return (
    <DrawerPanel opened={target !== null} onClose={onClose} title={title} size={620}>
      {target !== null && <EvidenceContent {...props} target={target} />}
    </DrawerPanel>
  )
}
