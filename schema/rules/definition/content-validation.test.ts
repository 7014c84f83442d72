import { expect, test } from 'vitest'
import { buildTx, runCommand } from '../../../tests/support/memory-tx.ts'
import {
  buildDefinition,
  buildOwner,
  buildParameter,
  buildRequirement,
  buildRows,
  PROJECT_ID as projectId,
} from '../../../tests/support/project-rows.ts'
import type { Parameter, ParameterValue } from '../../entities/parameter.ts'
import { contentProblems } from './content-validation.ts'
import { parseDefinition } from './parameters.ts'

const field = (changes: Partial<Parameter> = {}) =>
  buildParameter({
    id: 'goal',
    key: 'goal',
    validations: [{ kind: 'required' }, { kind: 'min', value: 5 }],
    ...changes,
  })
const of = (...content: Parameter[]) => buildDefinition({ content })
const codes = (now: string, before?: string) =>
  contentProblems(
    parseDefinition(now),
    before === undefined ? undefined : parseDefinition(before),
  ).map(({ path, code }) => [path, code])
const PATH = 'contentConfiguration.parameters.0.value'

test.each<[string, ParameterValue, ParameterValue, string | null]>([
  ['a shorter text', 'ab', 'abcde', 'validation.min'],
  ['a shorter text where none was', 'ab', null, 'validation.min'],
  ['an emptied required field', null, 'abcde', 'validation.required'],
  ['a right text', 'abcde', null, null],
  ['a required field that is still empty', null, null, null],
  ['a text that was there before its validation', 'ab', 'ab', null],
])('[DV13] %s in the content is judged', (_what, now, before, code) => {
  expect(codes(of(field({ value: now })), of(field({ value: before })))).toEqual(
    code === null ? [] : [[PATH, code]],
  )
})

test('[DV13] a new requirement may have empty required fields, and no wrong values', () => {
  expect(codes(of(field()))).toEqual([])
  expect(codes(of(field({ value: 'ab' })))).toEqual([[PATH, 'validation.min']])
})

test('[DV13] fields of a group are judged; skipped and invisible ones are not', () => {
  const group = (changes: Partial<Parameter>) =>
    of(
      buildParameter({
        id: 'g',
        key: 'g',
        isGroup: true,
        parameters: [field({ value: 'ab' })],
        ...changes,
      }),
    )
  expect(codes(group({}))).toEqual([
    ['contentConfiguration.parameters.0.parameters.0.value', 'validation.min'],
  ])
  expect(codes(group({ skip: true }))).toEqual([])
  const visibleWhen = {
    join: 'all' as const,
    conditions: [{ parameterKey: 'other', op: 'filled' as const, value: null }],
  }
  const other = (value: string | null) => buildParameter({ id: 'other', key: 'other', value })
  expect(codes(of(field({ value: 'ab', visibleWhen }), other(null)))).toEqual([])
  expect(codes(of(field({ value: 'ab', visibleWhen }), other('x')))).toEqual([
    [PATH, 'validation.min'],
  ])
})

test.each([true, false])(
  '[DV13] a wrong value in the content is refused (on the server: %s)',
  async (isServer) => {
    const definition = of(field({ value: 'abcde' }))
    const memory = buildTx({
      rows: buildRows({ requirement: [buildRequirement({ definition })] }),
      actor: buildOwner(),
      isServer,
    })
    const write = (value: string) =>
      runCommand(memory, 'requirements.update', {
        projectId,
        id: 'r1',
        patch: { definition: of(field({ value })) },
      })
    await expect(write('ab')).rejects.toMatchObject({
      code: 'validation.min',
      field: `definition.${PATH}`,
    })
    await write('abcdef')
    expect(memory.row('requirement', 'r1')?.definition).toContain('abcdef')
  },
)
