import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { cellAddress } from '#schema/rules/excel/excel-rows-cells.ts'
import { columnsWith, type ImportMapping } from '#schema/rules/excel/excel-rows-mapping.ts'
import type { ImportPlan } from '#schema/rules/excel/excel-rows-plan.ts'
import { rowProblemText } from './import-texts.ts'

export const PREVIEW_TABS = ['refused', 'creates', 'updates', 'unchanged', 'missing'] as const
export type PreviewTab = (typeof PREVIEW_TABS)[number]

/** One line in a list of the preview. */
export interface PreviewItem {
  key: string
  /** Cell address in the file; '' for a row that is only in the document. */
  address: string
  id: string
  text: string
  note: string
}

const changedText = (changed: readonly string[]): string =>
  changed
    .map((one) =>
      one === 'name' ? i18n._(msg`Requirement`) : one === 'section' ? i18n._(msg`Section`) : one,
    )
    .join(', ')

export const previewItems = (
  plan: ImportPlan,
  tab: PreviewTab,
  mapping: ImportMapping,
): PreviewItem[] => {
  const nameColumn = columnsWith(mapping, 'name')[0] ?? 0
  const at = (row: number): string => {
    const line = mapping.lines?.[row - 1]
    return line === undefined ? cellAddress(row, nameColumn) : i18n._(msg`line ${line}`)
  }
  switch (tab) {
    case 'creates':
      return plan.creates.map((one) => ({
        key: one.id,
        address: at(one.row),
        id: one.sourceId ?? '',
        text: one.name,
        note: one.sectionName,
      }))
    case 'updates':
      return plan.updates.map((one) => ({
        key: one.id,
        address: at(one.row),
        id: one.label,
        text: one.name,
        note: changedText(one.changed),
      }))
    case 'unchanged':
      return plan.unchanged.map((one) => ({
        key: one.id,
        address: at(one.row),
        id: one.label,
        text: one.name,
        note: '',
      }))
    case 'missing':
      return plan.missing.map((one) => ({
        key: one.id,
        address: '',
        id: one.label,
        text: one.name,
        note: '',
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
        }
      })
    default:
      return tab satisfies never
  }
}

export const matchesFilter = (
  { address, id, text, note }: PreviewItem,
  filter: string,
): boolean => {
  const wanted = filter.trim().toLowerCase()
  return wanted === '' || `${address} ${id} ${text} ${note}`.toLowerCase().includes(wanted)
}
