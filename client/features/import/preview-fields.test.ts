import { beforeAll, expect, it } from 'vitest'
import { planImport } from '#schema/rules/excel/excel-rows.ts'
import {
  buildDefinition,
  buildParameter,
  buildRequirement,
} from '../../../tests/support/project-rows.ts'
import { startLocale } from '../../locales/start-locale.ts'
import { previewFields } from './preview-fields.ts'
import type { Preview, PreviewTab } from './preview-items.ts'

beforeAll(() => startLocale('en'))

const definition = buildDefinition({
  content: [buildParameter({ id: 'note', key: 'note', name: 'Note', value: 'old' })],
})
const rows = [
  buildRequirement({ id: 'r1', fullId: 'A-1', sectionId: 's1', name: 'Sends mail', definition }),
  buildRequirement({ id: 'r2', fullId: 'A-2', sectionId: 's1', name: 'Prints', definition }),
]
const sections = [
  { id: 's1', name: 'Mail' },
  { id: 's2', name: 'Paper' },
]
const mapping = {
  columns: ['id', 'section', 'name', 'text'],
  sectionFrom: 'columns',
  defaultSection: 'General',
} as const
const preview: Preview = {
  plan: planImport({
    rows: [
      ['ID', 'Section', 'Requirement', 'Note'],
      ['A-1', 'Paper', 'Sends letters', 'new'],
      ['A-2', 'Fresh', 'Prints', 'old'],
      ['A-3', 'Fresh', 'Copies', 'blue'],
    ],
    headerRow: 1,
    mapping: { ...mapping, columns: [...mapping.columns] },
    existing: { requirements: rows, sections },
    newId: () => 'new',
  }),
  mapping: { ...mapping, columns: [...mapping.columns] },
  found: new Map(rows.map((row) => [row.id, row])),
  sections: new Map(sections.map(({ id, name }) => [id, name])),
}
const fields = (tab: PreviewTab, id: string, used = preview) =>
  previewFields(used, tab, id).map(({ label, before, after }) => [label, before, after])

it('shows each change with its texts, also a move into a new section', () => {
  expect(fields('updates', 'r1')).toEqual([
    ['Requirement', 'Sends mail', 'Sends letters'],
    ['Section', 'Mail', 'Paper'],
    ['Note', 'old', 'new'],
  ])
  expect(fields('edited', 'r2')).toEqual([['Section', 'Mail', 'Fresh']])
})

it('shows the content of a row that is new or not in the file', () => {
  const [made] = preview.plan.creates
  expect(fields('creates', made?.id ?? '')).toEqual([
    ['Requirement', 'Copies', 'Copies'],
    ['Section', 'Fresh', 'Fresh'],
    ['Note', 'blue', 'blue'],
  ])
  expect(fields('missing', 'r2')).toEqual([
    ['Requirement', 'Prints', 'Prints'],
    ['Section', 'Mail', 'Mail'],
    ['Note', 'old', 'old'],
  ])
  expect(fields('missing', 'gone')).toEqual([])
  expect(fields('updates', 'gone')).toEqual([])
})

it('marks the fields that a person edited', () => {
  const [update] = preview.plan.updates
  if (update === undefined) throw new Error('nothing changes')
  const edited = { ...update, edits: { isEdited: true, fields: ['p:note'] } }
  const used = { ...preview, plan: { ...preview.plan, updates: [edited] } }
  expect(previewFields(used, 'updates', 'r1').map(({ isEdited }) => isEdited)).toEqual([
    false,
    false,
    true,
  ])
})
