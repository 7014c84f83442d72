import { describe, expect, it } from 'vitest'
import type { Parameter } from '#schema/entities/parameter.ts'
import { conditionTargets, fieldShapes, missingConditions } from './condition-targets.ts'
import { unitedParameters } from './parameter-tree.ts'

const field = (id: string, over: Partial<Parameter> = {}): Parameter => ({
  id,
  key: id,
  name: `Name of ${id}`,
  type: 'INPUT',
  ...over,
})
const when = (key: string): Pick<Parameter, 'visibleWhen'> => ({
  visibleWhen: { join: 'all', conditions: [{ parameterKey: key, op: 'filled', value: null }] },
})

type Row = Parameters<typeof fieldShapes>[0][number]
const row = (label: string, content: Parameter[], answer: Parameter[] = [field('level')]): Row => ({
  label,
  definition: {
    contentConfiguration: { parameters: content },
    suppliersCommitment: { parameters: answer },
  },
})

const open = (rows: readonly Row[]) => {
  const before = {
    answer: unitedParameters(
      rows.map(({ definition }) => definition.suppliersCommitment.parameters),
    ),
    content: unitedParameters(
      rows.map(({ definition }) => definition.contentConfiguration.parameters),
    ),
  }
  return { shapes: fieldShapes(rows), before, after: before }
}
const targetsOf = (edit: Parameters<typeof conditionTargets>[0], id: string) =>
  conditionTargets(edit, id).map(({ parameter, lacking }) => [parameter.key, lacking])

describe('the fields that a condition can refer to', () => {
  const rows = [
    row('QF-1', [field('priority'), field('area')]),
    row('QF-2', [field('area')]),
    row('QF-3', [field('priority'), field('area')], [field('level'), field('cost')]),
  ]

  it('lists the requirements that lack a field by their labels', () => {
    expect(targetsOf(open(rows), 'level')).toEqual([
      ['priority', ['QF-2']],
      ['area', []],
      ['cost', ['QF-1', 'QF-2']],
    ])
  })
  it('considers only requirements that have the field with the condition', () => {
    expect(targetsOf(open(rows), 'cost')).toEqual([
      ['priority', []],
      ['area', []],
      ['level', []],
    ])
  })
  it('treats a new field as part of every requirement', () => {
    const edit = open(rows)
    const after = { ...edit.before, answer: [...edit.before.answer, field('new')] }
    expect(targetsOf({ ...edit, after }, 'new')).toContainEqual(['priority', ['QF-2']])
    expect(targetsOf({ ...edit, after }, 'level')).toContainEqual(['new', []])
  })
  it('finds a field inside a group, and matches it by key if ids differ', () => {
    const grouped = [
      row('QF-1', [field('g', { isGroup: true, parameters: [field('inner')] })]),
      row('QF-2', [field('other', { key: 'inner' })]),
    ]
    expect(targetsOf(open(grouped), 'level')).toEqual([['inner', []]])
  })
  it('offers every field of a single requirement', () => {
    expect(targetsOf(open(rows.slice(0, 1)), 'level')).toEqual([
      ['priority', []],
      ['area', []],
    ])
  })
})

describe('a condition on a field that some requirements lack', () => {
  const rows = [row('QF-1', [field('priority')]), row('QF-2', [])]

  it('is reported before it is saved', () => {
    const edit = open(rows)
    const after = { ...edit.before, answer: [field('level', when('priority'))] }
    expect(missingConditions({ ...edit, after })).toEqual([
      { id: 'level', name: 'Name of priority', lacking: ['QF-2'] },
    ])
  })
  it('is not reported for a field that is not saved', () => {
    const answer = [field('level', when('priority'))]
    const imported = [row('QF-1', [field('priority')], answer), row('QF-2', [], [field('level')])]
    expect(missingConditions(open(imported))).toEqual([])
  })
  it('is reported if the change adds the condition to a requirement without it', () => {
    const answer = [field('level', when('priority'))]
    const edit = open([row('QF-1', [field('priority')], answer), row('QF-2', [], [field('level')])])
    const after = {
      ...edit.before,
      answer: [field('level', { ...when('priority'), name: 'Renamed' })],
    }
    expect(missingConditions({ ...edit, after }).map(({ lacking }) => lacking)).toEqual([['QF-2']])
  })
  it('is found quickly among ten thousand requirements', () => {
    const many = Array.from({ length: 10_000 }, (_none, at) =>
      row(`QF-${at}`, [
        field('text', { value: `Value ${at}` }),
        ...(at % 2 === 0 ? [field('priority')] : []),
      ]),
    )
    const edit = open(many)
    expect(edit.shapes).toHaveLength(2)
    expect(
      conditionTargets(edit, 'level').find(({ parameter }) => parameter.key === 'priority')
        ?.lacking,
    ).toHaveLength(5_000)
  })
})
