import { Modal } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { ProfileCard } from './profile-card.tsx'

export function ProfileDialog({ userId, onClose }: { userId: number; onClose: () => void }) {
  const { t } = useLingui()
  return (
    <Modal opened onClose={onClose} title={t`Personal information`} closeButtonProps={{ 'aria-label': t`Close` }}>
      <ProfileCard id={String(userId)} />
    </Modal>
  )
}
