import { expect, test } from 'vitest'
import type { Parameter, ParameterValue, Validation } from '../../entities/parameter.ts'
import {
  buildDefinition,
  buildParameter,
  buildRelease,
  buildStatement,
} from '../../../tests/support/project-rows.ts'
import { ALLOWED_VALIDATIONS, validateAnswer } from './parameter-validation.ts'
import { fieldProblem } from './parameter-values.ts'
import { parseDefinition } from './parameters.ts'

const releases = [buildRelease()]
const check = (answer: Parameter[], values: Record<string, ParameterValue>) =>
  validateAnswer({ definition: parseDefinition(buildDefinition({ answer })), values, releases })
const one = (changes: Partial<Parameter>, value: ParameterValue) =>
  check([buildParameter(changes)], { a: value })
const rule = (kind: Validation['kind'], value?: string | number): Partial<Parameter> => ({
  validations: [value === undefined ? { kind } : { kind, value }],
})
const number = { inputType: 'number' as const }

test('[PV1] the kinds of validation per control are those of the specification', () => {
  const plain = Object.fromEntries(
    Object.entries(ALLOWED_VALIDATIONS).map(([control, kinds]) => [
      control,
      kinds.filter((kind) => kind !== 'requiredConditionally'),
    ]),
  )
  expect(plain).toEqual({
    text: ['required', 'email', 'min', 'max', 'regex'],
    number: ['required', 'min_value', 'max_value', 'decimals'],
    textarea: ['required'],
    checkbox: ['required'],
    radio: ['required'],
    select: ['required'],
    date: ['required', 'min_date', 'max_date'],
    flag: [],
    // The specification names size and mimes, but no control that has them.
    file: ['required', 'min_value', 'max_value', 'size', 'mimes'],
  })
})

test.each([
  ['a required field is empty', rule('required'), ' ', 'validation.required', {}],
  ['an address has no domain', rule('email'), 'someone@nowhere', 'validation.email', {}],
  ['a text is too short', rule('min', 3), 'ab', 'validation.min', { length: 3 }],
  ['a text is too long', rule('max', 3), 'abcd', 'validation.max', { length: 3 }],
  ['a text does not match', rule('regex', '^\\d+$'), 'x', 'validation.regex', { regex: '^\\d+$' }],
  [
    'a text is too long to be matched',
    rule('regex', 'a{900}'),
    'x'.repeat(5_000),
    'validation.max',
    { length: 1109 },
  ],
  [
    'a number is too small',
    { ...number, ...rule('min_value', 5) },
    4.9,
    'validation.min_value',
    { min: 5 },
  ],
  [
    'a number is too large',
    { ...number, ...rule('max_value', 5) },
    5.1,
    'validation.max_value',
    { max: 5 },
  ],
  [
    'a number has too many decimals',
    { ...number, ...rule('decimals', 2) },
    1.234,
    'validation.decimals',
    { length: 2 },
  ],
  [
    'a date is too early',
    { type: 'DATE_PICKER', ...rule('min_date', '2026-01-02') },
    '2026-01-01',
    'validation.min_date',
    { date_min: '2026-01-02' },
  ],
  [
    'a date is too late',
    { type: 'DATE_PICKER', ...rule('max_date', '2026-01-02') },
    '2026-01-03',
    'validation.max_date',
    { date_max: '2026-01-02' },
  ],
  ['a number is text', number, '5', 'validation.number', {}],
  ['a text is a number', {}, 5, 'validation.text', {}],
  ['a day does not exist', { type: 'DATE_PICKER' }, '2026-02-30', 'validation.date', {}],
  ['a day is a number', { type: 'DATE_PICKER' }, 20260230, 'validation.date', {}],
  ['a tick is text', { type: 'CHECKBOX' }, 'yes', 'validation.tick', {}],
  [
    'an option is not offered',
    { type: 'SELECTBOX', options: [{ key: 'y', label: 'Y', value: '' }] },
    'n',
    'validation.option',
    {},
  ],
] as const)(
  '[PV2] where %s the answer is refused with its text',
  (_, changes, value, code, detail) => {
    expect(one(changes as Partial<Parameter>, value)).toEqual([{ field: 'a', code, detail }])
  },
)

test.each([
  ['no value', rule('email'), null],
  ['an address', rule('email'), 'a.b@c.example'],
  [
    'bounds',
    {
      validations: [
        { kind: 'min', value: 2 },
        { kind: 'max', value: 2 },
      ],
    },
    'ab',
  ],
  ['a match', rule('regex', '^a'), 'ab'],
  ['a pattern that may not run', rule('regex', '(a)\\1'), 'b'],
  ['decimals', { ...number, ...rule('decimals', 2) }, 0.07],
  ['zero', { ...number, ...rule('decimals', 0) }, 0],
  [
    'the bound itself',
    {
      ...number,
      validations: [
        { kind: 'min_value', value: 5 },
        { kind: 'max_value', value: 5 },
      ],
    },
    5,
  ],
  [
    'the day itself',
    {
      type: 'DATE_PICKER',
      validations: [
        { kind: 'min_date', value: '2026-01-02' },
        { kind: 'max_date', value: '2026-01-02' },
      ],
    },
    '2026-01-02',
  ],
  ['a text area', { type: 'TEXTAREA' }, 'long'],
  ['a kind for files', rule('size', 5), 'x'],
] as const)('[PV2] %s is accepted', (_, changes, value) => {
  expect(one(changes as Partial<Parameter>, value)).toEqual([])
})

