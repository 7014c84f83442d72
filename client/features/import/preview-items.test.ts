import { beforeAll, expect, it } from 'vitest'
import type { ImportPlan } from '#schema/rules/excel/excel-rows-plan.ts'
import { startLocale } from '../../locales/start-locale.ts'
import { buildRequirement } from '../../../tests/support/project-rows.ts'
import {
  matchesFilter,
  missingOf,
  type Preview,
  type PreviewTab,
  previewItems,
  sectionsOf,
} from './preview-items.ts'

beforeAll(() => startLocale('en'))

const row = { row: 7, id: 'k', label: 'FUN-1', name: 'Sends mail' }
const edits = { isEdited: true, fields: ['name'] }
const plan = {
  sections: [],
  creates: [
    { ...row, sourceId: 'A.1', sectionId: 's', sectionName: 'Mail', definition: '' },
    { ...row, id: 'k2', sourceId: null, sectionId: 's', sectionName: 'Mail', definition: '' },
  ],
  updates: [
    { ...row, patch: {}, moveTo: null, changed: ['name', 'section', 'Priority'], edits },
    { ...row, id: 'k3', patch: {}, moveTo: null, changed: ['Note'], edits: { isEdited: false } },
  ],
  unchanged: [row],
  missing: ['k', 'k4', 'k5'].map((id) => ({ id, label: 'FUN-1', name: 'Sends mail' })),
  refused: [
    { row: 7, line: 8, column: 0, address: 'B7', code: 'nameMissing', detail: {} },
    { row: 9, line: 10, column: 0, address: 'C9', code: 'notNumber', detail: {} },
  ],
  unknownIds: [],
} as unknown as ImportPlan
const mapping = {
  columns: ['id', 'ignore', 'name'],
  sectionFrom: 'columns',
  defaultSection: 'General',
} as never
const exclusion = { reason: 'old', by: 'Vera', on: 1 }
const preview: Preview = {
  plan,
  mapping,
  found: new Map([
    ['k', buildRequirement({ id: 'k', sectionId: 's1', sourceId: 'A.1' })],
    ['k4', buildRequirement({ id: 'k4', sectionId: 's2', sourceId: null })],
    ['k5', buildRequirement({ id: 'k5', sectionId: 'gone', excluded: exclusion })],
  ]),
  sections: new Map([
    ['s1', 'Mail'],
    ['s2', 'Audit'],
  ]),
}
const items = (tab: PreviewTab, used = preview) =>
  previewItems(used, tab).map(({ key, address, id, note }) => [key, address, id, note])

it('points to the cell of the requirement, and shows what each list is about', () => {
  expect(items('creates')).toEqual([
    ['k', 'C7', 'A.1', 'Mail'],
    ['k2', 'C7', '', 'Mail'],
  ])
  expect(items('updates')).toEqual([
    ['k', 'C7', 'FUN-1', 'Requirement, Section, Priority'],
    ['k3', 'C7', 'FUN-1', 'Note'],
  ])
  expect(items('edited')).toEqual([['k', 'C7', 'FUN-1', 'Requirement, Section, Priority']])
  expect(items('unchanged')).toEqual([['k', 'C7', 'FUN-1', '']])
  expect(items('missing')).toEqual([
    ['k', '', 'FUN-1', 'Mail'],
    ['k4', '', 'FUN-1', 'Audit'],
    ['k5', '', 'FUN-1', ''],
  ])
  expect(items('refused')).toEqual([
    ['0', 'B7', 'line 8', ''],
    ['1', 'C9', 'line 10', ''],
  ])
  const idOnly = { ...preview, mapping: { ...(mapping as object), columns: ['id'] } as never }
  expect(items('unchanged', idOnly)).toEqual([['k', 'A7', 'FUN-1', '']])
})

it('marks what a person edited, wrote or excluded', () => {
  const marks = (tab: PreviewTab) => previewItems(preview, tab).map(({ mark }) => mark)
  expect(marks('updates')).toEqual(['edited', null])
  expect(marks('missing')).toEqual([null, 'handMade', 'excluded'])
})

it('a file without any requirement of the document misses none', () => {
  const { missing } = plan
  expect(missingOf({ missing, updates: [], unchanged: [] })).toEqual([])
  expect(missingOf({ missing, updates: [], unchanged: plan.unchanged })).toBe(missing)
})

it('names the sections of the lines once, in order', () => {
  expect(sectionsOf(previewItems(preview, 'missing'))).toEqual(['Mail', 'Audit'])
  expect(sectionsOf(previewItems(preview, 'creates'))).toEqual(['Mail'])
})

it.each([
  ['', true],
  ['  ', true],
  [' MAIL ', true],
  ['b7', true],
  ['fun-1', true],
  ['note', true],
  ['k-17', true],
  ['fun-2', false],
])('a filter %j finds the line: %s', (text, isFound) => {
  const item = {
    ...{ key: '1', address: 'B7', id: 'FUN-1', text: 'Sends mail', note: 'Note' },
    sourceId: 'K-17',
    section: 'Mail',
    mark: null,
  }
  expect(matchesFilter(item, { text, section: '' })).toBe(isFound)
  expect(matchesFilter(item, { text, section: 'Mail' })).toBe(isFound)
  expect(matchesFilter(item, { text, section: 'Audit' })).toBe(false)
})
