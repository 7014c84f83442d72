import { Radio, Stack } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { EXPORT_FORMATS, type ExportFormat } from './export-file.ts'

interface FormatChoiceProps {
  format: ExportFormat
  onChange: (format: ExportFormat) => void
  /** The name of the JSON format, whose content differs between exports. */
  json: string
}

/** Chooses the format of a file that this device makes. */
export function FormatChoice({ format, onChange, json }: FormatChoiceProps) {
  const { t } = useLingui()
  const names: Record<ExportFormat, string> = {
    xlsx: t`Excel workbook (.xlsx)`,
    csv: t`Table as text (.csv)`,
    json,
  }
  return (
    <Radio.Group
      label={t`Format`}
      value={format}
      onChange={(value) => onChange(EXPORT_FORMATS.find((one) => one === value) ?? 'xlsx')}
    >
      <Stack gap={6} mt={6}>
        {EXPORT_FORMATS.map((one) => (
          <Radio key={one} value={one} label={names[one]} />
        ))}
      </Stack>
    </Radio.Group>
  )
}
