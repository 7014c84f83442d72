import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Requirement } from '#schema/entities/structure.ts'
import { cellAddress } from '#schema/rules/excel/excel-rows-cells.ts'
import { editedOf } from '#schema/rules/excel/chosen-plan.ts'
import { columnsWith, type ImportMapping } from '#schema/rules/excel/excel-rows-mapping.ts'
import type { ImportPlan, PlannedUpdate } from '#schema/rules/excel/excel-rows-plan.ts'
import { rowProblemText } from './import-texts.ts'

export const PREVIEW_TABS = [
  'refused',
  'creates',
  'updates',
  'edited',
  'missing',
  'unchanged',
] as const
export type PreviewTab = (typeof PREVIEW_TABS)[number]

/** What the preview shows: the plan, and the document that it was made for. */
export interface Preview {
  plan: ImportPlan
  mapping: ImportMapping
  /** The requirements of the document by id. */
  found: ReadonlyMap<string, Requirement>
  /** The names of the document's sections by id. */
  sections: ReadonlyMap<string, string>
}

/** One line in a list of the preview. */
export interface PreviewItem {
  /** The id of the requirement, or the number of the problem. */
  key: string
  /** Cell address in the file; '' for a row that is only in the document. */
  address: string
  id: string
  text: string
  note: string
  /** The id in the file, where `id` is another one; a filter finds it too. */
  sourceId: string
  /** The section before the import, or of a new requirement; '' = none. */
  section: string
  /** A short remark that stands out. */
  mark: 'edited' | 'handMade' | 'excluded' | null
}

const CHANGED = new Map([
  ['name', msg`Requirement`],
  ['section', msg`Section`],
  ['help', msg`Help for vendors`],
])
/** Requirements are missing only in a file that has others of the document. */
export const missingOf = ({
  missing,
  updates,
  unchanged,
}: Pick<ImportPlan, 'missing' | 'updates' | 'unchanged'>): ImportPlan['missing'] =>
  updates.length + unchanged.length > 0 ? missing : []

const changedText = (changed: readonly string[]): string =>
  changed
    .map((one) => {
      const text = CHANGED.get(one)
      return text === undefined ? one : i18n._(text)
    })
    .join(', ')

const markOfMissing = (row: Requirement | undefined): PreviewItem['mark'] => {
  if (row === undefined) return null
  if (row.excluded !== null) return 'excluded'
  return row.sourceId === null ? 'handMade' : null
}

export const previewItems = (preview: Preview, tab: PreviewTab): PreviewItem[] => {
  const { plan, mapping, found, sections } = preview
  const nameColumn = columnsWith(mapping, 'name')[0] ?? 0
  const at = (row: number): string => {
    const line = mapping.lines?.[row - 1]
    return line === undefined ? cellAddress(row, nameColumn) : i18n._(msg`line ${line}`)
  }
  const sourceIdOf = (id: string) => found.get(id)?.sourceId ?? ''
  const sectionOf = (id: string) => sections.get(found.get(id)?.sectionId ?? '') ?? ''
  const updateItem = (one: PlannedUpdate): PreviewItem => ({
    key: one.id,
    address: at(one.row),
    id: one.label,
    text: one.name,
    note: changedText(one.changed),
    sourceId: sourceIdOf(one.id),
    section: sectionOf(one.id),
    mark: one.edits.isEdited ? 'edited' : null,
  })
  switch (tab) {
    case 'creates':
      return plan.creates.map((one) => ({
        key: one.id,
        address: at(one.row),
        id: one.sourceId ?? '',
        text: one.name,
        note: one.sectionName,
        sourceId: '',
        section: one.sectionName,
        mark: null,
      }))
    case 'updates':
      return plan.updates.map(updateItem)
    case 'edited':
      return editedOf(plan).map(updateItem)
    case 'unchanged':
      return plan.unchanged.map((one) => ({
        key: one.id,
        address: at(one.row),
        id: one.label,
        text: one.name,
        note: '',
        sourceId: sourceIdOf(one.id),
        section: sectionOf(one.id),
        mark: null,
      }))
    case 'missing':
      return missingOf(plan).map((one) => ({
        key: one.id,
        address: '',
        id: one.label,
        text: one.name,
        note: sectionOf(one.id),
        sourceId: sourceIdOf(one.id),
        section: sectionOf(one.id),
        mark: markOfMissing(found.get(one.id)),
      }))
    case 'refused':
      return plan.refused.map((one, index) => {
        const { line } = one
        return {
          key: `${index}`,
          address: mapping.lines === undefined ? one.address : at(one.row),
          id: mapping.lines === undefined ? i18n._(msg`line ${line}`) : '',
          text: rowProblemText(one),
          note: '',
          sourceId: '',
          section: '',
          mark: null,
        }
      })
    default:
      return tab satisfies never
  }
}

export interface PreviewFilter {
  text: string
  /** '' = every section. */
  section: string
}

export const matchesFilter = (
  { address, id, text, note, sourceId, section }: PreviewItem,
  filter: PreviewFilter,
): boolean => {
  if (filter.section !== '' && section !== filter.section) return false
  const wanted = filter.text.trim().toLowerCase()
  return (
    wanted === '' || `${address} ${id} ${sourceId} ${text} ${note}`.toLowerCase().includes(wanted)
  )
}

/** The sections of the items, each once, in order. */
export const sectionsOf = (items: readonly PreviewItem[]): string[] => [
  ...new Set(items.flatMap(({ section }) => (section === '' ? [] : [section]))),
]
