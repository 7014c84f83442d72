import { beforeAll, expect, test } from 'vitest'
import { diffTrees, type ProjectTree, type TreeDiff } from '#schema/rules/diff/diff-tree.ts'
import { startLocale } from '#client/locales/start-locale.ts'
import {
  buildDefinition,
  buildDocument,
  buildPackage,
  buildParameter,
  buildRequirement,
  buildSection,
  buildStatement,
} from '../../../tests/support/project-rows.ts'
import { changeNames, fieldDifferences } from './field-differences.ts'
import { formerPlace, labelOf, namesOf } from './node-words.ts'

beforeAll(() => startLocale('en'))

const tree = (changes: Partial<ProjectTree> = {}): ProjectTree => ({
  packages: [buildPackage({ name: 'Base' })],
  documents: [buildDocument({ name: 'Functions', prefix: 'FUN' })],
  sections: [buildSection({ name: 'General' }), buildSection({ id: 's2', name: 'Audit' })],
  requirements: [buildRequirement()],
  ...changes,
})
const flat = (nodes: readonly TreeDiff[]): TreeDiff[] =>
  nodes.flatMap((node) => [node, ...flat(node.children)])
const nodeOf = (before: ProjectTree, after: ProjectTree, lineageId: string): TreeDiff => {
  const found = flat(diffTrees(before, after)).find((node) => node.lineageId === lineageId)
  if (found === undefined) throw new Error(`${lineageId} is not compared`)
  return found
}
const withDefinition = (definition: string) =>
  tree({ requirements: [buildRequirement({ definition })] })
const briefOf = (node: TreeDiff) =>
  fieldDifferences(node).map(({ label, before, after, presence }) => [
    label,
    before,
    after,
    ...(presence === undefined ? [] : [presence]),
  ])

test('a changed text of the requirement carries the name of its field', () => {
  const content = (value: string) =>
    withDefinition(
      buildDefinition({ content: [buildParameter({ name: 'Text', value })], answer: [] }),
    )
  const node = nodeOf(content('Sent by mail'), content('Sent by post'), 'r1')
  expect(briefOf(node)).toEqual([['Text', 'Sent by mail', 'Sent by post']])
  expect(changeNames(node)).toEqual(['Text'])
})

test('a setting of an answer field is named with its field, in words', () => {
  const answer = (changes: Parameters<typeof buildStatement>[0]) =>
    withDefinition(buildDefinition({ content: [], answer: [buildStatement(changes)] }))
  const node = nodeOf(
    answer({ name: 'Met', weight: 1, validations: [] }),
    answer({ name: 'Met', weight: 3, validations: [{ kind: 'required' }] }),
    'r1',
  )
  expect(briefOf(node)).toEqual([
    ['Met · Weight', '1', '3'],
    ['Met · Validation rules', '', 'Must be filled in'],
  ])
})

test('options, conditions and bounds are lines that can be compared', () => {
  const answer = (changes: Parameters<typeof buildParameter>[0]) =>
    withDefinition(
      buildDefinition({ content: [], answer: [buildParameter({ name: 'Kind', ...changes })] }),
    )
  const options = [{ key: 'a', label: 'Cloud', value: 1 }]
  const node = nodeOf(
    answer({ type: 'SELECTBOX', options }),
    answer({
      type: 'SELECTBOX',
      options: [...options, { key: 'b', label: 'Own', value: 2 }],
      validations: [{ kind: 'max', value: 20 }],
      visibleWhen: {
        join: 'any',
        conditions: [
          { parameterKey: 'x', op: 'filled', value: null },
          { parameterKey: 'y', op: 'greater', value: 5 },
        ],
      },
    }),
    'r1',
  )
  expect(briefOf(node).toSorted()).toEqual([
    ['Kind · Options', 'Cloud', 'Cloud\nOwn'],
    ['Kind · Shown only when', '', 'any condition is met\nx is filled in\ny is more than 5'],
    ['Kind · Validation rules', '', 'Maximum number of characters: 20'],
  ])
})

test('new and removed fields are marked', () => {
  const [a, b] = ['a', 'b'].map((id) =>
    buildParameter({ id, key: id, name: id.toUpperCase(), value: id }),
  )
  const of = (...content: ReturnType<typeof buildParameter>[]) =>
    withDefinition(buildDefinition({ content, answer: [] }))
  if (a === undefined || b === undefined) throw new Error('Two fields are needed')
  expect(briefOf(nodeOf(of(a), of(b), 'r1'))).toEqual([
    ['A', 'a', '', 'removed'],
    ['B', '', 'b', 'new'],
  ])
})

test('a change without a text, such as the width, is still named', () => {
  const of = (width: number) =>
    withDefinition(
      buildDefinition({
        content: [buildParameter({ name: 'Text', layout: { internal: { offset: 0, width } } })],
        answer: [],
      }),
    )
  expect(briefOf(nodeOf(of(6), of(12), 'r1'))).toEqual([['Text · Settings of the field', '', '']])
})

test('a moved row tells where it was', () => {
  const before = tree()
  const after = tree({ requirements: [buildRequirement({ sectionId: 's2' })] })
  const node = nodeOf(before, after, 'r1')
  const names = { before: namesOf(before), after: namesOf(after) }
  expect(formerPlace(node, names)).toBe('General')
  expect(changeNames(node)).toEqual([])
  expect(formerPlace(nodeOf(before, before, 'r1'), names)).toBeNull()
})

test('a row that moved to another document tells the document and the section', () => {
  const before = tree()
  const after = tree({
    documents: [buildDocument({ name: 'Functions' }), buildDocument({ id: 'd2', name: 'Data' })],
    sections: [buildSection({ name: 'General' }), buildSection({ id: 's2', documentId: 'd2' })],
    requirements: [buildRequirement({ documentId: 'd2', sectionId: 's2' })],
  })
  const names = { before: namesOf(before), after: namesOf(after) }
  expect(formerPlace(nodeOf(before, after, 'r1'), names)).toBe('Functions / General')
})

test('a removed row shows the content that it had', () => {
  const before = tree({ requirements: [buildRequirement({ name: 'Mail', vendorHelp: 'How?' })] })
  const node = nodeOf(before, tree({ requirements: [] }), 'r1')
  expect(briefOf(node).slice(0, 2)).toEqual([
    ['Name', 'Mail', ''],
    ['Help for vendors', 'How?', ''],
  ])
  expect(labelOf(node).name).toBe('Mail')
})

test('a renamed document shows both names', () => {
  const node = nodeOf(
    tree(),
    tree({ documents: [buildDocument({ name: 'Functions and data', prefix: 'FUN' })] }),
    'd1',
  )
  expect(briefOf(node)).toEqual([['Name', 'Functions', 'Functions and data']])
  expect(labelOf(node)).toEqual({ code: 'FUN', name: 'Functions and data' })
})
