import { Button } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { IconMessages } from '@tabler/icons-react'
import { useState } from 'react'
import type { Place } from '#schema/entities/comment.ts'
import type { Document } from '#schema/entities/structure.ts'
import { Drawer } from '#client/ui/dialogs/drawer.tsx'
import { CommentBar } from './comment-bar.tsx'
import { useCommentCounts } from './use-comment-counts.ts'

/** Opens the comments of a document in a drawer beside its table, and shows their number. */
export function CommentsButton({ document: { projectId, id, name } }: { document: Document }) {
  const { t } = useLingui()
  const [isOpen, setOpen] = useState(false)
  const place: Place = { kind: 'document', id }
  const { Q, PP, D } = useCommentCounts(projectId, place)
  const count = Q + PP + D
  return (
    <>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconMessages size={16} aria-hidden />}
        onClick={() => setOpen(true)}
        title={t`Questions and comments about this document`}
      >
        {count === 0 ? <Trans>Comments</Trans> : <Trans>Comments ({count})</Trans>}
      </Button>
      <Drawer keepsText title={name} opened={isOpen} onClose={() => setOpen(false)} size={560}>
        {isOpen && <CommentBar projectId={projectId} place={place} startsOpen />}
      </Drawer>
    </>
  )
}
