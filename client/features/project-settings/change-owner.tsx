import { Trans, useLingui } from '@lingui/react/macro'
import { Suspense, useState } from 'react'
import type { ProjectSummary } from '#schema/api/sync.ts'
import { ApartSection } from '../../ui/pages/apart-section.tsx'
import { ExplainedButton } from '../../ui/feedback/explained-button.tsx'
import { lazyDialog } from '../../ui/pages/lazy-part.tsx'
import { useOfflineReason } from '../../ui/feedback/use-offline-reason.ts'

const OwnerDialog = lazyDialog(() => import('./owner-dialog.tsx').then((part) => part.OwnerDialog))

/** Changes the owner; for the owner and the organization's administrators. */
export function ChangeOwner({ project }: { project: ProjectSummary }) {
  const { t } = useLingui()
  const offlineReason = useOfflineReason()
  const [isOpen, setOpen] = useState(false)
  return (
    <ApartSection title={t`Owner`} lead={<Trans>Owner: {project.ownerName}</Trans>}>
      <ExplainedButton
        reason={offlineReason}
        variant="default"
        onClick={() => setOpen(true)}
      >{t`Change owner…`}</ExplainedButton>
      {isOpen && (
        <Suspense>
          <OwnerDialog project={project} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </ApartSection>
  )
}
