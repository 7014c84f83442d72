import { describe, expect, it } from 'vitest'
import { chosenPlan, leftRows } from './chosen-plan.ts'
import type { ImportPlan } from './excel-rows-plan.ts'

const create = (id: string, sectionId: string, sourceId: string | null) => ({
  ...{ row: 2, id, sourceId, sectionId, sectionName: sectionId, name: id },
  definition: '',
  imported: '',
})
const update = (id: string, moveTo: string | null) => ({
  ...{ row: 3, id, label: id, name: id, patch: {}, moveTo, changed: ['name'] },
  edits: { isEdited: false, fields: [] },
})
const plan: ImportPlan = {
  sections: ['a', 'b', 'c'].map((id) => ({ id, name: id })),
  creates: [create('c1', 'a', 'A-1'), create('c2', 'b', null)],
  updates: [update('u1', 'c'), update('u2', null)],
  unchanged: [],
  refused: [],
  refusedRows: 0,
  invalidIds: [],
  missing: [{ id: 'm1', label: 'm1', name: 'm1' }],
  unknownIds: ['A-1'],
  withoutId: 1,
}

describe('[XL29] changes of requirements that a person edited', () => {
  const edited = { ...update('u2', null), edits: { isEdited: true, fields: ['name'] } }
  const { updates } = { updates: [update('u1', 'c'), edited] }

  it('are left out, and nothing else', () => {
    const left = leftRows({ updates }, new Map())
    expect([...left]).toEqual(['u2'])
    const taken = chosenPlan({ ...plan, updates }, { left })
    expect(taken.updates.map(({ id }) => id)).toEqual(['u1'])
    expect(taken.creates).toEqual(plan.creates)
  })

  it('are not included with all other rows', () => {
    const others = new Map([
      ['u1', true],
      ['c1', true],
      ['c2', true],
    ])
    expect([...leftRows({ updates }, others)]).toEqual(['u2'])
  })

  it('are taken once the person includes them, and can be left again', () => {
    expect(leftRows({ updates }, new Map([['u2', true]])).size).toBe(0)
    const picks = new Map([
      ['u2', false],
      ['u1', false],
      ['c1', true],
    ])
    expect([...leftRows({ updates }, picks)].toSorted()).toEqual(['u1', 'u2'])
  })
})

describe('[XL28] the part of a plan that a person takes', () => {
  it('is the whole plan without the missing rows if nothing is left out', () => {
    expect(chosenPlan(plan, { left: new Set() })).toEqual(plan)
  })

  it('leaves out rows, and the sections, counts and ids that only they need', () => {
    expect(chosenPlan(plan, { left: new Set(['c2', 'u1']) })).toMatchObject({
      sections: [{ id: 'a' }],
      creates: [{ id: 'c1' }],
      updates: [{ id: 'u2' }],
      withoutId: 0,
      unknownIds: ['A-1'],
    })
    expect(chosenPlan(plan, { left: new Set(['c1']) })).toMatchObject({
      sections: [{ id: 'b' }, { id: 'c' }],
      withoutId: 1,
      unknownIds: [],
    })
    expect(chosenPlan({ ...plan, unknownIds: [] }, { left: new Set() }).unknownIds).toEqual([])
  })

  it('does something with missing requirements only if there are any', () => {
    const left = new Set<string>()
    const action = { kind: 'delete', ids: ['m1'] } as const
    expect(
      chosenPlan(plan, { left, missingAction: { ...action, ids: ['m1'] } }).missingAction,
    ).toEqual(action)
    const none = chosenPlan(
      { ...plan, missingAction: { kind: 'delete', ids: ['m1'] } },
      { left, missingAction: { kind: 'delete', ids: [] } },
    )
    expect(none).not.toHaveProperty('missingAction')
  })
})
