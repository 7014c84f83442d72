// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { Commitment } from '#schema/entities/commitment.ts'
import type { Requirement } from '#schema/entities/structure.ts'
import {
  buildCommitment,
  buildDefinition,
  buildParameter,
  buildRequirement,
} from '../../../../tests/support/project-rows.ts'
import type { ReadColumn } from '../filters/column-facet.ts'
import type { DocumentSearch } from '../filters/document-filters.ts'
import type { TableOrder } from '../views/column-sort.ts'
import { useRowList } from './use-row-list.ts'

afterEach(cleanup)

const definition = buildDefinition({
  answer: [
    buildParameter({ id: 'note', key: 'note', name: 'Note', validations: [{ kind: 'required' }] }),
  ],
})
const requirements: Requirement[] = ['r1', 'r2', 'r3', 'r4'].map((id, at) =>
  buildRequirement({ id, name: `Name ${4 - at}`, definition, rank: `V0000${at}` }),
)
const answersOf = (all: Record<string, Partial<Commitment>>): ReadonlyMap<string, Commitment> =>
  new Map(
    Object.entries(all).map(([requirementId, changes]) => [
      requirementId,
      buildCommitment({ requirementId, ...changes }),
    ]),
  )
const name: ReadColumn = {
  id: 'name',
  header: 'Name',
  facet: { kind: 'text' },
  read: (requirement) => requirement.name,
}
const UNSORTED: TableOrder = { columns: [name], sort: [], locale: 'en' }
const BY_NAME: TableOrder = { ...UNSORTED, sort: [{ columnId: 'name', direction: 'asc' }] }

interface Shown {
  requirements?: Requirement[]
  search?: DocumentSearch
  answers?: ReadonlyMap<string, Commitment> | null
  order?: TableOrder
}
const open = (first: Shown = {}) => {
  const props = (shown: Shown) => ({
    requirements,
    search: {},
    answers: null,
    releases: [],
    order: UNSORTED,
    ...shown,
  })
  const hook = renderHook((shown: Shown) => useRowList(props(shown)), { initialProps: first })
  return { list: hook.result, show: hook.rerender }
}

it('counts the requirements that have an answer, drafts too; requestors have no count', () => {
  const answers = answersOf({ r1: { values: { note: 'x' } }, r2: { submitted: true }, r9: {} })
  expect(open({ answers }).list.current.answered).toBe(2)
  expect(open().list.current.answered).toBe(null)
  expect(open({ answers: new Map() }).list.current.answered).toBe(0)
})

it('the list of ids is the same object until an id changes', () => {
  const { list, show } = open()
  const { rowIds } = list.current
  show({ requirements: requirements.map((one) => ({ ...one, vendorHelp: 'x' })) })
  expect(list.current.rowIds).toBe(rowIds)
  show({ requirements: requirements.slice(1) })
  expect(list.current.rowIds).toEqual(['r2', 'r3', 'r4'])
})

it('the focused row stays in place while an edit would move or hide it, and moves afterwards', () => {
  const { list, show } = open({ order: BY_NAME })
  expect(list.current.rowIds).toEqual(['r4', 'r3', 'r2', 'r1'])
  act(() => list.current.setHeldId('r4'))
  const renamed = requirements.map((one) => (one.id === 'r4' ? { ...one, name: 'Name 9' } : one))
  show({ order: BY_NAME, requirements: renamed })
  expect(list.current.rowIds).toEqual(['r4', 'r3', 'r2', 'r1'])
  show({ order: BY_NAME, requirements: renamed, search: { q: 'Name 3' } })
  expect(list.current.rowIds).toEqual(['r4', 'r2'])
  act(() => list.current.setHeldId(null))
  expect(list.current.rowIds).toEqual(['r2'])
  show({ order: BY_NAME, requirements: renamed })
  expect(list.current.rowIds).toEqual(['r3', 'r2', 'r1', 'r4'])
})

it('focusing the held row again keeps the values that it had at first', () => {
  const { list, show } = open({ order: BY_NAME })
  act(() => list.current.setHeldId('r4'))
  const renamed = requirements.map((one) => (one.id === 'r4' ? { ...one, name: 'Name 9' } : one))
  show({ order: BY_NAME, requirements: renamed })
  act(() => list.current.setHeldId('r4'))
  expect(list.current.rowIds[0]).toBe('r4')
  act(() => list.current.setHeldId('r3'))
  expect(list.current.rowIds.at(-1)).toBe('r4')
})

it('a review shows drafts, invalid ones first, which stay on top once they are mended', () => {
  const review = { review: true } as DocumentSearch
  const draft = (note: string) => ({ values: { note } })
  const before = answersOf({
    r1: draft('x'),
    r2: { submitted: true },
    r3: draft(''),
    r4: draft('y'),
  })
  const { list, show } = open({ answers: before, search: review })
  const first = list.current.rowIds
  expect(first).not.toContain('r2')
  const invalid = first[0] as string
  const mended = answersOf({ r1: draft('x'), r3: draft('now'), r4: draft('y') })
  show({ answers: mended, search: review })
  expect(list.current.rowIds[0]).toBe(invalid)
  show({ answers: mended, search: {} })
  show({ answers: mended, search: review })
  expect(list.current.rowIds).toEqual(['r1', 'r3', 'r4'])
})
