import { Button, Checkbox, NativeSelect, Radio, Stack } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { Project } from '#schema/entities/project.ts'
import type { Evaluation } from '#schema/rules/evaluation/evaluation.ts'
import { fileNameOf } from '#schema/rules/files/file-name.ts'
import { LANGUAGES, type Language } from '#schema/tables/languages.ts'
import { REPORT_WORDS } from '#schema/tables/report-words.ts'
import { serverNow } from '#client/lib/clock.ts'
import { mailLanguage } from '#client/lib/language.ts'
import { downloadBlob } from '#client/ui/browser/download-blob.ts'
import { Dialog } from '#client/ui/dialogs/dialog.tsx'
import { toast } from '#client/ui/feedback/toast.tsx'
import { LensName } from '../lens-name.tsx'
import { REPORT_FORMATS, reportFile, type ReportFormat } from './report-file.ts'

interface ReportDialogProps {
  project: Project
  /** With the saved weights, not those of a what-if. */
  evaluation: Evaluation
  onClose: () => void
}

/** Makes the report of an evaluation, or the debriefing of one vendor, without a network. */
export function ReportDialog({ project, evaluation, onClose }: ReportDialogProps) {
  const { t } = useLingui()
  const { vendors, rows } = evaluation.prepared
  const [kind, setKind] = useState<'report' | 'debriefing'>('report')
  const [vendor, setVendor] = useState(0)
  const [withOverrides, setOverrides] = useState(false)
  const [format, setFormat] = useState<ReportFormat>('docx')
  const [language, setLanguage] = useState<Language>(mailLanguage)
  const [isBusy, setBusy] = useState(false)
  const formats: Record<ReportFormat, string> = {
    docx: t`Word document (.docx)`,
    html: t`Page to print or save as PDF (.html)`,
  }
  const languages: Record<Language, string> = { en: 'English', sk: 'Slovenčina' }
  const isDebriefing = kind === 'debriefing'
  const save = async () => {
    setBusy(true)
    try {
      const now = serverNow()
      const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone
      const choice = isDebriefing ? { vendor, withOverrides } : null
      const file = await reportFile(format, { project, evaluation, language, zone, now }, choice)
      const { debriefing, evaluationReport } = REPORT_WORDS[language]
      const title = isDebriefing ? [debriefing, vendors[vendor]?.name ?? ''] : [evaluationReport]
      const day = new Date(now).toISOString().slice(0, 10)
      downloadBlob(file, fileNameOf([project.name, ...title, day], format))
      onClose()
    } catch (error) {
      toast.error(error)
    }
    setBusy(false)
  }
  return (
    <Dialog onClose={onClose} title={t({ message: 'Report', context: 'a document' })} size={460}>
      <Stack gap="md">
        <Radio.Group
          label={t`Content`}
          value={kind}
          onChange={(value) => setKind(value === 'debriefing' ? value : 'report')}
        >
          <Stack gap={6} mt={6}>
            <Radio value="report" label={t`Evaluation report, for those who decide`} />
            <Radio
              value="debriefing"
              disabled={vendors.length === 0}
              label={t`Debriefing of one vendor`}
              description={t`Its own answers and scores; nothing of other vendors and no rank.`}
            />
          </Stack>
        </Radio.Group>
        {isDebriefing && (
          <>
            <NativeSelect
              label={t`Vendor`}
              value={String(vendor)}
              onChange={(event) => setVendor(Number(event.currentTarget.value))}
              data={vendors.map(({ name }, at) => ({ value: String(at), label: name }))}
            />
            <Checkbox
              checked={withOverrides}
              onChange={(event) => setOverrides(event.currentTarget.checked)}
              label={t`Tell the values that the evaluation corrected, and why`}
            />
          </>
        )}
        <Radio.Group
          label={t`Format`}
          value={format}
          onChange={(value) => setFormat(REPORT_FORMATS.find((one) => one === value) ?? 'docx')}
        >
          <Stack gap={6} mt={6}>
            {REPORT_FORMATS.map((one) => (
              <Radio key={one} value={one} label={formats[one]} />
            ))}
          </Stack>
        </Radio.Group>
        <Radio.Group
          label={t`Language`}
          value={language}
          onChange={(value) => setLanguage(LANGUAGES.find((one) => one === value) ?? 'en')}
        >
          <Stack gap={6} mt={6}>
            {LANGUAGES.map((one) => (
              <Radio key={one} value={one} label={languages[one]} />
            ))}
          </Stack>
        </Radio.Group>
        <p style={{ margin: 0, color: 'var(--dim)' }}>
          <Trans>
            Scores with the saved weights.{' '}
            <LensName lens={evaluation.options.lens} releases={rows.releases} />.
          </Trans>
        </p>
        <Button onClick={() => void save()} loading={isBusy}>
          {t`Make the report`}
        </Button>
      </Stack>
    </Dialog>
  )
}
