import { Radio, Stack } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { sheetCellText, firstDataRow } from '#schema/rules/excel/excel-rows-cells.ts'
import {
  columnsWith,
  idPrefix,
  type ImportMapping,
  namePrefix,
  SECTION_SOURCES,
} from '#schema/rules/excel/excel-rows-mapping.ts'
import { prepareTable } from '#schema/rules/excel/prepare-table.ts'
import type { SheetChoice } from './import-steps.tsx'

const MAX_EXAMPLES = 6

/** The first distinct sections that a rule finds in a column. */
const examplesOf = (
  { file, sheetIndex, headerRow }: SheetChoice,
  column: number | undefined,
  rule: (text: string) => string,
): string => {
  const rows = file.sheets[sheetIndex]?.rows ?? []
  const found = new Set<string>()
  for (
    let row = firstDataRow(headerRow);
    column !== undefined && row <= rows.length && found.size < MAX_EXAMPLES;
    row += 1
  ) {
    const section = rule(sheetCellText(rows, row, column))
    if (section !== '') found.add(section)
  }
  return [...found].join(', ')
}

/** The headings that the sheet would have, if sections were taken from them. */
const headingsOf = ({ file, sheetIndex, headerRow, mapping }: SheetChoice): string[] => {
  const sheet = file.sheets[sheetIndex]
  if (sheet === undefined) return []
  const { rows, mapping: plain } = prepareTable(sheet, headerRow, {
    ...mapping,
    sectionFrom: 'headingRows',
  })
  const column = plain.columns.length - 1
  const found = new Set<string>()
  for (
    let row = firstDataRow(headerRow);
    row <= rows.length && found.size < MAX_EXAMPLES;
    row += 1
  ) {
    const text = sheetCellText(rows, row, column)
    if (text !== '') found.add(text)
  }
  return [...found]
}

export function SectionSourceField({
  choice,
  onMapping,
}: {
  choice: SheetChoice
  onMapping: (mapping: ImportMapping) => void
}) {
  const { t } = useLingui()
  const { mapping } = choice
  const headings = headingsOf(choice)
  const fromId = examplesOf(choice, columnsWith(mapping, 'id')[0], idPrefix)
  const fromName = examplesOf(choice, columnsWith(mapping, 'name')[0], namePrefix)
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
              : t`Heading rows above the requirements: ${headings.slice(0, 3).join(', ')}, …`
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
