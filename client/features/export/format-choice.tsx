import { Radio, Stack } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'

interface FormatChoiceProps<Format extends string> {
  format: Format
  onChange: (format: Format) => void
  /** The formats in their order, with their names. */
  names: readonly (readonly [Format, string])[]
}

/** Chooses the format of a file that this device makes. */
export function FormatChoice<Format extends string>(props: FormatChoiceProps<Format>) {
  const { format, onChange, names } = props
  const { t } = useLingui()
  return (
    <Radio.Group
      label={t`Format`}
      value={format}
      onChange={(value) => onChange(names.find(([one]) => one === value)?.[0] ?? format)}
    >
      <Stack gap={6} mt={6}>
        {names.map(([one, name]) => (
          <Radio key={one} value={one} label={name} />
        ))}
      </Stack>
    </Radio.Group>
  )
}
