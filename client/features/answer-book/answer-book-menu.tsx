import { Button } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { type ComponentType, Suspense, useState } from 'react'
import { useProjectState } from '../../lib/project-store.ts'
import { useVendorView } from '../../lib/vendor-view.ts'
import { refusedAnswersText } from '../../ui/feedback/refused-answers.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { MenuButton } from '../../ui/floating/menu-button.tsx'
import { lazyDialog } from '../../ui/pages/lazy-part.tsx'
import { importRefusal } from './import-refusal.ts'

/** What the menu loads on demand; the route puts the import together from several features. */
interface AnswerBookParts {
  exportAnswers: (projectId: string, documentId: string | null) => Promise<void>
  ImportAnswers: ComponentType<{ projectId: string; onClose: () => void }>
}
interface AnswerBookMenuProps {
  projectId: string
  /** The document that is exported; null = all documents. */
  documentId: string | null
}

/** The menu of the workbook of a vendor's own answers, for vendors only. */
export const answerBookMenu = (load: () => Promise<AnswerBookParts>) => {
  const ImportAnswers = lazyDialog(() => load().then((parts) => parts.ImportAnswers))
  return function AnswerBookMenu({ projectId, documentId }: AnswerBookMenuProps) {
    const { t } = useLingui()
    const { status, summary, actor } = useProjectState(projectId)
    const isTried = useVendorView()?.projectId === projectId
    const [isImporting, setImporting] = useState(false)
    if (actor?.vendorId == null || isTried || status !== 'ready' || summary === undefined)
      return null
    const refusal = importRefusal(actor, summary, actor.vendorId)
    const save = () =>
      void load()
        .then((parts) => parts.exportAnswers(projectId, documentId))
        .catch((error: unknown) => toast.error(error))
    return (
      <>
        <MenuButton
          position="bottom-start"
          button={(target) => (
            <Button {...target} size="xs" variant="default">
              <Trans>Excel</Trans>
            </Button>
          )}
          items={[
            { label: t`Export my answers`, run: save },
            {
              label: t`Import my answers…`,
              reason: refusal === null ? null : refusedAnswersText(refusal, summary),
              run: () => setImporting(true),
            },
          ]}
        />
        <Suspense fallback={null}>
          {isImporting && (
            <ImportAnswers projectId={projectId} onClose={() => setImporting(false)} />
          )}
        </Suspense>
      </>
    )
  }
}
