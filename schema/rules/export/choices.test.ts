import { expect, it } from 'vitest'
import type { Parameter } from '../../entities/parameter.ts'
import { buildParameter } from '../../../tests/support/project-rows.ts'
import { addChoices, MOST_OFFERED, noChoices, offered } from './choices.ts'

const select = (...labels: string[]): Parameter =>
  buildParameter({
    type: 'SELECTBOX',
    options: labels.map((label) => ({ key: label, label, value: label })),
  })
const offers = (...parameters: Parameter[]): string[] => {
  const choices = noChoices()
  for (const parameter of parameters) addChoices(choices, parameter)
  return offered(choices)
}

it('a column offers the options of all its fields, each once', () => {
  expect(offers(select('High', 'Low'), select('Low', 'None'))).toEqual(['High', 'Low', 'None'])
  expect(offers(buildParameter({ type: 'CHECKBOX' }))).toEqual(['Yes', 'No'])
})

it('a column with a free text or too many options offers nothing', () => {
  const many = Array.from({ length: MOST_OFFERED }, (_, at) => `Option ${at}`)
  expect(offers(select('High'), buildParameter({ type: 'INPUT' }))).toEqual([])
  expect(offers(select(...many))).toEqual(many)
  expect(offers(select(...many), select('One more'))).toEqual([])
})

it('an option that is empty or repeated is offered once or not at all', () => {
  expect(offers(select('Low, later', '', ' ', ' Low, later ', '=1+1'))).toEqual([
    'Low, later',
    '=1+1',
  ])
})
