import { expect, test } from 'vitest'
import { type Parameter, type Validation, VALIDATION_KINDS } from '../../entities/parameter.ts'
import {
  buildDefinition,
  buildParameter,
  buildStatement,
} from '../../../tests/support/project-rows.ts'
import { PARAMETER_LIMIT, validateDefinition } from './definition-validation.ts'
import { isVisible } from './conditions.ts'
import { parseDefinition } from './parameters.ts'

const check = (answer: Parameter[], content: Parameter[] = []) =>
  validateDefinition(parseDefinition(buildDefinition({ content, answer })))
const codes = (...answer: Parameter[]) => check(answer).map(({ path, code }) => [path, code])
const at = 'suppliersCommitment.parameters.0'

test('[DV1] a definition of every kind of field may be saved', () => {
  const options = [
    { key: 'y', label: 'Yes', value: 100 },
    { key: 'n', label: 'No', value: '0' },
  ]
  expect(
    check([
      buildStatement(),
      buildParameter({ id: 'b', key: 'b', type: 'TEXTAREA', validations: [{ kind: 'required' }] }),
      buildParameter({
        id: 'c',
        key: 'c',
        type: 'SELECTBOX',
        isStatement: true,
        options,
        value: 'y',
        validations: [{ kind: 'statement_release' }],
      }),
      buildParameter({
        id: 'd',
        key: 'd',
        type: 'DATE_PICKER',
        validations: [{ kind: 'min_date', value: '2026-01-01' }],
      }),
      buildParameter({
        id: 'e',
        key: 'e',
        isGroup: true,
        layout: { internal: { offset: 6, width: 6 } },
        parameters: [buildParameter({ id: 'f', key: 'f', type: 'FLAG' })],
      }),
      buildParameter({
        id: 'r',
        key: 'r',
        validations: [
          { kind: 'regex', value: '^[A-Z]+$' },
          { kind: 'max', value: '10' },
        ],
      }),
    ]),
  ).toEqual([])
})

test('[DV2] ids and keys are unique in their half of the definition', () => {
  expect(codes(buildParameter(), buildParameter({ id: 'b' })).map(([, code]) => code)).toEqual([
    'validation.unique',
  ])
  expect(codes(buildParameter(), buildParameter({ key: 'b' })).map(([, code]) => code)).toEqual([
    'validation.unique',
  ])
  expect(check([buildParameter()], [buildParameter()])).toEqual([])
})

test('[DV3] offset and width fit the grid of 12', () => {
  expect(codes(buildParameter({ layout: { internal: { offset: 6, width: 7 } } }))).toEqual([
    [`${at}.layout`, 'validation.grid'],
  ])
  const inner = buildParameter({
    id: 'in',
    key: 'in',
    layout: { internal: { offset: 11, width: 2 } },
  })
  const group = buildParameter({
    isGroup: true,
    layout: { internal: { offset: 0, width: 12 } },
    parameters: [buildParameter({ id: 'g', key: 'g', isGroup: true, parameters: [inner] })],
  })
  expect(codes(group)).toEqual([[`${at}.parameters.0.parameters.0.layout`, 'validation.grid']])
})

test('[DV4] a field has only the validations of its control', () => {
  expect(codes(buildParameter({ type: 'FLAG', validations: [{ kind: 'required' }] }))).toEqual([
    [`${at}.validations.0`, 'validation.kind'],
  ])
  expect(codes(buildParameter({ validations: [{ kind: 'statement_release' }] }))).toEqual([
    [`${at}.validations.0`, 'validation.kind'],
  ])
})

/**
 * The validations of each control in the words of the specification; every control that can be
 * required can be required conditionally.
 */
