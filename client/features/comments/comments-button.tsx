import { Button } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { IconMessages } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import type { Place } from '#schema/entities/comment.ts'
import type { Document } from '#schema/entities/structure.ts'
import { Drawer } from '#client/ui/dialogs/drawer.tsx'
import { lazyPart } from '#client/ui/pages/lazy-part.tsx'
import { Skeleton } from '#client/ui/pages/skeleton.tsx'
import { useCommentCounts } from './use-comment-counts.ts'

const CommentBar = lazyPart(() => import('./comment-bar.tsx').then((part) => part.CommentBar))

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
        {isOpen && (
          <Suspense fallback={<Skeleton lines={4} />}>
            <CommentBar projectId={projectId} place={place} startsOpen />
          </Suspense>
        )}
      </Drawer>
    </>
  )
}