test('[PV2] a check without a bound asks for nothing', () => {
  expect(one(rule('min'), 'x')).toEqual([])
})

test('[PV3] a plain requirement with a condition holds while the condition does', () => {
  const when = {
    join: 'any' as const,
    conditions: [{ parameterKey: 'b', op: 'filled' as const, value: null }],
  }
  const fields = [
    buildParameter({ validations: [{ kind: 'required', when }] }),
    buildParameter({ id: 'b', key: 'b' }),
  ]
  expect([check(fields, {}).length, check(fields, { b: 'x' }).length]).toEqual([0, 1])
})

test('[PV3] a field is required while its condition holds', () => {
  const when = {
    join: 'all' as const,
    conditions: [{ parameterKey: 'b', op: 'equals' as const, value: 'x' }],
  }
  const fields = [
    buildParameter({ validations: [{ kind: 'requiredConditionally', when }] }),
    buildParameter({ id: 'b', key: 'b' }),
  ]
  expect(check(fields, { b: 'x' }).map(({ code }) => code)).toEqual(['validation.required'])
  expect(check(fields, { b: 'y' })).toEqual([])
  expect(check([buildParameter({ validations: [{ kind: 'requiredConditionally' }] })], {})).toEqual(
    [],
  )
})

test('[PV4] invisible, hidden and skipped fields are not asked', () => {
  const visibleWhen = {
    join: 'all' as const,
    conditions: [{ parameterKey: 'b', op: 'filled' as const, value: null }],
  }
  const fields = [
    buildParameter({ visibleWhen, ...rule('required') }),
    buildParameter({ id: 'b', key: 'b' }),
    buildParameter({ id: 'h', key: 'h', hidden: true, ...rule('required') }),
    buildParameter({ id: 's', key: 's', skip: true, ...rule('required') }),
  ]
  expect(check(fields, {})).toEqual([])
  expect(check(fields, { b: 'x' }).map(({ field }) => field)).toEqual(['a'])
})

test.each([
  [50, null, 'validation.release', {}],
  [0, -2, 'validation.more', { target: 0 }],
  [0, 0, 'validation.more', { target: 0 }],
  [null, 0, 'validation.more', { target: 0 }],
  [50, 4, 'validation.release', {}],
  [50, 'soon', 'validation.release', {}],
  [50, -3, 'validation.release', {}],
  [50, 0.5, 'validation.release', {}],
] as const)(
  '[PV5] a statement of %s with release %s is refused with its text',
  (value, release, code, detail) => {
    expect(check([buildStatement()], { met: value, 'met.release': release })).toEqual([
      { field: 'met.release', code, detail },
    ])
  },
)

test.each([
  [100, -2],
  [0, -1],
  [null, null],
  [50, 0],
] as const)('[PV5] a statement of %s with release %s is accepted', (value, release) => {
  expect(check([buildStatement()], { met: value, 'met.release': release })).toEqual([])
})

test('[PV5] a statement that asks for no release needs none', () => {
  for (const validations of [[], undefined])
    expect(check([buildStatement({ validations })], { met: 80 })).toEqual([])
})

test('[PV6] a statement lies between 0 and 100', () => {
  expect(check([buildStatement()], { met: -1, 'met.release': -1 })).toEqual([
    { field: 'met', code: 'validation.min_value', detail: { min: 0 } },
  ])
  expect(check([buildStatement()], { met: 101, 'met.release': -1 })).toEqual([
    { field: 'met', code: 'validation.max_value', detail: { max: 100 } },
  ])
})

test('[PV7] a draft may hold any value of the right type; a release is a whole number from -2 on', () => {
  const parameter = buildStatement()
  expect(fieldProblem({ key: 'met', parameter, part: 'value' }, 400)).toBeNull()
  expect(fieldProblem({ key: 'met', parameter, part: 'value' }, '')).toBeNull()
  expect(
    [null, -2, 7].map((value) =>
      fieldProblem({ key: 'met.release', parameter, part: 'release' }, value),
    ),
  ).toEqual([null, null, null])
  expect(
    [-3, 0.5, 'x'].map((value) =>
      fieldProblem({ key: 'met.release', parameter, part: 'release' }, value),
    ),
  ).toEqual(Array(3).fill('validation.number'))
})

test('[PV8] an unticked box is no value of a required check box, and the answer 0 of a statement', () => {
  const box = { type: 'CHECKBOX', ...rule('required') } as const
  expect(one(box, false)).toMatchObject([{ field: 'a', code: 'validation.required' }])
  expect(one(box, null)).toMatchObject([{ field: 'a', code: 'validation.required' }])
  expect(one(box, true)).toEqual([])
  expect(one({ ...box, isStatement: true }, false)).toEqual([])
  expect(one({ type: 'CHECKBOX' }, false)).toEqual([])
})
