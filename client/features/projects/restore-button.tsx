import { useLingui } from '@lingui/react/macro'
import { IconRestore } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useSession } from '../../lib/session.ts'
import { ExplainedButton } from '../../ui/feedback/explained-button.tsx'
import { useOfflineReason } from '../../ui/feedback/use-offline-reason.ts'
import { lazyDialog } from '../../ui/pages/lazy-part.tsx'

const RestoreDialog = lazyDialog(() =>
  import('./restore-dialog.tsx').then((part) => part.RestoreDialog),
)

/** Opens the dialog that restores an archive; nothing for people who may not create projects. */
export function RestoreButton() {
  const { t } = useLingui()
  const offlineReason = useOfflineReason()
  const [isOpen, setOpen] = useState(false)
  if (!(useSession()?.permissions.includes('PROJECT_CREATE') ?? false)) return null
  return (
    <>
      <ExplainedButton
        data-seldom
        variant="default"
        reason={offlineReason}
        leftSection={<IconRestore size={15} aria-hidden />}
        onClick={() => setOpen(true)}
      >{t`Restore from archive…`}</ExplainedButton>
      <Suspense fallback={null}>
        {isOpen && <RestoreDialog onClose={() => setOpen(false)} />}
      </Suspense>
    </>
  )
}
