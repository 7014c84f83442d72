import { Trans } from '@lingui/react/macro'
import { Suspense } from 'react'
import type { Document } from '#schema/entities/structure.ts'
import { ButtonPlace } from '#client/ui/pages/button-place.tsx'
import { lazyPart } from '#client/ui/pages/lazy-part.tsx'

const CommentsButton = lazyPart(() =>
  import('./comments-button.tsx').then((part) => part.CommentsButton),
)

/**
 * The button that opens a document's comments. It loads after the table; a placeholder keeps its
 * space.
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
