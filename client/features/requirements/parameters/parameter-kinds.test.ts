import { beforeAll, describe, expect, it } from 'vitest'
import type { Parameter } from '#schema/entities/parameter.ts'
import { parseDefinition } from '#schema/rules/definition/parameters.ts'
import { startLocale } from '#client/locales/start-locale.ts'
import {
  buildDefinition,
  buildParameter,
  buildStatement,
} from '../../../../tests/support/project-rows.ts'
import { labelList } from './label-list.ts'
import {
  asKind,
  canBeStatement,
  hasOptions,
  kindName,
  kindOf,
  kindsOf,
  newParameter,
} from './parameter-kinds.ts'
import { parameterAt, problemsByParameter } from './parameter-problems.ts'

beforeAll(() => startLocale('en'))
const ids = { id: 'i', key: 'k', name: 'N' }
const made = (kind: Parameters<typeof newParameter>[0]) => newParameter(kind, ids)

describe('the kinds of fields', () => {
  it('a new field of each kind is of that kind, and valid as it is', () => {
    for (const kind of kindsOf('answer')) {
      expect(kindOf(made(kind)), kind).toBe(kind)
      expect(kindName(kind)).toMatch(/\w/)
    }
    expect(kindsOf('content')).toEqual(
      kindsOf('answer').filter((kind) => !['statement', 'file'].includes(kind)),
    )
    expect(kindsOf('answer')).toHaveLength(11)
  })
  it('choices have two options, statements are required and have a release, groups hold fields', () => {
    for (const kind of kindsOf('answer')) {
      const { options, parameters, validations, layout } = made(kind)
      expect(hasOptions(kind)).toBe(kind === 'select' || kind === 'radio')
      expect(options?.map(({ key, label }) => [key, label])).toEqual(
        hasOptions(kind)
          ? [
              ['option-1', 'Option 1'],
              ['option-2', 'Option 2'],
            ]
          : undefined,
      )
      expect(parameters).toEqual(kind === 'group' ? [] : undefined)
      expect(validations).toEqual(
        kind === 'statement' ? [{ kind: 'required' }, { kind: 'statement_release' }] : undefined,
      )
      expect(layout?.internal).toEqual({
        offset: 0,
        width: kind === 'number' || kind === 'date' ? 6 : 12,
      })
    }
    expect(kindsOf('answer').filter(canBeStatement)).toEqual([
      'statement',
      'select',
      'radio',
      'checkbox',
    ])
  })
  it('a converted field keeps what the new kind can have', () => {
    const rules: Parameter['validations'] = [
      { kind: 'required' },
      { kind: 'requiredConditionally' } as never,
      { kind: 'max', value: 3 } as never,
    ]
    const options = [{ key: 'a', label: 'A', value: '' }]
    const select = { ...made('select'), options, validations: rules, layout: undefined as never }
    expect(asKind(select, 'radio')).toMatchObject({ type: 'RADIO', options, name: 'N' })
    expect(asKind(select, 'radio').validations?.map(({ kind }) => kind)).toEqual([
      'required',
      'requiredConditionally',
    ])
    expect(asKind(select, 'text')).not.toHaveProperty('options')
    expect(asKind(made('text'), 'select').options).toHaveLength(2)
    for (const kind of ['flag', 'group'] as const)
      expect(asKind(select, kind).validations).toEqual([])
    expect(asKind(select, 'statement').validations?.at(-1)).toEqual({ kind: 'statement_release' })
    expect(asKind(made('statement'), 'long')).toMatchObject({ type: 'TEXTAREA' })
    expect(asKind(made('statement'), 'long')).not.toHaveProperty('isStatement')
    expect(asKind(made('text'), 'group').parameters).toEqual([])
    expect(asKind(made('group'), 'text')).not.toHaveProperty('parameters')
    expect(asKind({ ...ids, type: 'INPUT' }, 'text').validations).toEqual([])
  })
})

describe('a problem of a definition', () => {
  const definition = parseDefinition(
    buildDefinition({
      content: [buildParameter({ id: 'c0', key: 'c0k' }), buildParameter({ id: 'c1', key: 'c1k' })],
      answer: [
        buildStatement(),
        buildParameter({
          ...{ id: 'g', key: 'gk', isGroup: true },
          parameters: [buildParameter({ id: 'in', key: 'ink' })],
        }),
      ],
    }),
  )
  it.each([
    ['definition.contentConfiguration.parameters.1.name', 'c1'],
    ['contentConfiguration.parameters.0', 'c0'],
    ['suppliersCommitment.parameters.1', 'g'],
    ['suppliersCommitment.parameters.1.parameters.0.key', 'in'],
    ['suppliersCommitment.parameters.1.parameters.9', 'g'],
    ['suppliersCommitment.parameters.1.options.0', 'g'],
    ['suppliersCommitment.parameters.9', undefined],
    ['in', 'in'],
    ['content.c1', 'c1'],
    ['ink.conditions', 'in'],
    ['contentConfiguration.other', undefined],
    ['nowhere', undefined],
  ])('at %s belongs to %s', (path, id) => {
    expect(parameterAt(definition, path)?.id).toBe(id)
  })
  it('is listed under its field', () => {
    const wrong = parseDefinition(
      buildDefinition({
        answer: [
          buildStatement(),
          { ...made('select'), options: [] },
          { ...made('text'), id: 'j' },
        ],
      }),
    )
    const problems = problemsByParameter(wrong)
    expect([...problems.keys()].toSorted()).toEqual(['i', 'j'])
    for (const { where, text } of problems.get('i') ?? [])
      expect([where, text].join('')).toMatch(/\w/)
    expect(problemsByParameter(definition).size).toBe(0)
  })
  it('lists labels', () => {
    const labels = ['A', 'B', 'C', 'D', 'E', 'F']
    expect(labelList(labels.slice(0, 4))).toBe('A, B, C, D')
    expect(labelList(labels.slice(0, 5))).toBe('A, B, C, D and 1 more')
    expect(labelList(labels)).toBe('A, B, C, D and 2 more')
  })
})
