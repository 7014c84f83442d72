import { MultiSelect, Select, Text } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import {
  EXPORT_CONTENTS,
  EXPORT_FORMATS,
  type ExportContent,
  type ExportFormat,
} from '#schema/entities/export.ts'
import { LIMITS } from '#schema/tables/limits.ts'
import { ExplainedButton } from '../../ui/feedback/explained-button.tsx'
import { codeText } from '../../ui/feedback/refusal-text.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { exportCalls, type ExportList, saveExport } from './export-calls.ts'
import { CONTENT_NAMES, FORMAT_NAMES } from './export-texts.ts'
import classes from './exports-page.module.css'

interface StartExportProps extends Pick<ExportList, 'contents' | 'vendors'> {
  projectId: string
  offlineReason: string | null
  onStarted: () => void
}

/** Formats of everything but the archive, which has its own. */
const TABLE_FORMATS = EXPORT_FORMATS.filter((one) => one !== 'tenderbook')

/** Contents of which only some vendors can be chosen. */
const OF_VENDORS: readonly ExportContent[] = ['answers', 'evaluation', 'everything']

/** Chooses what to export and starts it. A small export is saved at once. */
export function StartExport({
  projectId,
  contents,
  vendors,
  offlineReason,
  onStarted,
}: StartExportProps) {
  const { t, i18n } = useLingui()
  const [wanted, setWanted] = useState<ExportContent>('requirements')
  const [format, setFormat] = useState<ExportFormat>('xlsx')
  const [chosen, setChosen] = useState<string[]>([])
  const [isBusy, setBusy] = useState(false)
  // What was offered before may be gone: the answers were sealed again.
  const content = contents.includes(wanted) ? wanted : 'requirements'
  const isArchive = content === 'archive'
  const mayChoose = vendors.length > 0 && OF_VENDORS.includes(content)
  const vendorIds = chosen.map(Number).filter((id) => vendors.some((vendor) => vendor.id === id))
  const start = async () => {
    setBusy(true)
    try {
      const made = await exportCalls.start({
        params: { id: projectId },
        body: {
          content,
          format: isArchive ? 'tenderbook' : format,
          vendorIds: mayChoose && vendorIds.length > 0 ? vendorIds : null,
        },
      })
      if (made.state === 'ready') await saveExport(projectId, made)
      else if (made.state !== 'failed')
        toast.success(codeText('export.started'), { hideAfterMs: LIMITS.exportToastMs })
    } catch (error) {
      toast.error(error)
    }
    setBusy(false)
    onStarted()
  }
  return (
    <section className={classes.start} aria-label={t`New export`}>
      <Select
        className={classes.content}
        label={t`Content`}
        allowDeselect={false}
        value={content}
        onChange={(value) => setWanted(contents.find((one) => one === value) ?? 'requirements')}
        data={EXPORT_CONTENTS.filter((one) => contents.includes(one)).map((one) => ({
          value: one,
          label: i18n._(CONTENT_NAMES[one]),
        }))}
      />
      {mayChoose && (
        <MultiSelect
          className={classes.vendors}
          label={t`Vendors`}
          placeholder={chosen.length === 0 ? t`All vendors` : ''}
          clearable
          searchable
          value={chosen}
          onChange={setChosen}
          data={vendors.map(({ id, name }) => ({ value: String(id), label: name }))}
        />
      )}
      {isArchive ? (
        <Text size="sm" className={classes.vendors}>
          {t`One file with everything you can read: content, answers, files, members and the project log. Answers that are still sealed are not in it.`}
        </Text>
      ) : (
        <Select
          className={classes.format}
          label={t`Format`}
          allowDeselect={false}
          value={format}
          onChange={(value) => setFormat(TABLE_FORMATS.find((one) => one === value) ?? 'xlsx')}
          data={TABLE_FORMATS.map((one) => ({ value: one, label: i18n._(FORMAT_NAMES[one]) }))}
        />
      )}
      <ExplainedButton
        reason={offlineReason}
        loading={isBusy}
        h={36}
        leftSection={<IconDownload size={15} aria-hidden />}
        onClick={() => void start()}
      >{t`Export`}</ExplainedButton>
    </section>
  )
}
