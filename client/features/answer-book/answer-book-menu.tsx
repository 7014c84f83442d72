import { Button } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { IconFileSpreadsheet } from '@tabler/icons-react'
import { Suspense, useState, type ReactNode } from 'react'
import { refusalOf } from '#schema/rules/access/access.ts'
import { serverNow } from '../../lib/clock.ts'
import { useProjectState, useRow } from '../../lib/project-store.ts'
import { useSession } from '../../lib/session.ts'
import { codeText } from '../../ui/feedback/refusal-text.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { MenuButton } from '../../ui/floating/menu-button.tsx'
import { lazyDialog } from '../../ui/pages/lazy-part.tsx'
import type { BookFile } from './check-book.ts'

const ImportAnswersDialog = lazyDialog(() =>
  import('./import-answers-dialog.tsx').then((part) => part.ImportAnswersDialog),
)

export interface FilePickerProps {
  onParsed: (file: BookFile) => void
  onCancel: () => void
}
export interface AnswerBookProps {
  projectId: string
  /** The document that is exported; null = all documents. */
  documentId: string | null
  /** The route passes the reader of spreadsheets, because features must not import each other. */
  filePicker: (props: FilePickerProps) => ReactNode
  /** Called when a person closes the dialog after an import. */
  onImported?: (documentIds: readonly string[]) => void
}

/** The workbook of a vendor's own answers: export and import. */
export function AnswerBookMenu({ projectId, documentId, ...parts }: AnswerBookProps) {
  const { t } = useLingui()
  const { summary: project, actor } = useProjectState(projectId)
  const packageId = useRow(projectId, 'document', documentId ?? '')?.packageId
  const vendorName = useSession()?.organizationName ?? ''
  const [isImporting, setImporting] = useState(false)
  const [isExporting, setExporting] = useState(false)
  const vendorId = actor?.vendorId ?? null
  if (project === undefined || actor === undefined || vendorId === null) return null
  const { state, deadlineAt } = project
  const refusal = refusalOf(actor, 'commitment.write', {
    ...{ state, deadlineAt, vendorId, now: serverNow() },
    ...(packageId === undefined ? {} : { packageId }),
  })
  const save = async () => {
    setExporting(true)
    try {
      const { exportAnswers } = await import('./export-answers.ts')
      await exportAnswers({ project, vendor: { id: vendorId, name: vendorName }, documentId })
    } catch (error) {
      toast.error(error)
    }
    setExporting(false)
  }
  return (
    <>
      <MenuButton
        button={(target) => (
          <Button
            {...target}
            size="xs"
            variant="default"
            loading={isExporting}
            leftSection={<IconFileSpreadsheet size={16} aria-hidden />}
          >
            <Trans>Excel</Trans>
          </Button>
        )}
        items={[
          { label: t`Export my answers`, reason: null, run: () => void save() },
          {
            label: t`Import my answers…`,
            reason: refusal === null ? null : codeText(refusal),
            run: () => setImporting(true),
          },
        ]}
      />
      <Suspense fallback={null}>
        {isImporting && (
          <ImportAnswersDialog
            person={{ project, actor, vendorId }}
            {...parts}
            onClose={() => setImporting(false)}
          />
        )}
      </Suspense>
    </>
  )
}
