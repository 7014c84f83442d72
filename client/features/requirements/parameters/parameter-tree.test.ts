import { describe, expect, it } from 'vitest'
import type { Parameter } from '#schema/entities/parameter.ts'
import {
  changesFor,
  freeKey,
  groupOf,
  movedParameter,
  regrouped,
  unitedParameters,
  withParameter,
} from './parameter-tree.ts'

const field = (id: string, over: Partial<Parameter> = {}): Parameter => ({
  id,
  key: id,
  name: id,
  type: 'INPUT',
  ...over,
})
const group = (id: string, parameters: Parameter[]): Parameter =>
  field(id, { isGroup: true, parameters })
const ids = (tree: readonly Parameter[]) => tree.map(({ id }) => id)

describe('the list of fields', () => {
  it('moves a field among its siblings, also inside a group', () => {
    const tree = [field('a'), group('g', [field('b'), field('c')])]
    expect(ids(movedParameter(tree, 'g', -1))).toEqual(['g', 'a'])
    expect(movedParameter(tree, 'c', -1)[1]?.parameters?.map(({ id }) => id)).toEqual(['c', 'b'])
    expect(ids(movedParameter(tree, 'a', -1))).toEqual(['a', 'g'])
  })
  it('moves a field into and out of a group, but no group into itself', () => {
    const tree = [field('a'), group('g', [])]
    const inside = regrouped(tree, 'a', 'g')
    expect(groupOf(inside, 'a')).toBe('g')
    expect(ids(regrouped(inside, 'a', null))).toEqual(['g', 'a'])
    expect(regrouped(tree, 'g', 'g')).toEqual(tree)
  })
  it('replaces and removes a field at any depth', () => {
    const tree = [group('g', [field('a')])]
    expect(withParameter(tree, 'a', field('a', { name: 'new' }))[0]?.parameters?.[0]?.name).toBe(
      'new',
    )
    expect(withParameter(tree, 'a', null)[0]?.parameters).toEqual([])
  })
  it('generates an unused key', () => {
    expect(freeKey('Ako je splnená?', new Set())).toBe('ako-je-splnena')
    expect(freeKey('Name', new Set(['name']))).toBe('name-2')
  })
})

describe('the changes of one requirement', () => {
  const before = unitedParameters([
    [field('a'), field('b')],
    [field('b'), field('c')],
  ])
  it('add a new field to every requirement, at its position', () => {
    expect(changesFor([field('a')], before, [field('new'), ...before])).toEqual({
      parameters: { new: field('new') },
      order: ['new', 'a'],
    })
  })
  it('change and remove a field only where it exists', () => {
    const after = [field('a', { name: 'A' }), field('b')]
    expect(changesFor([field('a'), field('b')], before, after)).toEqual({
      parameters: { a: field('a', { name: 'A' }) },
    })
    expect(changesFor([field('b'), field('c')], before, after)).toEqual({ parameters: { c: null } })
    expect(changesFor([field('b')], before, after)).toBeNull()
  })
  it('include a new order', () => {
    expect(
      changesFor([field('a'), field('b')], before, [field('b'), field('a'), field('c')]),
    ).toEqual({ parameters: {}, order: ['b', 'a'] })
  })
})
