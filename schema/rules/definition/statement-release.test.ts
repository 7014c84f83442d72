import { describe, expect, test } from 'vitest'
import type { Parameter, ParameterValue } from '../../entities/parameter.ts'
import {
  buildDefinition,
  buildRelease,
  buildStatement,
} from '../../../tests/support/project-rows.ts'
import { messageText } from '../../tables/messages.ts'
import { validateAnswer } from './parameter-validation.ts'
import { parseDefinition } from './parameters.ts'
import { releaseChoice } from './statement-release.ts'

const releases = [buildRelease(), buildRelease({ id: 'rel3', version: '2.0', number: 3 })]
const required: Parameter['validations'] = [{ kind: 'required' }, { kind: 'statement_release' }]
const options = [
  { key: 'no', label: 'No', value: 0 },
  { key: 'part', label: 'Partly', value: '50' },
  { key: 'yes', label: 'Yes', value: 100 },
]
const CONTROLS = {
  number: {
    statement: buildStatement({ validations: required }),
    empty: null,
    zero: 0,
    part: 1,
    full: 100,
  },
  select: {
    statement: buildStatement({ type: 'SELECTBOX', options, validations: required }),
    empty: null,
    zero: 'no',
    part: 'part',
    full: 'yes',
  },
  radio: {
    statement: buildStatement({ type: 'RADIO', options, validations: required }),
    empty: null,
    zero: 'no',
    part: 'part',
    full: 'yes',
  },
  // A check box counts 100 or 0, nothing between.
  checkbox: {
    statement: buildStatement({ type: 'CHECKBOX', validations: required }),
    empty: null,
    zero: false,
    part: true,
    full: true,
  },
} as const

const MUST_CHOOSE = 'Release must be selected'
const MUST_BE_MORE = 'Value must be more than 0'
/** The message beside the release, by release and value; null = the pair is valid. */
const TABLE = [
  [
    'not chosen',
    null,
    { empty: MUST_CHOOSE, zero: MUST_CHOOSE, part: MUST_CHOOSE, full: MUST_CHOOSE },
  ],
  ['available now', -2, { empty: null, zero: MUST_BE_MORE, part: null, full: null }],
  ['not planned', -1, { empty: null, zero: null, part: null, full: null }],
  [
    'the release numbered 0',
    0,
    { empty: MUST_BE_MORE, zero: MUST_BE_MORE, part: null, full: null },
  ],
  ['a later release', 3, { empty: MUST_BE_MORE, zero: MUST_BE_MORE, part: null, full: null }],
  [
    'a release that is gone',
    7,
    { empty: MUST_CHOOSE, zero: MUST_CHOOSE, part: MUST_CHOOSE, full: MUST_CHOOSE },
  ],
  [
    'a number below those of the table',
    -3,
    { empty: MUST_CHOOSE, zero: MUST_CHOOSE, part: MUST_CHOOSE, full: MUST_CHOOSE },
  ],
  [
    'half a release',
    0.5,
    { empty: MUST_CHOOSE, zero: MUST_CHOOSE, part: MUST_CHOOSE, full: MUST_CHOOSE },
  ],
] as const

const messageOf = (
  statement: Parameter,
  value: ParameterValue,
  release: ParameterValue,
): string | null => {
  const definition = parseDefinition(buildDefinition({ answer: [statement] }))
  const values = { met: value, 'met.release': release }
  const problem = validateAnswer({ definition, values, releases }).find(
    ({ field }) => field === 'met.release',
  )
  return problem === undefined ? null : messageText(problem.code, problem.detail)
}

describe.each(Object.entries(CONTROLS))('a statement as %s', (_, control) => {
  describe.each(TABLE)('%s (%s)', (_name, release, row) => {
    test.each(Object.entries(row))('[SM6] with the value %s says %s', (value, message) => {
      expect(messageOf(control.statement, control[value as keyof typeof row], release)).toBe(
        message,
      )
    })
  })
})

test('[SM7] an optional statement without a value needs no release, and a statement without the rule never does', () => {
  const optional = buildStatement()
  expect(messageOf(optional, null, null)).toBeNull()
  expect(messageOf(optional, 0, null)).toBe(MUST_CHOOSE)
  expect(messageOf(buildStatement({ validations: [] }), 50, null)).toBeNull()
})

test('[SM7] a release is checked even if none was required', () => {
  expect(messageOf(buildStatement({ validations: [] }), 0, -2)).toBe(MUST_BE_MORE)
})

test('[ST8] a release field says one of five things', () => {
  expect(
    [null, -2, -1, 0, 3, 7, -3, 'soon', true].map((release) => releaseChoice(release, releases)),
  ).toEqual([
    'notChosen',
    'availableNow',
    'notPlanned',
    'planned',
    'planned',
    'unknown',
    'unknown',
    'unknown',
    'unknown',
  ])
})
