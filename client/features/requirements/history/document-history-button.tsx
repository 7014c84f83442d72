import { ActionIcon } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { IconHistory } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import type { Release } from '#schema/entities/project.ts'
import type { Document } from '#schema/entities/structure.ts'
import { useVendorView } from '#client/lib/vendor-view.ts'
import { lazyDialog } from '#client/ui/pages/lazy-part.tsx'

const DocumentHistory = lazyDialog(() =>
  import('./document-history.tsx').then((part) => part.DocumentHistory),
)

interface DocumentHistoryButtonProps {
  document: Document
  releases: readonly Release[]
}

/** Opens the history of the document; not in the vendor view, which has none. */
export function DocumentHistoryButton({ document, releases }: DocumentHistoryButtonProps) {
  const { t } = useLingui()
  const [isOpen, setOpen] = useState(false)
  if (useVendorView()?.projectId === document.projectId) return null
  return (
    <>
      <ActionIcon
        variant="default"
        size={30}
        aria-label={t`History of the document`}
        title={t`History of the document`}
        onClick={() => setOpen(true)}
      >
        <IconHistory size={16} aria-hidden />
      </ActionIcon>
      <Suspense fallback={null}>
        {isOpen && (
          <DocumentHistory document={document} releases={releases} onClose={() => setOpen(false)} />
        )}
      </Suspense>
    </>
  )
}
