import { Radio, Stack } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { type ImportMapping, SECTION_SOURCES } from '#schema/rules/excel/excel-rows-mapping.ts'
import type { ColumnFacts } from './reader/questions.ts'

const MOST_HEADINGS = 3

export function SectionSourceField({
  mapping,
  sections: { headings, ids, names },
  onMapping,
}: {
  mapping: ImportMapping
  /** The first sections that each source gives. */
  sections: ColumnFacts['sections']
  onMapping: (mapping: ImportMapping) => void
}) {
  const { t } = useLingui()
  const fromId = ids.join(', ')
  const fromName = names.join(', ')
  return (
    <Radio.Group
      mt="md"
      label={t`Take sections from`}
      value={mapping.sectionFrom}
      onChange={(value) =>
        onMapping({
          ...mapping,
          sectionFrom: SECTION_SOURCES.find((one) => one === value) ?? 'columns',
        })
      }
    >
      <Stack gap={6} mt={6}>
        <Radio
          value="columns"
          label={t`The columns marked Section; several are joined with “ / ”`}
        />
        <Radio
          value="headingRows"
          label={
            headings.length === 0
              ? t`Heading rows above the requirements`
              : t`Heading rows above the requirements: ${headings.slice(0, MOST_HEADINGS).join(', ')}, …`
          }
        />
        <Radio
          value="idPrefix"
          label={
            fromId === '' ? t`The beginning of the ID` : t`The beginning of the ID: ${fromId}, …`
          }
        />
        <Radio
          value="namePrefix"
          label={
            fromName === ''
              ? t`The requirement’s text before the first colon`
              : t`The requirement’s text before the first colon: ${fromName}, …`
          }
        />
      </Stack>
    </Radio.Group>
  )
}
