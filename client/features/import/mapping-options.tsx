import { Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { Plural, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import {
  columnsWith,
  DUPLICATE_RULES,
  type DuplicateRule,
  type ImportMapping,
} from '#schema/rules/excel/excel-rows-mapping.ts'
import own from './step-columns.module.css'
import { readRowList, rowListText } from './row-list.ts'

interface MappingOptionsProps {
  mapping: ImportMapping
  onMapping: (mapping: ImportMapping) => void
}

/** What rows mean: those without a section, those with the same id, and those to leave out. */
export function MappingOptions({
  mapping,
  onMapping,
  notes,
}: MappingOptionsProps & {
  /** Comments on the cells below the header. */
  notes: number
}) {
  const { t } = useLingui()
  const hasId = columnsWith(mapping, 'id').length > 0
  const hasSection =
    mapping.sectionFrom === 'headingRows' || columnsWith(mapping, 'section').length > 0
  const rules: Record<DuplicateRule, string> = {
    refuse: t`Refuse the later rows`,
    merge: t`Add their texts to the first row`,
    number: t`Import each, and number the IDs`,
  }
  return (
    <div className={own.options}>
      <TextInput
        label={t`Section for rows without one`}
        maxLength={200}
        value={mapping.defaultSection}
        onChange={(event) => onMapping({ ...mapping, defaultSection: event.currentTarget.value })}
      />
      {hasId && (
        <NativeSelect
          label={t`Rows with the same ID`}
          value={mapping.duplicates ?? 'refuse'}
          data={DUPLICATE_RULES.map((value) => ({ value, label: rules[value] }))}
          onChange={({ currentTarget: { value } }) =>
            onMapping({
              ...mapping,
              duplicates: DUPLICATE_RULES.find((rule) => rule === value) ?? 'refuse',
            })
          }
        />
      )}
      <SkippedRows mapping={mapping} onMapping={onMapping} />
      {mapping.sectionFrom === 'columns' && columnsWith(mapping, 'section').length > 0 && (
        <Checkbox
          className={own.wide}
          label={t`An empty section means the section of the row above`}
          checked={mapping.fillsDown === true}
          onChange={(event) => onMapping({ ...mapping, fillsDown: event.currentTarget.checked })}
        />
      )}
      {hasId && hasSection && (
        <Checkbox
          className={own.wide}
          label={t`IDs are unique only within their section`}
          checked={mapping.isIdOfSection === true}
          onChange={(event) =>
            onMapping({ ...mapping, isIdOfSection: event.currentTarget.checked })
          }
        />
      )}
      {notes > 0 && (
        <Checkbox
          className={own.wide}
          label={
            <Plural
              value={notes}
              one="The comment on a cell becomes the help for vendors"
              other="The # comments on cells become the help for vendors"
            />
          }
          checked={mapping.notesAsHelp === true}
          onChange={(event) => onMapping({ ...mapping, notesAsHelp: event.currentTarget.checked })}
        />
      )}
    </div>
  )
}

function SkippedRows({ mapping, onMapping }: MappingOptionsProps) {
  const { t } = useLingui()
  const [text, setText] = useState(() => rowListText(mapping.skipped ?? []))
  const isWrong = readRowList(text) === null
  return (
    <TextInput
      label={t`Rows to leave out`}
      placeholder={t`None, or for example 3, 8-10`}
      maxLength={500}
      value={text}
      error={isWrong ? t`Enter row numbers, such as 3, 8-10.` : undefined}
      onChange={({ currentTarget: { value } }) => {
        setText(value)
        const skipped = readRowList(value)
        if (skipped !== null) onMapping({ ...mapping, skipped })
      }}
    />
  )
}
