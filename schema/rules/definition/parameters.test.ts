import { expect, test } from 'vitest'
import { Refusal } from '../../refusal.ts'
import {
  buildDefinition,
  buildParameter,
  buildStatement,
} from '../../../tests/support/project-rows.ts'
import {
  answerFields,
  answerParameters,
  checkDefinition,
  definitionText,
  emptyDefinition,
  leafParameters,
  parseDefinition,
  statementParameters,
} from './parameters.ts'

const group = buildParameter({
  id: 'g',
  key: 'g',
  isGroup: true,
  parameters: [
    buildParameter({ id: 'in', key: 'in' }),
    buildParameter({ id: 'gone', key: 'gone', skip: true }),
  ],
})
const definition = parseDefinition(
  buildDefinition({
    answer: [
      buildStatement(),
      group,
      buildParameter({ id: 'secret', key: 'secret', hidden: true }),
      buildParameter({
        id: 'hg',
        key: 'hg',
        hidden: true,
        parameters: [buildParameter({ id: 'deep' })],
      }),
      buildParameter({
        id: 'sg',
        key: 'sg',
        skip: true,
        parameters: [buildParameter({ id: 'deeper' })],
      }),
    ],
  }),
)

test('[PA1] groups are flattened in order', () => {
  expect(leafParameters([buildParameter({ id: 'x' }), group]).map(({ id }) => id)).toEqual([
    'x',
    'in',
    'gone',
  ])
})

test('[PA2] hidden and skipped fields, and the fields of such a group, are not asked', () => {
  expect(answerParameters(definition).map(({ id }) => id)).toEqual(['met', 'in'])
})

test('[PA3] a statement has a field for its value and one for its release', () => {
  expect(answerFields(definition).map(({ key, part }) => [key, part])).toEqual([
    ['met', 'value'],
    ['met.release', 'release'],
    ['in', 'value'],
  ])
  expect(statementParameters(definition).map(({ id }) => id)).toEqual(['met'])
})

test('[PA4] a definition is unchanged after it is written as text and read back, and the result is frozen', () => {
  expect(parseDefinition(definitionText(emptyDefinition()))).toEqual(emptyDefinition())
  const text = definitionText(definition)
  expect(definitionText(parseDefinition(text))).toBe(text)
  expect(parseDefinition(text)).toEqual(JSON.parse(text))
  const thawed = (value: unknown): unknown[] =>
    typeof value !== 'object' || value === null
      ? []
      : [...(Object.isFrozen(value) ? [] : [value]), ...Object.values(value).flatMap(thawed)]
  expect(thawed(definition)).toEqual([])
  expect(parseDefinition(buildDefinition())).toBe(parseDefinition(buildDefinition()))
})

test.each(['', 'null', '[]', '{"contentConfiguration":{"parameters":[]}}'])(
  '[PA5] %s is no definition',
  (text) => {
    expect(() => parseDefinition(text)).toThrow(Refusal)
    expect(() => checkDefinition(text)).toThrow(Refusal)
  },
)

const spoilt = (half: 'content' | 'answer', parameter: object): string => {
  const parameters = (own: typeof half): object[] => (own === half ? [parameter] : [])
  return JSON.stringify({
    contentConfiguration: { parameters: parameters('content') },
    suppliersCommitment: { parameters: parameters('answer') },
  })
}
const one = { id: 'x', key: 'x', name: 'X', type: 'INPUT' }
const condition = { parameterKey: 'x', op: 'looksLike', value: null }
const wrongList = { join: 'all', conditions: [condition] }

test.each([
  ['type', { ...one, type: 'SLIDER' }],
  ['options.0.key', { ...one, options: [{ key: '', label: 'A', value: 1 }] }],
  ['validations.0.kind', { ...one, validations: [{ kind: 'odd' }] }],
  [
    'validations.0.when.conditions.0.op',
    { ...one, validations: [{ kind: 'min', when: wrongList }] },
  ],
  ['visibleWhen.conditions.0.op', { ...one, visibleWhen: wrongList }],
  ['layout.internal.width', { ...one, layout: { internal: { offset: 0, width: 13 } } }],
  [
    'parameters.0.parameters.0.name',
    { ...one, parameters: [{ ...one, parameters: [{ ...one, name: '' }] }] },
  ],
  ['colour', { ...one, colour: 'red' }],
])('[PA5] %s of a definition from outside is checked in both halves', (path, parameter) => {
  for (const [half, place] of [
    ['content', 'contentConfiguration'],
    ['answer', 'suppliersCommitment'],
  ] as const)
    expect(() => checkDefinition(spoilt(half, parameter))).toThrow(
      expect.objectContaining({
        code: 'INPUT_INVALID',
        field: `definition.${place}.parameters.0.${path}`,
      }),
    )
})

test('[PA5] a definition without a fault passes the check', () => {
  expect(checkDefinition(buildDefinition()).contentConfiguration.parameters).toHaveLength(1)
})

test('[PA4] more definitions are read than are kept', () => {
  const read = (i: number) =>
    parseDefinition(buildDefinition({ content: [buildParameter({ value: `${i}` })] }))
  const first = read(0)
  for (let i = 1; i < 12_100; i++) read(i)
  expect(read(0)).toEqual(first)
})

test('[PA1] a group without fields has none, wherever it stands', () => {
  const empty = buildParameter({ id: 'e', key: 'e', isGroup: true })
  expect(leafParameters([empty])).toEqual([])
  expect(
    answerParameters({
      contentConfiguration: { parameters: [] },
      suppliersCommitment: { parameters: [empty] },
    }),
  ).toEqual([])
})
