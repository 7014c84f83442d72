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

test('[PA2] hidden and skipped fields, and the fields of a hidden group, are not asked', () => {
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
  expect(Object.isFrozen(definition.suppliersCommitment.parameters)).toBe(true)
  expect(parseDefinition(buildDefinition())).toBe(parseDefinition(buildDefinition()))
})

test.each(['', 'null', '[]', '{"contentConfiguration":{"parameters":[]}}'])(
  '[PA5] %s is no definition',
  (text) => {
    expect(() => parseDefinition(text)).toThrow(Refusal)
    expect(() => checkDefinition(text)).toThrow(Refusal)
  },
)

test('[PA5] every part of a definition from outside is checked, and the refusal names the path', () => {
  const text = JSON.stringify({
    contentConfiguration: { parameters: [{ id: 'x', key: 'x', name: 'X', type: 'SLIDER' }] },
    suppliersCommitment: { parameters: [] },
  })
  expect(() => checkDefinition(text)).toThrow(
    expect.objectContaining({
      code: 'INPUT_INVALID',
      field: 'definition.contentConfiguration.parameters.0.type',
    }),
  )
  expect(checkDefinition(buildDefinition()).contentConfiguration.parameters).toHaveLength(1)
})

test('[PA5] more definitions are read than are kept', () => {
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
