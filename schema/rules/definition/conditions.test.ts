import { expect, test } from 'vitest'
import type { Condition, ParameterValue } from '../../entities/parameter.ts'
import { buildParameter } from '../../../tests/support/project-rows.ts'
import {
  conditionUses,
  evaluateConditions,
  findConditionCycle,
  isVisible,
  visibilityOf,
} from './conditions.ts'

const when = (
  parameterKey: string,
  op: Condition['op'] = 'filled',
  value: ParameterValue = null,
) => ({ join: 'all' as const, conditions: [{ parameterKey, op, value }] })
const field = (id: string, changes: Parameters<typeof buildParameter>[0] = {}) =>
  buildParameter({ id, key: id, name: id, ...changes })

test.each([
  ['yes', 'equals', 'yes', true],
  ['yes', 'equals', 'no', false],
  [5, 'equals', '5', true],
  [true, 'equals', 'true', true],
  [null, 'equals', null, true],
  [null, 'equals', 'x', false],
  ['yes', 'notEquals', 'no', true],
  ['yes', 'notEquals', 'yes', false],
  [null, 'notEquals', '', false],
  [null, 'notEquals', 'no', true],
  ['Blue sky', 'contains', 'SKY', true],
  ['Blue sky', 'contains', 'sea', false],
  [null, 'contains', 'sky', false],
  ['a', 'contains', null, true],
  [5, 'greater', 4, true],
  [5, 'greater', 5, false],
  ['5', 'greater', '40', false],
  [null, 'greater', 4, false],
  ['x', 'greater', 4, false],
  ['2026-02-01', 'greater', '2026-01-31', true],
  [5, 'less', 4, false],
  [3, 'less', 4, true],
  [4, 'less', 4, false],
  [null, 'less', 4, false],
  ['2026-02-01', 'less', '2026-02-01', false],
  ['2026-01-01', 'less', '2026-02-01', true],
  ['x', 'filled', null, true],
  ['  ', 'filled', null, false],
  [false, 'filled', null, true],
  [0, 'filled', null, true],
  [null, 'empty', null, true],
  ['x', 'empty', null, false],
  [0, 'empty', null, false],
] as const)('[CD1] %s %s %s is %s', (value, op, asked, expected) => {
  expect(evaluateConditions(when('k', op, asked), () => value)).toBe(expected)
})

test('[CD2] conditions are combined by all or any; an empty list always holds', () => {
  const conditions = [
    { parameterKey: 'a', op: 'filled' as const, value: null },
    { parameterKey: 'b', op: 'filled' as const, value: null },
  ]
  const holds = (join: 'all' | 'any', ...filled: string[]): boolean =>
    evaluateConditions({ join, conditions }, (key) => (filled.includes(key) ? 'x' : null))
  expect([holds('all', 'a', 'b'), holds('all', 'a'), holds('all', 'b'), holds('all')]).toEqual([
    ...[true, false, false, false],
  ])
  expect([holds('any', 'a', 'b'), holds('any', 'a'), holds('any', 'b'), holds('any')]).toEqual([
    ...[true, true, true, false],
  ])
  const lookup = (): ParameterValue => null
  expect(evaluateConditions({ join: 'all', conditions: [] }, lookup)).toBe(true)
  expect(evaluateConditions({ join: 'any', conditions: [] }, lookup)).toBe(true)
  expect(evaluateConditions(undefined, lookup)).toBe(true)
})

test('[CD3] a field is shown when its conditions hold for the answer or for what the requestor wrote', () => {
  const all = [
    field('kind', { value: 'cloud' }),
    field('region', { visibleWhen: when('kind', 'equals', 'cloud') }),
    field('why', { visibleWhen: when('region') }),
  ]
  const [, region, why] = all
  if (region === undefined || why === undefined) throw new Error('fields are missing')
  expect(isVisible(region, all, {})).toBe(true)
  expect(isVisible(why, all, {})).toBe(false)
  expect(isVisible(why, all, { region: 'EU' })).toBe(true)
  expect(isVisible(region, all, { kind: 'own' })).toBe(false)
})

test('[CD4] an invisible field gives no value to others', () => {
  const all = [
    field('a'),
    field('b', { visibleWhen: when('a') }),
    field('c', { visibleWhen: when('b') }),
  ]
  const last = all[2] ?? field('c')
  expect(isVisible(last, all, { b: 'left over from before' })).toBe(false)
  expect(isVisible(last, all, { a: 'x', b: 'y' })).toBe(true)
})

