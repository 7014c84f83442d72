import { expect, test } from 'vitest'
import {
  buildDocument,
  buildPackage,
  buildRequirement,
  buildSection,
} from '../../../tests/support/project-rows.ts'
import type { Document, Package, Requirement, Section } from '../../entities/structure.ts'
import { diffTrees, type ProjectTree, type TreeDiff } from './diff-tree.ts'

interface Changes {
  package?: Partial<Package>
  document?: Partial<Document>
  section?: Partial<Section>
  requirement?: Partial<Requirement>
}
/** Two rows of each kind; the changes are those of the first ones. */
const tree = (changes: Changes = {}): ProjectTree => ({
  packages: [buildPackage(changes.package), buildPackage({ id: 'p2', rank: 'V00020' })],
  documents: [
    buildDocument(changes.document),
    buildDocument({ id: 'd2', prefix: 'SEC', rank: 'V00020' }),
  ],
  sections: [buildSection(changes.section), buildSection({ id: 's2', rank: 'V00020' })],
  requirements: [
    buildRequirement(changes.requirement),
    buildRequirement({ id: 'r2', rank: 'V00020' }),
  ],
})
const changed = (nodes: readonly TreeDiff[]): string[] =>
  nodes.flatMap(({ lineageId, status, changes, children }) => [
    ...(status === 'UNCHANGED' ? [] : [`${lineageId} ${status} ${changes.join()}`]),
    ...changed(children),
  ])
const LAST = 'zzzzzz'

test.each<[string, Changes]>([
  [
    'order',
    {
      ...{ package: { rank: LAST }, document: { rank: LAST } },
      ...{ section: { rank: LAST }, requirement: { rank: LAST } },
    },
  ],
  ['owner', { package: { ownerId: 9 }, document: { ownerId: 9, members: [8] } }],
  ['exclusion', { requirement: { excluded: { reason: 'Doubtful', by: 'Owner', on: 1 } } }],
  ['author, status and version', { requirement: { updatedBy: 9, status: 'CHANGED', version: 4 } }],
  ['time', { package: { updatedOn: 9 }, requirement: { updatedOn: 9 } }],
])('[DF4] another %s is no change', (_, changes) => {
  expect(changed(diffTrees(tree(), tree(changes)))).toEqual([])
  const withContent = { ...changes, requirement: { ...changes.requirement, name: 'Else' } }
  expect(changed(diffTrees(tree(), tree(withContent)))).toEqual(['r1 CHANGED name'])
})

test.each<[string, Changes, string]>([
  ['document', { document: { packageId: 'p2' } }, 'd1 CHANGED place'],
  ['section', { section: { documentId: 'd2' } }, 's1 CHANGED place'],
  ['requirement', { requirement: { sectionId: 's2' } }, 'r1 CHANGED place'],
])('[DF3] a %s that moved is reported, and the rows in it are not', (_, changes, expected) => {
  const nodes = diffTrees(tree(), tree(changes))
  expect(changed(nodes)).toEqual([expected])
  const [moved = ''] = expected.split(' ')
  const holders = (list: readonly TreeDiff[]): string[] =>
    list.flatMap((node) => [
      ...(node.children.some(({ lineageId }) => lineageId === moved) ? [node.lineageId] : []),
      ...holders(node.children),
    ])
  const { packageId, documentId, sectionId } = Object.values(changes)[0] as Partial<Requirement>
  expect(holders(nodes)).toEqual([sectionId ?? documentId ?? packageId])
})
