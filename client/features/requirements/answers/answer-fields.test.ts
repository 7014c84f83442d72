import { beforeAll, expect, it } from 'vitest'
import { parseDefinition } from '#schema/rules/definition/parameters.ts'
import { startLocale } from '#client/locales/start-locale.ts'
import {
  buildDefinition,
  buildParameter,
  buildStatement,
} from '../../../../tests/support/project-rows.ts'
import {
  answerByKey,
  answerColumns,
  answerText,
  fieldOf,
  hasRelease,
  parameterEditor,
  releaseLabel,
  releaseOptions,
  valueOf,
} from './answer-fields.ts'

beforeAll(() => startLocale('en'))
const option = (key: string) => ({ key, label: `Label ${key}`, value: '' })
const select = (id: string, ...keys: string[]) =>
  buildParameter({
    ...{ id, key: 'choice', name: `Choice ${id}` },
    type: 'SELECTBOX',
    options: keys.map(option),
  })
const definition = (...answer: Parameters<typeof buildParameter>[0][]) =>
  parseDefinition(buildDefinition({ answer: answer.map((one) => buildParameter(one)) }))

it('a column per key, with a release after a statement that has one, and all options once', () => {
  const columns = answerColumns([
    parseDefinition(buildDefinition({ answer: [buildStatement(), select('s1', 'a', 'b')] })),
    parseDefinition(buildDefinition({ answer: [select('s2', 'b', 'c'), buildStatement()] })),
  ])
  expect(columns.map(({ key, part, name }) => [key, part, name])).toEqual([
    ['met', 'value', 'Met'],
    ['met', 'release', 'Release'],
    ['choice', 'value', 'Choice s1'],
  ])
  expect(columns[2]?.options.map(({ key }) => key)).toEqual(['a', 'b', 'c'])
  expect(columns[1]?.options).toEqual([])
  expect(columns[2]?.sample.id).toBe('s1')
})

it('only a statement with that rule has a release', () => {
  expect(hasRelease(buildStatement())).toBe(true)
  expect(hasRelease(buildStatement({ validations: [] }))).toBe(false)
  const { validations: _none, ...bare } = buildStatement()
  expect(hasRelease(bare)).toBe(false)
  expect(hasRelease({ ...buildStatement(), isStatement: false })).toBe(false)
  expect(hasRelease(buildStatement({ validations: [{ kind: 'required' }] }))).toBe(false)
})

it('finds a parameter by its key, and a value by its field', () => {
  const found = definition({ id: 'x', key: 'k' })
  expect(answerByKey(found, 'k')?.id).toBe('x')
  expect(answerByKey(found, 'k')).toBe(answerByKey(found, 'k'))
  expect(answerByKey(found, 'x')).toBeUndefined()
  expect(fieldOf(buildStatement(), 'value')).toBe('met')
  expect(fieldOf(buildStatement(), 'release')).not.toBe('met')
  expect([valueOf(undefined, 'a'), valueOf({}, 'a'), valueOf({ a: 0 }, 'a')]).toEqual([
    null,
    null,
    0,
  ])
})

it('offers now, each release with its date, and not planned', () => {
  const releases = [
    { version: '1.0', number: 3, date: null },
    { version: '2.0', number: 4, date: '2030-02-01' },
  ] as never[]
  const options = releaseOptions(releases)
  expect(options.map(({ label }) => label)).toEqual([
    'Available now',
    '1.0',
    expect.stringMatching(/^2\.0 · .*2030/),
    'Not planned',
  ])
  expect(options.slice(1, 3).map(({ value }) => value)).toEqual([3, 4])
  expect(releaseLabel({ version: '1.0', date: null })).toBe('1.0')
})

it.each([
  [{ type: 'TEXTAREA' }, { kind: 'long' }],
  [
    { type: 'SELECTBOX', options: [option('a')] },
    { kind: 'select', options: [{ value: 'a', label: 'Label a' }] },
  ],
  [{ type: 'RADIO' }, { kind: 'select', options: [] }],
  [{ type: 'DATE_PICKER' }, { kind: 'date' }],
  [{ type: 'CHECKBOX' }, { kind: 'tick' }],
  [{ type: 'FLAG' }, { kind: 'tick' }],
  [{ type: 'INPUT', isStatement: true, inputType: 'number' }, { kind: 'percent' }],
  [{ type: 'INPUT', inputType: 'number' }, { kind: 'number' }],
  [{ type: 'INPUT' }, { kind: 'text', maxLength: 20_000 }],
] as const)('the editor of %o', (changes, editor) => {
  expect(parameterEditor(buildParameter(changes as never))).toEqual(editor)
})

it('shows a value as a person reads it', () => {
  const text = (value: unknown, changes: object = {}) =>
    answerText(buildParameter(changes as never), value as never)
  expect([null, undefined, ''].map((value) => text(value))).toEqual(['', '', ''])
  expect([text(true), text(false)]).toEqual(['Yes', 'No'])
  expect(text('b', { type: 'SELECTBOX', options: [option('a'), option('b')] })).toBe('Label b')
  expect(text('2030-02-01', { type: 'DATE_PICKER' })).toMatch(/2030/)
  expect(text('2030-02-01', { type: 'DATE_PICKER' })).not.toBe('2030-02-01')
  expect(text(50, { isStatement: true })).toBe('50 %')
  expect([text(0), text('x'), answerText(undefined, 7)]).toEqual(['0', 'x', '7'])
  const files = JSON.stringify([{ id: 'f', name: 'plan.pdf' }])
  expect(text(files)).toBe(files)
})
