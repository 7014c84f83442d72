import { Button } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { IconCheck, IconUsers } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import type { Document, Section } from '#schema/entities/structure.ts'
import { useProjectState, useRows } from '#client/lib/project-store.ts'
import { lazyDialog, lazyPart } from '#client/ui/pages/lazy-part.tsx'
import type { DocumentAccess } from '../document/use-access.ts'
import { markReady } from './edit-part.ts'

const PartsDue = lazyPart(() => import('./parts-due.tsx').then((part) => part.PartsDue))
const PartsDialog = lazyDialog(() => import('./parts-dialog.tsx').then((part) => part.PartsDialog))

interface PartActionsProps {
  projectId: string
  document: Document
  vendorId: number
  access: DocumentAccess
}

/** Who answers the document and until when, for a vendor that gave parts of it; else nothing. */
export function PartsLine({
  document,
  sections,
}: {
  document: Document
  sections: readonly Section[]
}) {
  const { id: documentId, projectId } = document
  const parts = useRows(projectId, 'vendorPart', { documentId })
  return (
    <Suspense fallback={null}>
      {parts.length > 0 && <PartsDue {...{ projectId, parts, sections }} />}
    </Suspense>
  )
}

/** Opens who answers what, and marks the person's own parts of the document as ready. */
export function PartActions({ projectId, document, vendorId, access }: PartActionsProps) {
  const { t } = useLingui()
  const userId = useProjectState(projectId).actor?.userId
  const parts = useRows(projectId, 'vendorPart', { documentId: document.id })
  const [isOpen, setOpen] = useState(false)
  const mine = parts.filter((part) => part.userId === userId)
  const isReady = mine.every((part) => part.isReady)
  const turn = () => {
    const changed = mine.filter((part) => part.isReady === isReady)
    void markReady(changed, !isReady, isReady ? t`Ready mark removed` : t`Marked as ready`)
  }
  return (
    <>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconUsers size={16} aria-hidden />}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {t`Who answers`}
      </Button>
      {mine.length > 0 && access.answerReason === null && (
        <Button
          size="xs"
          variant={isReady ? 'default' : 'light'}
          leftSection={<IconCheck size={16} aria-hidden />}
          aria-pressed={isReady}
          onClick={turn}
        >
          {isReady ? t`Ready` : t`Mark as ready`}
        </Button>
      )}
      <Suspense fallback={null}>
        {isOpen && (
          <PartsDialog
            projectId={projectId}
            document={document}
            vendorId={vendorId}
            isLocked={access.answerReason !== null}
            onClose={() => setOpen(false)}
          />
        )}
      </Suspense>
    </>
  )
}
