import { Radio, Stack } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { AskedDocument } from '../../lib/asked-export.ts'
import { useHome } from '../../lib/home-list.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { downloadBlob } from '../../ui/browser/download-blob.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { exportFile, exportFileName, type ExportFormat } from './export-file.ts'
import { FormatChoice } from './format-choice.tsx'
import { tellMissing } from './missing-files.ts'
import { ExplainedButton } from '../../ui/feedback/explained-button.tsx'

interface ExportDialogProps extends AskedDocument {
  onClose: () => void
}

/** Exports the requirements of a document, or those shown, without a network. */
export function ExportDialog({ shownIds, onClose, ...content }: ExportDialogProps) {
  const { t } = useLingui()
  const { projects } = useHome()
  const [format, setFormat] = useState<ExportFormat>('xlsx')
  const isFiltered = shownIds.length < content.requirements.length
  const [isAll, setAll] = useState(!isFiltered)
  const [isBusy, setBusy] = useState(false)
  const { document, sections, requirements } = content
  const byId = new Map(requirements.map((one) => [one.id, one]))
  const chosen = isAll ? requirements : shownIds.flatMap((id) => byId.get(id) ?? [])
  const filled = new Set(chosen.map(({ sectionId }) => sectionId))
  const save = async () => {
    setBusy(true)
    try {
      const { blob, extension, missing } = await exportFile(format, {
        // An export of some rows has no headings of others.
        ...{ document, sections: isAll ? sections : sections.filter(({ id }) => filled.has(id)) },
        requirements: chosen,
        language: projects.find(({ id }) => id === document.projectId)?.language,
      })
      const day = new Date().toISOString().slice(0, 10)
      downloadBlob(blob, exportFileName(document.name, extension, day))
      tellMissing(missing)
      onClose()
    } catch (error) {
      toast.error(error)
    }
    setBusy(false)
  }
  const all = requirements.length
  const some = shownIds.length
  return (
    <Dialog opened onClose={onClose} title={t`Export requirements`} size={420}>
      <Stack gap="md">
        <FormatChoice<ExportFormat>
          format={format}
          onChange={setFormat}
          names={[
            ['xlsx', t`Excel workbook (.xlsx)`],
            ['csv', t`Table as text (.csv)`],
            ['json', t`JSON, with all fields (.json)`],
            ['reqif', t`ReqIF, for requirements engineering tools (.reqif)`],
          ]}
        />
        {isFiltered && (
          <Radio.Group
            label={t`Requirements`}
            value={isAll ? 'all' : 'shown'}
            onChange={(value) => setAll(value === 'all')}
          >
            <Stack gap={6} mt={6}>
              <Radio value="shown" label={t`Those shown (${some})`} />
              <Radio value="all" label={t`All of the document (${all})`} />
            </Stack>
          </Radio.Group>
        )}
        <p style={{ margin: 0, color: 'var(--dim)' }}>
          <Trans>The file can be edited and imported again. IDs keep its rows apart.</Trans>
        </p>
        <ExplainedButton
          onClick={() => void save()}
          loading={isBusy}
          reason={chosen.length === 0 ? t`There are no requirements to export.` : null}
        >
          {t`Export`}
        </ExplainedButton>
      </Stack>
    </Dialog>
  )
}
