import { expect, it } from 'vitest'
import { buildDefinition, buildStatement } from '../../../tests/support/project-rows.ts'
import type { Parameter } from '../../entities/parameter.ts'
import { completenessOf } from './completeness.ts'
import { readStatements } from '../evaluation/evaluation-rows.ts'

const one = buildStatement({ id: 'one', key: 'one' })
const two = buildStatement({
  id: 'two',
  key: 'two',
  visibleWhen: { join: 'all', conditions: [{ parameterKey: 'one', op: 'equals', value: 50 }] },
})
const of = (...answer: Parameter[]) => readStatements(buildDefinition({ answer }))

it('[EV37] an answer is complete at 100 in each statement that the vendor sees', () => {
  const both = of(one, two)
  expect(completenessOf(both, undefined)).toBe('unanswered')
  expect(completenessOf(both, { values: { one: null, two: '' } })).toBe('unanswered')
  expect(completenessOf(both, { values: { one: 100 } })).toBe('complete')
  expect(completenessOf(both, { values: { one: 50, two: 100 } })).toBe('partial')
  expect(completenessOf(both, { values: { one: 50 } })).toBe('partial')
  expect(completenessOf(both, { values: { one: 0 } })).toBe('zero')
  expect(completenessOf(of(), { values: { note: 'text' } })).toBe('complete')
})
