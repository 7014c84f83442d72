import { expect, test } from 'vitest'
import type { Document, Section } from '#schema/entities/structure.ts'
import type { VendorPart } from '#schema/entities/vendor-part.ts'
import { findMyParts } from './my-parts.ts'

const ME = 7
const documents = ['d1', 'd2'].map((id) => ({ id, name: id, rank: id }) as Document)
const sections = ['s1', 's2'].map((id) => ({ id, name: id, rank: id, documentId: 'd1' }) as Section)
const buildPart = (id: string, changes: Partial<VendorPart> = {}): VendorPart => ({
  id,
  projectId: 'p',
  packageId: 'k',
  documentId: 'd1',
  sectionId: null,
  vendorId: 3,
  userId: ME,
  dueOn: null,
  isReady: false,
  needsApproval: false,
  submitters: [],
  updatedOn: 1,
  ...changes,
})
const find = (parts: VendorPart[]) =>
  findMyParts({ userId: ME, today: '2030-06-15', parts, documents, sections })

test('a contact sees own parts only, open ones first, by due date', () => {
  const found = find([
    buildPart('ready', { isReady: true, dueOn: '2030-01-01' }),
    buildPart('undated'),
    buildPart('colleague', { userId: 8 }),
    buildPart('unassigned', { userId: null }),
    buildPart('later', { dueOn: '2030-07-01', sectionId: 's2' }),
    buildPart('soon', { dueOn: '2030-06-20', documentId: 'd2' }),
  ])
  expect(found.map(({ id }) => id)).toEqual(['soon', 'later', 'undated', 'ready'])
  expect(found.map(({ section }) => section?.id ?? null)).toEqual([null, 's2', null, null])
})

test('an open part is overdue from the day after its due date, a ready one never', () => {
  const found = find([
    buildPart('a', { dueOn: '2030-06-14' }),
    buildPart('b', { dueOn: '2030-06-15' }),
    buildPart('c', { dueOn: '2030-06-14', isReady: true }),
  ])
  expect(found.map(({ id, isOverdue }) => [id, isOverdue])).toEqual([
    ['a', true],
    ['b', false],
    ['c', false],
  ])
})

test('parts of deleted documents and sections are left out', () => {
  expect(
    find([
      buildPart('a', { documentId: 'gone' }),
      buildPart('b', { sectionId: 'gone' }),
      buildPart('c', { sectionId: 's1' }),
    ]).map(({ id }) => id),
  ).toEqual(['c'])
})
