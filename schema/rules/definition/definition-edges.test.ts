import { expect, test } from 'vitest'
import {
  buildDefinition,
  buildParameter,
  buildStatement,
} from '../../../tests/support/project-rows.ts'
import type { Parameter, Validation } from '../../entities/parameter.ts'
import { validateDefinition } from './definition-validation.ts'
import { parseDefinition } from './parameters.ts'

const at = 'suppliersCommitment.parameters.0'
const problemsOf = (...answer: Parameter[]) =>
  validateDefinition(parseDefinition(buildDefinition({ content: [], answer }))).map(
    ({ path, code }) => [path, code],
  )
const options = [
  { key: 'y', label: 'Yes', value: 100 },
  { key: 'n', label: 'No', value: 0 },
]

test.each<[string, Partial<Parameter>]>([
  ['a text input', { inputType: 'text' }],
  ['a number input', { inputType: 'number', value: 4 }],
  ['a field for files', { inputType: 'file' }],
  ['a text area', { type: 'TEXTAREA' }],
  ['a select box', { type: 'SELECTBOX', options, value: 'y' }],
  ['radio buttons', { type: 'RADIO', options, value: 'n' }],
  ['a check box', { type: 'CHECKBOX', value: true }],
  ['a date picker', { type: 'DATE_PICKER', value: '2026-01-31' }],
  ['a flag', { type: 'FLAG', value: false }],
])('[DV1] %s can be saved, alone and in a group', (_, changes) => {
  const field = buildParameter(changes)
  expect(problemsOf(field)).toEqual([])
  expect(
    problemsOf(buildParameter({ id: 'g', key: 'g', isGroup: true, parameters: [field] })),
  ).toEqual([])
})

test('[DV2] ids and keys are unique across the groups of one half', () => {
  const inGroup = (group: string, changes: Partial<Parameter>) =>
    buildParameter({ id: group, key: group, isGroup: true, parameters: [buildParameter(changes)] })
  for (const twin of [{ key: 'other' }, { id: 'other' }])
    expect(problemsOf(inGroup('g', {}), inGroup('h', twin)).map(([, code]) => code)).toEqual([
      'validation.unique',
    ])
  expect(problemsOf(inGroup('g', {}), inGroup('h', { id: 'b', key: 'b' }))).toEqual([])
})

const number = { inputType: 'number' } as const
const day = { type: 'DATE_PICKER' } as const

test.each<[Validation['kind'], Partial<Parameter>, string | number, string]>([
  ['min', {}, -1, 'validation.number'],
  ['min', {}, 0.5, 'validation.number'],
  ['max', {}, -1, 'validation.number'],
  ['max', {}, 'many', 'validation.number'],
  ['decimals', number, 1.5, 'validation.number'],
  ['min_value', number, '', 'validation.number'],
  ['max_value', number, 'x', 'validation.number'],
  ['min_date', day, '2026-02-30', 'validation.date'],
  ['min_date', day, 20260228, 'validation.date'],
  ['max_date', day, 'soon', 'validation.date'],
  ['regex', {}, '(', 'validation.pattern'],
])('[DV5] %s of %o does not take the bound %s', (kind, changes, value, code) => {
  const own = problemsOf(buildParameter({ ...changes, validations: [{ kind, value }] }))
  expect(own).toEqual([[`${at}.validations.0.value`, code]])
})

test.each<[string, Partial<Parameter>, boolean]>([
  ['a number', { inputType: 'number' }, true],
  ['an input of no kind', {}, true],
  ['a select box', { type: 'SELECTBOX', options }, true],
  ['radio buttons', { type: 'RADIO', options }, true],
  ['a check box', { type: 'CHECKBOX' }, true],
  ['a text area', { type: 'TEXTAREA' }, false],
  ['a date picker', { type: 'DATE_PICKER' }, false],
  ['a flag', { type: 'FLAG' }, false],
  ['a field for files', { inputType: 'file' }, false],
])('[DV7] %s as a statement: allowed is %s', (_, changes, isAllowed) => {
  const statement = buildStatement({ inputType: undefined, validations: [], ...changes })
  expect(problemsOf(statement)).toEqual(
    isAllowed ? [] : [[`${at}.isStatement`, 'validation.statement']],
  )
})

test.each<[string, Partial<Parameter>, string]>([
  ['a day', { type: 'DATE_PICKER', value: '2026-02-30' }, 'validation.date'],
  ['an option', { type: 'SELECTBOX', options, value: 'gone' }, 'validation.option'],
  ['a choice', { type: 'RADIO', options, value: 'Yes' }, 'validation.option'],
  ['a tick', { type: 'CHECKBOX', value: 'yes' }, 'validation.tick'],
  ['a flag', { type: 'FLAG', value: 1 }, 'validation.tick'],
  ['files', { inputType: 'file', value: 'see the appendix' }, 'validation.files'],
])('[DV8] a value that is not %s is refused', (_, changes, code) => {
  expect(problemsOf(buildParameter(changes))).toEqual([[`${at}.value`, code]])
})

test('[DV8] a text field holds any value, as no program reads it', () => {
  for (const type of ['INPUT', 'TEXTAREA'] as const)
    for (const value of ['text', 5, true])
      expect(problemsOf(buildParameter({ type, value }))).toEqual([])
})

test.each<[Partial<Parameter>, Validation['kind'], Validation['kind'], string | number]>([
  [number, 'min_value', 'max_value', -2],
  [day, 'min_date', 'max_date', '2026-01-02'],
  [{}, 'min', 'max', 3],
])('[DV10] in %o equal bounds %s and %s are accepted', (changes, lower, upper, value) => {
  const validations = [lower, upper].map((kind) => ({ kind, value }))
  expect(problemsOf(buildParameter({ ...changes, validations }))).toEqual([])
})
