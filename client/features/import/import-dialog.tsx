import { useMediaQuery } from '@mantine/hooks'
import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { ImportSteps } from './import-steps.tsx'

interface ImportDialogProps {
  projectId: string
  documentId: string
  opened: boolean
  onClose: () => void
}

/**
 * The import of requirements from a spreadsheet: file, sheet, columns, preview, then one import
 * with one undo.
 */
export function ImportDialog({ projectId, documentId, opened, onClose }: ImportDialogProps) {
  const { t } = useLingui()
  const isNarrow = useMediaQuery('(max-width: 767px)') ?? false
  const [isRunning, setRunning] = useState(false)
  const [visit, setVisit] = useState({ count: 0, opened })
  // Reset the steps at every opening: a dialog reopened while it fades out would keep its old step.
  if (visit.opened !== opened) setVisit({ count: visit.count + (opened ? 1 : 0), opened })
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={t`Import requirements`}
      size={1040}
      fullScreen={isNarrow}
      closeOnClickOutside={false}
      isClosable={!isRunning}
    >
      <ImportSteps
        key={visit.count}
        target={{ projectId, documentId }}
        onRunning={setRunning}
        onClose={onClose}
      />
    </Dialog>
  )
}
