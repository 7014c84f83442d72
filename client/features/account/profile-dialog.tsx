import { useLingui } from '@lingui/react/macro'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { ProfileCard } from './profile-card.tsx'

export function ProfileDialog({ userId, onClose }: { userId: number; onClose: () => void }) {
  const { t } = useLingui()
  return (
    <Dialog onClose={onClose} title={t`Personal information`}>
      <ProfileCard id={String(userId)} />
    </Dialog>
  )
}
