import { describe, expect, it } from 'vitest'
import * as v from 'valibot'
import type { Commitment } from '#schema/entities/commitment.ts'
import type { Requirement } from '#schema/entities/structure.ts'
import { DocumentSearch, filteredIds } from './document-filters.ts'
import { dropTarget, inDocumentOrder, keptIfEqual } from '../document/document-order.ts'

const buildRequirement = (id: string, over: Partial<Requirement> = {}): Requirement => ({
  id,
  projectId: 'p',
  packageId: 'k',
  documentId: 'd',
  sectionId: 's1',
  lineageId: id,
  fullId: `SEC-${id}`,
  sourceId: null,
  status: 'NEW',
  version: 1,
  name: `Display name of ${id}`,
  definition: '{}',
  vendorHelp: '',
  evaluatorHelp: '',
  rank: id,
  excluded: null,
  updatedOn: 1,
  ...over,
})
const buildCommitment = (requirementId: string, over: Partial<Commitment> = {}): Commitment => ({
  id: `${requirementId}.1`,
  projectId: 'p',
  packageId: 'k',
  documentId: 'd',
  requirementId,
  vendorId: 1,
  values: { how: 'so' },
  submitted: false,
  receipt: null,
  updatedBy: 'x',
  updatedOn: 1,
  ...over,
})
const requirements = [
  buildRequirement('a'),
  buildRequirement('b', { status: 'CHANGED' }),
  buildRequirement('c', { sectionId: 's2' }),
]
const answers = new Map([
  ['b', buildCommitment('b')],
  ['c', buildCommitment('c', { submitted: true })],
])
const ids = (search: DocumentSearch, heldId: string | null = null) =>
  filteredIds({
    requirements,
    search,
    answers,
    heldId,
    isInvalid: ({ id }) => id === 'b',
    order: { columns: [], sort: [], locale: 'en' },
  })

describe('filters of a document', () => {
  it('shows everything without a filter', () => expect(ids({})).toEqual(['a', 'b', 'c']))
  it('filters by status, section, answer and words', () => {
    expect(ids({ status: ['CHANGED'] })).toEqual(['b'])
    expect(ids({ section: ['s2'] })).toEqual(['c'])
    expect(ids({ answer: ['OPEN', 'DRAFT'] })).toEqual(['a', 'b'])
    expect(ids({ q: 'sec-C name' })).toEqual(['c'])
  })
  it('keeps the focused row even if it no longer matches', () =>
    expect(ids({ answer: ['OPEN'] }, 'b')).toEqual(['a', 'b']))
  it('reviews drafts only', () => expect(ids({ review: true })).toEqual(['b']))
  it('drops invalid filters of an address', () => {
    expect(v.parse(DocumentSearch, { status: ['NOPE'], section: 7, review: 'x' })).toEqual({})
    expect(v.parse(DocumentSearch, { answer: ['DRAFT'], q: 'x' })).toEqual({
      answer: ['DRAFT'],
      q: 'x',
    })
  })
})

describe('the order of a document', () => {
  it('reads section by section', () => {
    const sections = ['s2', 's1'].map((id) => ({
      id,
      projectId: 'p',
      packageId: 'k',
      documentId: 'd',
      name: id,
      rank: id,
      updatedOn: 0,
    }))
    expect(inDocumentOrder(sections, requirements).map(({ id }) => id)).toEqual(['c', 'a', 'b'])
  })
  it('keeps the array when nothing changed', () => {
    const before = ['a', 'b']
    expect(keptIfEqual(before, ['a', 'b'])).toBe(before)
    expect(keptIfEqual(before, ['b', 'a'])).toEqual(['b', 'a'])
  })
  it('finds the target beside another row', () => {
    expect(dropTarget(requirements, 'c', { rowId: 'b', side: 'before' })).toEqual({
      sectionId: 's1',
      after: 'a',
    })
    expect(dropTarget(requirements, 'b', { rowId: 'a', side: 'before' })).toEqual({
      sectionId: 's1',
      after: null,
    })
    expect(dropTarget(requirements, 'a', { rowId: 'c', side: 'after' })).toEqual({
      sectionId: 's2',
      after: 'c',
    })
  })
})
