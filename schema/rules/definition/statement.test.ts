import { expect, test } from 'vitest'
import { buildStatement } from '../../../tests/support/project-rows.ts'
import { isStatementComplete, statementPercent } from './statement.ts'

const choice = buildStatement({
  type: 'SELECTBOX',
  options: [
    { key: 'yes', label: 'Yes', value: '100' },
    { key: 'part', label: 'Partly', value: 50 },
    { key: 'blank', label: '-', value: '' },
    { key: 'space', label: ' ', value: ' ' },
  ],
})

test('[SM1] a number counts as itself, within 0 and 100', () => {
  expect([0, 40.5, 100, 120, -3].map((value) => statementPercent(buildStatement(), value))).toEqual(
    [0, 40.5, 100, 100, 0],
  )
  expect(statementPercent(buildStatement(), Number.NaN)).toBeNull()
})

test('[SM2] a check box counts 100 or 0', () => {
  expect(
    [true, false].map((value) => statementPercent(buildStatement({ type: 'CHECKBOX' }), value)),
  ).toEqual([100, 0])
})

test('[SM3] an option counts its numeric value, one without a number and one that is not there nothing', () => {
  expect(
    ['yes', 'part', 'blank', 'space', 'gone'].map((value) => statementPercent(choice, value)),
  ).toEqual([100, 50, null, null, null])
})

test('[SM4] no answer differs from the answer 0', () => {
  expect(statementPercent(buildStatement(), null)).toBeNull()
  expect(statementPercent(buildStatement(), undefined)).toBeNull()
})

test('[SM5] a statement is complete only at 100', () => {
  expect([100, 99.99, 0, null].map(isStatementComplete)).toEqual([true, false, false, false])
})
