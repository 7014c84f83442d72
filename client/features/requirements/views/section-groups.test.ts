import { expect, test } from 'vitest'
import { buildRequirement, buildSection } from '../../../../tests/support/project-rows.ts'
import { sectionGroups } from './section-groups.ts'

const sections = ['s1', 's2', 's3'].map((id) => buildSection({ id, name: id.toUpperCase() }))
const requirements = [
  ['a', 's1'],
  ['b', 's1'],
  ['c', 's2'],
  ['d', 's2'],
].map(([id = '', sectionId = '']) => buildRequirement({ id, sectionId }))
const NONE: ReadonlySet<string> = new Set()

test('rows are grouped by section in document order, and keep their order within a section', () => {
  const { rowIds, groups } = sectionGroups({
    sections,
    requirements,
    rowIds: ['d', 'b', 'a', 'c'],
    folded: NONE,
  })
  expect(rowIds).toEqual(['b', 'a', 'd', 'c'])
  expect(groups.map(({ label, at, count }) => [label, at, count])).toEqual([
    ['S1', 0, 2],
    ['S2', 2, 2],
  ])
})

test('a folded section keeps its heading and count; a section without a match has neither', () => {
  const input = { sections, requirements, folded: new Set(['s1']) }
  expect(sectionGroups({ ...input, rowIds: ['a', 'b', 'c'] })).toMatchObject({
    rowIds: ['c'],
    groups: [
      { id: 's1', count: 2, at: 0, isFolded: true },
      { id: 's2', count: 1, at: 0, isFolded: false },
    ],
  })
  expect(sectionGroups({ ...input, rowIds: [] })).toEqual({ rowIds: [], groups: [] })
})
