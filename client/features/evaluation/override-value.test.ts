import { beforeAll, describe, expect, it } from 'vitest'
import { startLocale } from '#client/locales/start-locale.ts'
import { buildParameter, buildStatement } from '../../../tests/support/project-rows.ts'
import { typedOf, typedProblem, typedValue, valueText } from './override-value.ts'

beforeAll(() => startLocale('en'))

const number = buildParameter({ inputType: 'number' })
const text = buildParameter()
const box = buildParameter({ type: 'CHECKBOX' } as never)
const choice = buildParameter({
  type: 'SELECTBOX',
  options: [
    { key: 'full', label: 'Fully met', value: 100 },
    { key: 'half', label: 'Half', value: 50 },
  ],
} as never)
const statement = buildStatement()
const chosenStatement = { ...choice, isStatement: true }

describe('what the form of an override begins with', () => {
  it('is the stored value, and empty without one', () => {
    expect([typedOf(number, 7), typedOf(text, 'as is'), typedOf(choice, 'half')]).toEqual([
      7,
      'as is',
      'half',
    ])
    expect([typedOf(number, null), typedOf(text, null), typedOf(statement, null)]).toEqual([
      '',
      '',
      '',
    ])
  })

  it('is a word for a box, and a percentage for a statement', () => {
    expect([typedOf(box, true), typedOf(box, false)]).toEqual(['true', 'false'])
    expect([typedOf(statement, 0), typedOf(chosenStatement, 'half')]).toEqual([0, 50])
  })
})

describe('what the form stores', () => {
  it('is a number where the field has one, and the text or key elsewhere', () => {
    expect([
      typedValue(number, '7'),
      typedValue(text, '7'),
      typedValue(choice, 'half'),
      typedValue(statement, '50'),
      typedValue(chosenStatement, 25),
    ]).toEqual([7, '7', 'half', 50, 25])
  })

  it('is yes or no for a box, and nothing for an empty field', () => {
    expect([typedValue(box, 'true'), typedValue(box, 'false')]).toEqual([true, false])
    expect([typedValue(box, ''), typedValue(statement, ''), typedValue(text, '')]).toEqual([
      null,
      null,
      null,
    ])
  })
})

describe('why a value cannot be stored', () => {
  it('a statement takes 0 to 100', () => {
    expect([typedProblem(statement, 0), typedProblem(statement, 100)]).toEqual([null, null])
    for (const wrong of [-1, 101, ''])
      expect(typedProblem(statement, wrong), String(wrong)).toBe('Enter a value from 0 to 100')
  })

  it('another field takes a value of its kind', () => {
    expect([typedProblem(number, 7), typedProblem(choice, 'half')]).toEqual([null, null])
    expect(typedProblem(text, '')).toMatch(/required/i)
    expect(typedProblem(choice, 'none of them')).not.toBeNull()
  })
})

describe('how the evidence shows a value', () => {
  it('a statement is a percentage, whether a number or a choice', () => {
    expect([
      valueText(statement, 50),
      valueText(chosenStatement, 'half'),
      valueText(chosenStatement, 25),
    ]).toEqual(['50 %', '50 %', '25 %'])
  })

  it('a box says yes or no, a choice its label, and nothing is nothing', () => {
    expect([valueText(box, true), valueText(box, false)]).toEqual(['yes', 'no'])
    expect([valueText(choice, 'half'), valueText(text, 'as is')]).toEqual(['Half', 'as is'])
    expect([valueText(text, null), valueText(text, undefined)]).toEqual([null, null])
  })
})
