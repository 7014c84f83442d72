import type { ProjectSummary } from '#schema/api/sync.ts'
import type { Transition } from '#schema/rules/project/project-transitions.ts'
import { BackToPublishedDialog } from './back-to-published-dialog.tsx'
import { ChooseVendorsDialog } from './choose-vendors-dialog.tsx'
import type { MoveDialogName } from './moves.ts'
import { NewVersionDialog } from './new-version-dialog.tsx'
import { PublishDialog } from './publish-dialog.tsx'

export interface MoveDialogProps {
  project: ProjectSummary
  transition: Transition
  onClose: () => void
  onMoved: () => void
}

export function MoveDialogs({ dialog, ...props }: MoveDialogProps & { dialog: MoveDialogName }) {
  switch (dialog) {
    case 'vendors':
      return <ChooseVendorsDialog {...props} />
    case 'publish':
      return <PublishDialog {...props} />
    case 'back-to-published':
      return <BackToPublishedDialog {...props} />
    case 'new-version':
      return <NewVersionDialog {...props} />
  }
}
