import { expect, it } from 'vitest'
import type { Parameter } from '../../entities/parameter.ts'
import { buildParameter } from '../../../tests/support/project-rows.ts'
import { addChoices, noChoices, offered } from './choices.ts'

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

it('a column with a free text, an option with a comma or too many options offers nothing', () => {
  expect(offers(select('High'), buildParameter({ type: 'INPUT' }))).toEqual([])
  expect(offers(select('High', 'Low, later'))).toEqual([])
  expect(offers(select(...Array.from({ length: 60 }, (_, at) => `Option ${at}`)))).toEqual([])
})
