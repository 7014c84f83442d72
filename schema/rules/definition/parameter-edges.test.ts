import { expect, test } from 'vitest'
import { buildParameter, buildStatement } from '../../../tests/support/project-rows.ts'
import type { Parameter, ParameterValue } from '../../entities/parameter.ts'
import { evaluateConditions, findConditionCycle, isVisible } from './conditions.ts'
import { validateDefinition } from './definition-validation.ts'
import { FIELD_RULES } from './field-rules.ts'
import { MatchEffort } from './match-effort.ts'
import { parameterProblem, releaseProblem, validateAnswer } from './parameter-validation.ts'
import { fieldProblem, isDay } from './parameter-values.ts'
import { statementPercent } from './statement.ts'

const field = (id: string, changes: Partial<Parameter> = {}): Parameter =>
  buildParameter({ id, key: id, name: id, ...changes })
const on = (...keys: string[]): Partial<Parameter> => ({
  visibleWhen: {
    join: 'all',
    conditions: keys.map((parameterKey) => ({ parameterKey, op: 'filled', value: null })),
  },
})
const nothing = (): ParameterValue => null

test('[CD1] a blank contains nothing, not even a blank', () => {
  const holds = (value: ParameterValue, asked: ParameterValue) =>
    evaluateConditions(
      { join: 'all', conditions: [{ parameterKey: 'a', op: 'contains', value: asked }] },
      () => value,
    )
  expect([
    holds(null, ''),
    holds('', null),
    holds('  ', ' '),
    holds('Mail', 'AI'),
    holds('Mail', 'x'),
    holds('Mail', null),
  ]).toEqual([false, false, false, true, false, true])
})

test('[CD3] of two fields with one id each is asked by itself, and one that is not there goes by its own conditions', () => {
  const [shown, hidden] = [field('a'), field('a', on('gone'))]
  expect([isVisible(shown, [shown, hidden], {}), isVisible(hidden, [shown, hidden], {})]).toEqual([
    true,
    false,
  ])
  expect([isVisible(field('x'), [], {}), isVisible(field('x', on('gone')), [], {})]).toEqual([
    true,
    false,
  ])
})

test('[CD7] the path of a cycle names only the cycle, not the way to it', () => {
  expect(
    findConditionCycle([field('lead', on('a')), field('a', on('b')), field('b', on('a'))]),
  ).toEqual(['a', 'b', 'a'])
})

test('[PV7] a day is a whole text of a real day', () => {
  expect(['2026-02-28', '2028-02-29'].map(isDay)).toEqual([true, true])
  expect(
    [
      '2026-02-29',
      '2026-2-8',
      '02026-02-28',
      '2026-02-28T00:00',
      ' 2026-02-28',
      '+002026-02-28',
      '',
      'x2026-02-28',
      20260228,
      null,
      true,
      ['2026-02-28'],
    ].map(isDay),
  ).toEqual(Array.from({ length: 12 }, () => false))
})

test('[PV7] a release is a whole number from -2 on, or nothing', () => {
  const release = { key: 'met.release', parameter: buildStatement(), part: 'release' as const }
  expect([null, -2, 0, 7].map((value) => fieldProblem(release, value))).toEqual([
    null,
    null,
    null,
    null,
  ])
  expect([-3, 0.5, '0', true, ''].map((value) => fieldProblem(release, value))).toEqual(
    Array.from({ length: 5 }, () => 'validation.number'),
  )
})

test('[DV6] the options of a statement are numbers from 0 to 100', () => {
  const codes = (value: string | number) =>
    validateDefinition({
      contentConfiguration: { parameters: [] },
      suppliersCommitment: {
        parameters: [
          buildStatement({
            type: 'RADIO',
            validations: [],
            options: [{ key: 'a', label: 'A', value }],
          }),
        ],
      },
    }).map(({ code }) => code)
  expect([0, 100, '0', '100', 33.3].map(codes)).toEqual([[], [], [], [], []])
  expect([-1, '-1', 101, '101', '', 'much'].map(codes)).toEqual(
    Array.from({ length: 6 }, () => ['validation.percent']),
  )
})

test('[PV2] decimals are counted as the number is written shortest', () => {
  const fits = (value: number, places: number) => FIELD_RULES.decimals(value, places) === null
  expect([
    fits(5, 0),
    fits(12, 0),
    fits(-12.5, 1),
    fits(0.07, 2),
    fits(1e-7, 7),
    fits(1.5e-10, 11),
    fits(1e21, 0),
    fits(-1.25e21, 0),
    fits(123.456, 3),
  ]).toEqual(Array.from({ length: 9 }, () => true))
  expect([
    fits(12.5, 0),
    fits(-12.55, 1),
    fits(0.07, 1),
    fits(1e-7, 6),
    fits(1.5e-10, 10),
    fits(1e-10, 9),
    fits(123.456, 2),
  ]).toEqual(Array.from({ length: 7 }, () => false))
})

test('[PV5] only the validation statement_release asks for a release, and only a statement has one', () => {
  const ask = (kinds: Parameter['validations']) =>
    releaseProblem(
      buildStatement({ validations: kinds }),
      { met: 50 },
      { releases: [], lookup: nothing },
    )?.code ?? null
  expect([
    ask([{ kind: 'statement_release' }]),
    ask([{ kind: 'required' }]),
    ask([]),
    ask(undefined),
  ]).toEqual(['validation.release', null, null, null])
  const plain = field('note', { validations: [{ kind: 'statement_release' }] })
  const definition = {
    contentConfiguration: { parameters: [] },
    suppliersCommitment: { parameters: [plain] },
  }
  expect(validateAnswer({ definition, values: { note: 'text' }, releases: [] })).toEqual([])
})

test('[PV3] without validations nothing is required', () => {
  const context = { lookup: nothing, effort: new MatchEffort() }
  expect([
    parameterProblem(field('a'), null, context),
    parameterProblem(field('a', { validations: [] }), '', context),
  ]).toEqual([null, null])
})

test('[SM3] a choice without options has no value', () => {
  expect([
    statementPercent(field('a', { type: 'RADIO' }), 'yes'),
    statementPercent(field('a', { type: 'RADIO', options: [] }), 'yes'),
  ]).toEqual([null, null])
})