const REQUIRED: readonly Validation['kind'][] = ['required', 'requiredConditionally']
const CONTROLS: [string, Partial<Parameter>, readonly Validation['kind'][]][] = [
  ['a text input', { inputType: 'text' }, [...REQUIRED, 'email', 'min', 'max', 'regex']],
  ['an input of no kind', { inputType: undefined }, [...REQUIRED, 'email', 'min', 'max', 'regex']],
  ['a number input', { inputType: 'number' }, [...REQUIRED, 'min_value', 'max_value', 'decimals']],
  ['a text area', { type: 'TEXTAREA' }, REQUIRED],
  ['a check box', { type: 'CHECKBOX' }, REQUIRED],
  ['radio buttons', { type: 'RADIO', options: [{ key: 'y', label: 'Y', value: 1 }] }, REQUIRED],
  ['a select box', { type: 'SELECTBOX', options: [{ key: 'y', label: 'Y', value: 1 }] }, REQUIRED],
  ['a date picker', { type: 'DATE_PICKER' }, [...REQUIRED, 'min_date', 'max_date']],
  ['a flag', { type: 'FLAG' }, []],
  [
    'a field for files',
    { inputType: 'file' },
    [...REQUIRED, 'min_value', 'max_value', 'size', 'mimes'],
  ],
  [
    'a statement',
    { inputType: 'number', isStatement: true },
    [...REQUIRED, 'min_value', 'max_value', 'decimals', 'statement_release'],
  ],
  [
    'a statement typed as text',
    { isStatement: true },
    [...REQUIRED, 'min_value', 'max_value', 'decimals', 'statement_release'],
  ],
  [
    'a statement of a check box',
    { type: 'CHECKBOX', isStatement: true },
    [...REQUIRED, 'statement_release'],
  ],
]
const BOUND: { [K in Validation['kind']]?: string | number } = {
  min: 1,
  max: 2,
  min_value: 1,
  max_value: 2,
  decimals: 1,
  min_date: '2026-01-01',
  max_date: '2026-01-02',
  regex: '^a',
  size: 5,
  mimes: 'image/png',
}
test.each(
  CONTROLS.flatMap(([name, changes, allowed]) =>
    VALIDATION_KINDS.map((kind) => [name, kind, allowed.includes(kind), changes] as const),
  ),
)('[DV4] %s with the validation %s: allowed is %s', (_, kind, isAllowed, changes) => {
  const validation = { kind, value: BOUND[kind], when: { join: 'all' as const, conditions: [] } }
  const expected = isAllowed
    ? []
    : [{ path: `${at}.validations.0`, code: 'validation.kind', detail: { kind } }]
  expect(check([buildParameter({ ...changes, validations: [validation] })])).toEqual(expected)
})

test('[DV10] an upper bound is not below the lower one', () => {
  const both = (changes: Partial<Parameter>, ...validations: Validation[]) =>
    check([buildParameter({ ...changes, validations })]).map(({ path, code, detail }) => [
      path.slice(at.length),
      code,
      detail,
    ])
  expect(both({}, { kind: 'min', value: 5 }, { kind: 'max', value: 4 })).toEqual([
    ['.validations.1.value', 'validation.min_value', { min: 5 }],
  ])
  expect(
    both(
      { inputType: 'number' },
      { kind: 'max_value', value: -1 },
      { kind: 'min_value', value: 0 },
    ),
  ).toEqual([['.validations.0.value', 'validation.min_value', { min: 0 }]])
  expect(
    both(
      { type: 'DATE_PICKER' },
      { kind: 'min_date', value: '2026-01-02' },
      { kind: 'max_date', value: '2026-01-01' },
    ),
  ).toEqual([['.validations.1.value', 'validation.min_date', { date_min: '2026-01-02' }]])
  expect(both({}, { kind: 'min', value: 5 }, { kind: 'max', value: 5 })).toEqual([])
})

test('[DV11] a requirement has a bounded number of fields, and conditions in a chain of all of them are judged', () => {
  const chain = (length: number) =>
    Array.from({ length }, (_, i) =>
      buildParameter({
        id: `f${i}`,
        key: `f${i}`,
        ...(i + 1 < length
          ? {
              visibleWhen: {
                join: 'all' as const,
                conditions: [{ parameterKey: `f${i + 1}`, op: 'filled' as const, value: null }],
              },
            }
          : {}),
      }),
    )
  const longest = chain(PARAMETER_LIMIT)
  expect(check(longest)).toEqual([])
  const values = Object.fromEntries(longest.map(({ id }) => [id, 'x']))
  expect(longest[0] !== undefined && isVisible(longest[0], longest, values)).toBe(true)
  expect(check(chain(PARAMETER_LIMIT + 1)).map(({ code, detail }) => [code, detail])).toEqual([
    ['TOO_LARGE', { limit: '500 fields' }],
  ])
})

