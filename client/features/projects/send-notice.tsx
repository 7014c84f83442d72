import { Button } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { IconSpeakerphone } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import type { ProjectSummary } from '#schema/api/sync.ts'
import { useProjectOffers } from '../../lib/offers/use-project-offers.ts'
import { useCommand } from '../../ui/keyboard/commands.ts'
import { lazyDialog } from '../../ui/pages/lazy-part.tsx'

const SendNoticeDialog = lazyDialog(() =>
  import('./send-notice-dialog.tsx').then((part) => part.SendNoticeDialog),
)

/** Lets the owner send a message to the team and the vendors. */
export function SendNotice({ project }: { project: ProjectSummary }) {
  const { t } = useLingui()
  const isOffered = useProjectOffers(project.id)('notification.send') === null
  const [isOpen, setOpen] = useState(false)
  useCommand({
    id: 'project.notice',
    group: t`Project`,
    label: t`Send message…`,
    when: isOffered,
    run: () => setOpen(true),
  })
  if (!isOffered) return null
  return (
    <>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconSpeakerphone size={14} aria-hidden />}
        onClick={() => setOpen(true)}
      >{t`Send message…`}</Button>
      <Suspense fallback={null}>
        {isOpen && <SendNoticeDialog project={project} onClose={() => setOpen(false)} />}
      </Suspense>
    </>
  )
}
