import { useLingui } from '@lingui/react/macro'
import type { Release } from '#schema/entities/project.ts'
import type { Document } from '#schema/entities/structure.ts'
import { Drawer } from '#client/ui/dialogs/drawer.tsx'
import { ChangeHistory } from './change-history.tsx'
import classes from './history.module.css'

interface DocumentHistoryProps {
  document: Document
  releases: readonly Release[]
  onClose: () => void
}

/** What changed in a document, its requirements and the answers that the person may read. */
export function DocumentHistory({ document, releases, onClose }: DocumentHistoryProps) {
  const { t } = useLingui()
  return (
    <Drawer opened title={t`History of ${document.name}`} onClose={onClose} size={560}>
      <section className={classes.record}>
        <ChangeHistory
          projectId={document.projectId}
          documentId={document.id}
          releases={releases}
        />
      </section>
    </Drawer>
  )
}
