import { Trans } from '@lingui/react/macro'
import { Suspense } from 'react'
import type { Document } from '#schema/entities/structure.ts'
import { ButtonPlace } from '#client/ui/pages/button-place.tsx'
import { lazyPart } from '#client/ui/pages/lazy-part.tsx'

const CommentsButton = lazyPart(() =>
  import('./comments-button.tsx').then((part) => part.CommentsButton),
)

/**
 * The button with the comments of a document. It loads after the table; its place is there from the
 * beginning.
 */
export function LazyCommentsButton({ document }: { document: Document }) {
  const place = (
    <ButtonPlace>
      <Trans>Comments</Trans>
    </ButtonPlace>
  )
  return (
    <Suspense fallback={place}>
      <CommentsButton document={document} />
    </Suspense>
  )
}
