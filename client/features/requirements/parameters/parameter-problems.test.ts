import { beforeAll, describe, expect, it } from 'vitest'
import type { Parameter } from '#schema/entities/parameter.ts'
import { parseDefinition } from '#schema/rules/definition/parameters.ts'
import { startLocale } from '#client/locales/start-locale.ts'
import {
  buildDefinition,
  buildParameter,
  buildStatement,
} from '../../../../tests/support/project-rows.ts'
import { fieldShapes } from './condition-targets.ts'
import { parameterAt, problemsByParameter, withMissing } from './parameter-problems.ts'

beforeAll(() => startLocale('en'))

const group = (id: string, ...parameters: Parameter[]) =>
  buildParameter({ id, key: `${id}-key`, isGroup: true, parameters })
const field = (id: string, changes: Partial<Parameter> = {}) =>
  buildParameter({ id, key: `${id}-key`, name: id, ...changes })
const definition = parseDefinition(
  buildDefinition({
    content: [field('c'), group('cg', field('in-c'))],
    answer: [buildStatement(), group('g', field('one'), group('inner', field('deep')))],
  }),
)

describe('the field of a problem', () => {
  it.each([
    ['suppliersCommitment.parameters.1.parameters.0.name', 'one'],
    ['suppliersCommitment.parameters.1.parameters.1.parameters.0', 'deep'],
    ['suppliersCommitment.parameters.1.parameters.1.parameters.7', 'inner'],
    ['suppliersCommitment.parameters.1.validations.1', 'g'],
    ['definition.contentConfiguration.parameters.1.parameters.0.key', 'in-c'],
    ['suppliersCommitment.0', undefined],
    ['deep-key', 'deep'],
    ['deep', 'deep'],
    ['answer.deep', 'deep'],
    ['answer.deep-key', undefined],
  ])('at %s is %s', (path, id) => {
    expect(parameterAt(definition, path)?.id).toBe(id)
  })
})

describe('the problems of a definition', () => {
  it('stand under their fields, all of one field in their order', () => {
    const wrong = parseDefinition(
      buildDefinition({
        content: [field('c')],
        answer: [
          buildStatement(),
          field('a', { key: 'met', type: 'SELECTBOX', options: [] }),
          group('g', field('in', { key: 'met' })),
        ],
      }),
    )
    const problems = problemsByParameter(wrong)
    expect([...problems].map(([id, list]) => [id, list.map(({ where }) => where)])).toEqual([
      ['a', ['suppliersCommitment.a.key', 'suppliersCommitment.parameters.1.options']],
      ['in', ['suppliersCommitment.in.key']],
    ])
    for (const { text } of [...problems.values()].flat()) expect(text).toMatch(/[a-z] [a-z]/)
  })

  it('are joined by conditions on fields that some requirements lack', () => {
    const shape = (label: string, ...answer: Parameter[]) => ({
      label,
      definition: parseDefinition(buildDefinition({ content: [], answer })),
    })
    const both = [field('a'), field('b')]
    const condition = { parameterKey: 'b-key', op: 'filled' as const, value: null }
    const visibleWhen = { join: 'all' as const, conditions: [condition] }
    const edit = {
      shapes: fieldShapes([shape('QF-1', ...both), shape('QF-2', field('a'))]),
      before: { content: [], answer: both },
      after: {
        content: [],
        answer: [field('a', { visibleWhen }), field('b')],
      },
    }
    const problems = withMissing(
      new Map([
        ['a', [{ where: 'a', text: 'First' }]],
        ['b', [{ where: 'b', text: 'Other' }]],
      ]),
      edit,
    )
    const text = 'A condition looks at “b”, which is missing in QF-2. Choose another field.'
    expect(problems.get('a')).toEqual([
      { where: 'a', text: 'First' },
      { where: 'a.conditions', text },
    ])
    expect(problems.get('b')).toEqual([{ where: 'b', text: 'Other' }])
    expect(withMissing(new Map(), edit).get('a')).toEqual([{ where: 'a.conditions', text }])
    const unchanged = { ...edit, after: edit.before }
    expect(withMissing(new Map(), unchanged).size).toBe(0)
  })
})
