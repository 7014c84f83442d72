import { Button } from '@mantine/core'
import { Trans } from '@lingui/react/macro'
import { Suspense } from 'react'
import type { Document } from '#schema/entities/structure.ts'
import { lazyPart } from '#client/ui/pages/lazy-part.tsx'

const FilesButton = lazyPart(() => import('./files-button.tsx').then((part) => part.FilesButton))

/**
 * The button with the files of a document, loaded after its table: its place is there from the
 * beginning.
 */
export function LazyFilesButton({ document }: { document: Document }) {
  // Without the icon itself: a requirement's files have it too, and would load this whole page for
  // it.
  const place = (
    <Button size="xs" variant="default" disabled leftSection={<span style={{ width: 16 }} />}>
      <Trans>Files</Trans>
    </Button>
  )
  return (
    <Suspense fallback={place}>
      <FilesButton document={document} />
    </Suspense>
  )
}
