import { useLingui } from '@lingui/react/macro'
import { IconPlus } from '@tabler/icons-react'
import { Suspense, useEffect, useState } from 'react'
import { useSession } from '../../lib/session.ts'
import { warm } from '../../ui/floating/warm.ts'
import { useCommand } from '../../ui/keyboard/commands.ts'
import { ExplainedButton } from '../../ui/feedback/explained-button.tsx'
import { lazyDialog } from '../../ui/pages/lazy-part.tsx'
import { useOfflineReason } from '../../ui/feedback/use-offline-reason.ts'

const load = () => import('./create-project-dialog.tsx').then((part) => part.CreateProjectDialog)
const CreateProjectDialog = lazyDialog(load)

/** Opens the dialog for a new project; renders nothing for people who may not create one. */
export function NewProjectButton() {
  const { t } = useLingui()
  const offlineReason = useOfflineReason()
  const [isOpen, setOpen] = useState(false)
  // What is typed while the dialog loads would be lost.
  useEffect(() => warm(load), [])
  const mayCreate = useSession()?.permissions.includes('PROJECT_CREATE') ?? false
  useCommand({
    id: 'projects.create',
    label: t`New project`,
    keys: 'n',
    run: () => setOpen(true),
    when: mayCreate && offlineReason === null,
  })
  if (!mayCreate) return null
  return (
    <>
      <ExplainedButton
        reason={offlineReason}
        leftSection={<IconPlus size={15} aria-hidden />}
        onClick={() => setOpen(true)}
      >{t`New project`}</ExplainedButton>
      <Suspense fallback={null}>
        {isOpen && <CreateProjectDialog onClose={() => setOpen(false)} />}
      </Suspense>
    </>
  )
}
