import { beforeAll, expect, it } from 'vitest'
import type { ImportPlan } from '#schema/rules/excel/excel-rows-plan.ts'
import { startLocale } from '../../locales/start-locale.ts'
import { matchesFilter, type PreviewTab, previewItems } from './preview-items.ts'

beforeAll(() => startLocale('en'))

const row = { row: 7, id: 'k', label: 'FUN-1', name: 'Sends mail' }
const plan = {
  sections: [],
  creates: [
    { ...row, sourceId: 'A.1', sectionId: 's', sectionName: 'Mail', definition: '' },
    { ...row, id: 'k2', sourceId: null, sectionId: 's', sectionName: 'Mail', definition: '' },
  ],
  updates: [{ ...row, patch: {}, moveTo: null, changed: ['name', 'section', 'Priority'] }],
  unchanged: [row],
  missing: [{ id: 'k', label: 'FUN-1', name: 'Sends mail' }],
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
} as const
const items = (tab: PreviewTab, used = mapping as never) =>
  previewItems(plan, tab, used).map(({ key, address, id, note }) => [key, address, id, note])

it('points to the cell of the requirement, and shows what each list is about', () => {
  expect(items('creates')).toEqual([
    ['k', 'C7', 'A.1', 'Mail'],
    ['k2', 'C7', '', 'Mail'],
  ])
  expect(items('updates')).toEqual([['k', 'C7', 'FUN-1', 'Requirement, Section, Priority']])
  expect(items('unchanged')).toEqual([['k', 'C7', 'FUN-1', '']])
  expect(items('missing')).toEqual([['k', '', 'FUN-1', '']])
  expect(items('refused')).toEqual([
    ['0', 'B7', 'line 8', ''],
    ['1', 'C9', 'line 10', ''],
  ])
  expect(items('unchanged', { ...mapping, columns: ['id'] } as never)).toEqual([
    ['k', 'A7', 'FUN-1', ''],
  ])
})

it.each([
  ['', true],
  ['  ', true],
  [' MAIL ', true],
  ['b7', true],
  ['fun-1', true],
  ['note', true],
  ['fun-2', false],
])('a filter %j finds the line: %s', (filter, isFound) => {
  const item = { key: '1', address: 'B7', id: 'FUN-1', text: 'Sends mail', note: 'Note' }
  expect(matchesFilter(item, filter)).toBe(isFound)
})