test('[CD5] a field is shown only if its group is shown', () => {
  const inner = field('inner')
  const all = [
    field('a'),
    field('group', { isGroup: true, visibleWhen: when('a'), parameters: [inner] }),
  ]
  expect(isVisible(inner, all, {})).toBe(false)
  expect(isVisible(inner, all, { a: 'x' })).toBe(true)
})

test('[CD6] a condition on a missing field reads an empty value, and a field outside the list depends on its own conditions', () => {
  expect(isVisible(field('x', { visibleWhen: when('gone') }), [], {})).toBe(false)
  const left = { gone: 'left over' }
  expect(isVisible(field('x', { visibleWhen: when('gone', 'empty') }), [], left)).toBe(true)
  expect(isVisible(field('x'), [], {})).toBe(true)
})

test('[CD7] a cycle of conditions is found with its path, also through a group, and its evaluation ends', () => {
  const circle = [
    field('a', { visibleWhen: when('b') }),
    field('b', { visibleWhen: when('c') }),
    field('c', { visibleWhen: when('a') }),
  ]
  expect(findConditionCycle(circle)).toEqual(['a', 'b', 'c', 'a'])
  expect(isVisible(circle[0] ?? field('a'), circle, { a: 'x', b: 'y', c: 'z' })).toBe(false)
  expect(findConditionCycle([field('self', { visibleWhen: when('self') })])).toEqual([
    'self',
    'self',
  ])
  expect(
    findConditionCycle([
      field('g', { isGroup: true, visibleWhen: when('in'), parameters: [field('in')] }),
    ]),
  ).toEqual(['g', 'in', 'g'])
})

test('[CD7] conditions for being required count too, whichever way they are joined', () => {
  const whenAny = (key: string) => ({ ...when(key), join: 'any' as const })
  const required = (key: string) => ({
    validations: [{ kind: 'requiredConditionally' as const, when: whenAny(key) }],
  })
  expect(findConditionCycle([field('a', required('b')), field('b', required('a'))])).toEqual([
    'a',
    'b',
    'a',
  ])
  expect(
    findConditionCycle([
      field('a', required('b')),
      field('b', { visibleWhen: whenAny('c') }),
      field('c', required('a')),
    ]),
  ).toEqual(['a', 'b', 'c', 'a'])
  expect(findConditionCycle([field('self', required('self'))])).toEqual(['self', 'self'])
  expect(
    findConditionCycle([field('a', required('c')), field('b', required('c')), field('c')]),
  ).toBeNull()
})

test('[CD7] fields that share a condition are not a cycle', () => {
  const fields = [
    field('a'),
    field('b', { visibleWhen: when('a') }),
    field('c', { visibleWhen: when('a') }),
    field('d', { visibleWhen: when('b') }),
  ]
  expect(findConditionCycle(fields)).toBeNull()
  expect(findConditionCycle([field('x', { visibleWhen: when('gone') })])).toBeNull()
})

test('[CD8] the fields whose conditions use a key are named, whether for being shown or for being required', () => {
  const fields = [
    field('a'),
    field('b', { visibleWhen: when('a') }),
    field('g', {
      isGroup: true,
      parameters: [
        field('c', { validations: [{ kind: 'requiredConditionally', when: when('a') }] }),
      ],
    }),
  ]
  expect(conditionUses(fields, 'a')).toEqual(['b', 'c'])
  expect(conditionUses(fields, 'b')).toEqual([])
})

test('[CD9] an answer does not replace a value that the requestor wrote under the same id', () => {
  const all = [
    field('a', { key: 'hosting', value: 'cloud' }),
    field('a', { key: 'comment', value: null }),
    field('region', { visibleWhen: when('hosting', 'equals', 'cloud') }),
    field('why', { visibleWhen: when('comment', 'equals', 'own') }),
  ]
  const visibility = visibilityOf(all, { a: 'own' })
  expect([visibility.lookup('hosting'), visibility.lookup('comment')]).toEqual(['cloud', 'own'])
  expect(all.slice(2).map((parameter) => visibility.isVisible(parameter))).toEqual([true, true])
})
