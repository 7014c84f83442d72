import { Trans } from '@lingui/react/macro'
import { Suspense } from 'react'
import type { Document } from '#schema/entities/structure.ts'
import { ButtonPlace } from '#client/ui/pages/button-place.tsx'
import { lazyPart } from '#client/ui/pages/lazy-part.tsx'

const FilesButton = lazyPart(() => import('./files-button.tsx').then((part) => part.FilesButton))

/**
 * The button with the files of a document. It loads after the table; its place is there from the
 * beginning.
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
