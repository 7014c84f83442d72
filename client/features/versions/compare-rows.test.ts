import { expect, test } from 'vitest'
import { diffTrees } from '#schema/rules/diff/diff-tree.ts'
import {
  buildDocument,
  buildPackage,
  buildRequirement,
  buildSection,
} from '../../../tests/support/project-rows.ts'
import {
  compareRows,
  type CompareView,
  countBelow,
  countRows,
  nextDifference,
  parentIndex,
} from './compare-rows.ts'

const before = {
  packages: [buildPackage()],
  documents: [buildDocument()],
  sections: [buildSection(), buildSection({ id: 's2', rank: 'V00020' })],
  requirements: [
    buildRequirement(),
    buildRequirement({ id: 'r2', lineageId: 'r2', rank: 'V00020' }),
    buildRequirement({ id: 'r3', lineageId: 'r3', sectionId: 's2' }),
  ],
}
const nodes = diffTrees(before, {
  ...before,
  requirements: [
    buildRequirement(),
    buildRequirement({ id: 'r2', lineageId: 'r2', rank: 'V00020', name: 'Renamed' }),
    buildRequirement({ id: 'r4', lineageId: 'r4', rank: 'V00030' }),
    buildRequirement({ id: 'r3', lineageId: 'r3', sectionId: 's2' }),
  ],
})
const counted = countBelow(nodes)
const rowsOf = (view: Partial<CompareView>) =>
  compareRows(nodes, counted, {
    statuses: new Set(['NEW', 'CHANGED', 'REMOVED']),
    isExpanded: true,
    toggled: new Set(),
    ...view,
  })
const keysOf = (view: Partial<CompareView>) => rowsOf(view).map(({ key }) => key)

test('a filter shows the rows with the status and the rows above them', () => {
  expect(keysOf({})).toEqual([
    'package:p1',
    'document:d1',
    'section:s1',
    'requirement:r2',
    'requirement:r4',
  ])
  expect(keysOf({ statuses: new Set(['NEW']) })).toEqual([
    'package:p1',
    'document:d1',
    'section:s1',
    'requirement:r4',
  ])
  expect(keysOf({ statuses: new Set(['REMOVED']) })).toEqual([])
})

test('a collapsed row hides the rows below it, and one that is opened alone shows them', () => {
  expect(keysOf({ toggled: new Set(['section:s1']) })).toEqual([
    'package:p1',
    'document:d1',
    'section:s1',
  ])
  expect(keysOf({ isExpanded: false, toggled: new Set(['package:p1']) })).toEqual([
    'package:p1',
    'document:d1',
  ])
})

test('a row without shown children cannot be expanded', () => {
  const unchanged = rowsOf({ statuses: new Set(['UNCHANGED', 'NEW', 'CHANGED', 'REMOVED']) })
  expect(unchanged.filter(({ hasChildren }) => !hasChildren).map(({ node }) => node.kind)).toEqual([
    'requirement',
    'requirement',
    'requirement',
    'requirement',
  ])
})

test('rows of all kinds are counted by status', () => {
  expect(countRows(nodes, counted)).toEqual({ UNCHANGED: 6, NEW: 1, CHANGED: 1, REMOVED: 0 })
})

test('the arrow to the left goes to the row above in the tree', () => {
  const rows = rowsOf({})
  expect([parentIndex(rows, 4), parentIndex(rows, 3), parentIndex(rows, 0)]).toEqual([2, 2, -1])
})

test('the next difference skips unchanged rows', () => {
  const rows = rowsOf({})
  expect([
    nextDifference(rows, 0, 1),
    nextDifference(rows, 3, 1),
    nextDifference(rows, 4, 1),
    nextDifference(rows, 4, -1),
  ]).toEqual([3, 4, -1, 3])
})
