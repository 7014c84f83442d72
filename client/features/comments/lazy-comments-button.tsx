import { Button } from '@mantine/core'
import { Trans } from '@lingui/react/macro'
import { Suspense } from 'react'
import type { Document } from '#schema/entities/structure.ts'
import { lazyPart } from '#client/ui/pages/lazy-part.tsx'

const CommentsButton = lazyPart(() =>
  import('./comments-button.tsx').then((part) => part.CommentsButton),
)

/**
 * The button with the comments of a document, loaded after its table: its place is there from the
 * beginning.
 */
export function LazyCommentsButton({ document }: { document: Document }) {
  const place = (
    <Button size="xs" variant="default" disabled leftSection={<span style={{ width: 16 }} />}>
      <Trans>Comments</Trans>
    </Button>
  )
  return (
    <Suspense fallback={place}>
      <CommentsButton document={document} />
    </Suspense>
  )
}
