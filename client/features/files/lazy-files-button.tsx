import { Trans } from '@lingui/react/macro'
import { Suspense } from 'react'
import type { Document } from '#schema/entities/structure.ts'
import { ButtonPlace } from '#client/ui/pages/button-place.tsx'
import { lazyPart } from '#client/ui/pages/lazy-part.tsx'

const FilesButton = lazyPart(() => import('./files-button.tsx').then((part) => part.FilesButton))

/**
 * The button that opens a document's files. It loads after the table; a placeholder keeps its
 * space.
 */
export function LazyFilesButton({ document }: { document: Document }) {
  const place = (
    <ButtonPlace>
      <Trans>Files</Trans>
    </ButtonPlace>
  )
  return (
    <Suspense fallback={place}>
      <FilesButton document={document} />
    </Suspense>
  )
}