test('[DV12] a conditionally required field names its condition', () => {
  expect(codes(buildParameter({ validations: [{ kind: 'requiredConditionally' }] }))).toEqual([
    [`${at}.validations.0.when`, 'validation.required'],
  ])
})

test.each<[Partial<Parameter>, string | null]>([
  [{ validations: [{ kind: 'min' }] }, 'validation.number'],
  [{ validations: [{ kind: 'max', value: '' }] }, 'validation.number'],
  [{ validations: [{ kind: 'regex', value: '(a)\\1' }] }, 'validation.pattern'],
  [{ validations: [{ kind: 'regex' }] }, null],
  [{ inputType: 'number', validations: [{ kind: 'min_value', value: 'x' }] }, 'validation.number'],
  [{ inputType: 'number', validations: [{ kind: 'min_value', value: '-0.5' }] }, null],
  [{ inputType: 'number', validations: [{ kind: 'decimals', value: -1 }] }, 'validation.number'],
  [{ validations: [{ kind: 'max', value: '1.5' }] }, 'validation.number'],
  [
    { type: 'DATE_PICKER', validations: [{ kind: 'max_date', value: '2026-13-01' }] },
    'validation.date',
  ],
])('[DV5] the bound of %o is judged %s', (changes, code) => {
  expect(codes(buildParameter(changes))).toEqual(
    code === null ? [] : [[`${at}.validations.0.value`, code]],
  )
})

test('[DV6] a choice has options with keys of their own, and a statement of them has numbers from 0 to 100', () => {
  expect(codes(buildParameter({ type: 'RADIO' }))).toEqual([
    [`${at}.options`, 'validation.required'],
  ])
  const options = [
    { key: 'y', label: 'Y', value: 'high' },
    { key: 'y', label: 'Z', value: 100 },
    { key: 'z', label: 'Z', value: 101 },
  ]
  expect(codes(buildParameter({ type: 'RADIO', options })).map(([path]) => path)).toEqual([
    `${at}.options.1.key`,
  ])
  expect(
    codes(buildParameter({ type: 'RADIO', isStatement: true, options })).map(([, code]) => code),
  ).toEqual(['validation.percent', 'validation.unique', 'validation.percent'])
})

test('[DV7] only a number, a choice or a check box can be a statement', () => {
  expect(codes(buildParameter({ type: 'TEXTAREA', isStatement: true }))).toEqual([
    [`${at}.isStatement`, 'validation.statement'],
  ])
})

test('[DV8] a value inside the definition has the type of its field', () => {
  expect(codes(buildParameter({ inputType: 'number', value: 'many' }))).toEqual([
    [`${at}.value`, 'validation.number'],
  ])
  expect(codes(buildParameter({ value: 5 }))).toEqual([])
})

test('[DV9] conditions name existing fields and have no cycle', () => {
  const visibleWhen = (parameterKey: string) => ({
    join: 'all' as const,
    conditions: [{ parameterKey, op: 'filled' as const, value: null }],
  })
  expect(check([buildParameter({ visibleWhen: visibleWhen('gone') })])).toEqual([
    { path: 'a.conditions', code: 'validation.condition', detail: { key: 'gone' } },
  ])
  expect(
    check(
      [buildParameter({ visibleWhen: visibleWhen('text') })],
      [buildParameter({ id: 't', key: 'text' })],
    ),
  ).toEqual([])
  const circle = [
    buildParameter({ visibleWhen: visibleWhen('b') }),
    buildParameter({ id: 'b', key: 'b', name: 'Level', visibleWhen: visibleWhen('a') }),
  ]
  expect(check(circle)).toEqual([
    { path: 'a', code: 'PARAMETER_CYCLE', detail: { path: 'A → Level → A' } },
  ])
  const required = (parameterKey: string): Validation[] => [
    { kind: 'requiredConditionally', when: { ...visibleWhen(parameterKey), join: 'any' } },
  ]
  const mixed = [
    buildParameter({ visibleWhen: visibleWhen('b') }),
    buildParameter({ id: 'b', key: 'b', name: 'Level', validations: required('a') }),
  ]
  expect(check(mixed)).toEqual([
    { path: 'a', code: 'PARAMETER_CYCLE', detail: { path: 'A → Level → A' } },
  ])
})
