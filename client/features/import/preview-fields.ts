import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { cleanText } from '#schema/rules/excel/excel-rows-cells.ts'
import { fieldChanges } from '#schema/rules/excel/import-changes.ts'
import { valueCell } from '#schema/rules/excel/excel-rows-values.ts'
import { leafParameters, parseDefinition } from '#schema/rules/definition/parameters.ts'
import type { Preview, PreviewTab } from './preview-items.ts'

/** One field of an opened row; equal texts = the field does not change. */
export interface PreviewField {
  key: string
  label: string
  before: string
  after: string
  isEdited: boolean
}

const same = (key: string, label: string, text: string): PreviewField => ({
  ...{ key, label, before: text, after: text },
  isEdited: false,
})

interface Content {
  name: string
  section: string
  definition: string
}
const contentFields = ({ name, section, definition }: Content): PreviewField[] => [
  same('name', i18n._(msg`Requirement`), name),
  ...(section === '' ? [] : [same('section', i18n._(msg`Section`), section)]),
  ...leafParameters(parseDefinition(definition).contentConfiguration.parameters).flatMap(
    (parameter) => {
      const text = cleanText(valueCell(parameter))
      return text === '' ? [] : [same(parameter.id, parameter.name, text)]
    },
  ),
]

const updateFields = ({ plan, found, sections }: Preview, id: string): PreviewField[] => {
  const update = plan.updates.find((one) => one.id === id)
  const row = found.get(id)
  if (update === undefined || row === undefined) return []
  const before = sections.get(row.sectionId) ?? ''
  const moved =
    update.moveTo === null
      ? before
      : (sections.get(update.moveTo) ??
        plan.sections.find((section) => section.id === update.moveTo)?.name ??
        '')
  const labels: Record<string, string> = {
    name: i18n._(msg`Requirement`),
    section: i18n._(msg`Section`),
  }
  const changes = fieldChanges({
    found: row,
    patch: update.patch,
    section: { before, after: moved },
  })
  return changes.map((change) => ({
    key: change.field,
    label: labels[change.field] ?? change.label,
    before: change.before,
    after: change.after,
    isEdited: update.edits.fields.includes(change.field),
  }))
}

/** The fields of an opened row: its changes, or its content if nothing changes. */
export const previewFields = (preview: Preview, tab: PreviewTab, id: string): PreviewField[] => {
  if (tab === 'updates' || tab === 'edited') return updateFields(preview, id)
  const made = preview.plan.creates.find((one) => one.id === id)
  if (made !== undefined) return contentFields({ ...made, section: made.sectionName })
  const row = preview.found.get(id)
  if (row === undefined) return []
  return contentFields({ ...row, section: preview.sections.get(row.sectionId) ?? '' })
}
