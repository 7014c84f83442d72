import { expect, test, vi } from 'vitest'
import type { Commitment } from '#schema/entities/commitment.ts'
import type { Document, Package, Requirement } from '#schema/entities/structure.ts'

vi.mock('../../lib/project-store.ts', () => ({}))
const { countProgress } = await import('./use-progress.ts')
const { nextDocument } = await import('./next-document.ts')

const pack: Package = {
  id: 'p',
  projectId: 'x',
  name: 'Platform',
  weight: null,
  rank: 'a',
  ownerId: null,
  updatedOn: 0,
}
const buildDocument = (id: string): Document => ({
  ...pack,
  id,
  packageId: 'p',
  prefix: id.toUpperCase(),
})
const buildRequirement = (id: string, documentId: string): Requirement => ({
  id,
  projectId: 'x',
  packageId: 'p',
  documentId,
  sectionId: 's',
  lineageId: id,
  fullId: null,
  sourceId: null,
  status: 'NEW',
  version: 1,
  name: id,
  definition: '{}',
  vendorHelp: '',
  evaluatorHelp: '',
  rank: 'a',
  excluded: null,
  updatedOn: 0,
})
const buildCommitment = (
  requirementId: string,
  documentId: string,
  submitted: boolean,
): Commitment => ({
  id: `${requirementId}.1`,
  projectId: 'x',
  packageId: 'p',
  documentId,
  requirementId,
  vendorId: 1,
  values: { a: 1 },
  submitted,
  receipt: null,
  updatedBy: '',
  updatedOn: 0,
})
const requirements = [
  buildRequirement('r1', 'd1'),
  buildRequirement('r2', 'd1'),
  buildRequirement('r3', 'd2'),
]

test('progress counts drafts as answered and only submitted answers as submitted', () => {
  const [row] = countProgress({
    packages: [pack],
    documents: [buildDocument('d1'), buildDocument('d2')],
    requirements,
    commitments: [buildCommitment('r1', 'd1', true), buildCommitment('r2', 'd1', false)],
  })
  expect(row).toMatchObject({ total: 3, answered: 2, submitted: 1 })
  expect(
    row?.documents.map(({ total, answered, submitted }) => [total, answered, submitted]),
  ).toEqual([
    [2, 2, 1],
    [1, 0, 0],
  ])
})

test('answers waiting to be sent are counted separately', () => {
  const waiting = { ...buildCommitment('r2', 'd1', true), isWaiting: true as const }
  const [row] = countProgress({
    packages: [pack],
    documents: [buildDocument('d1')],
    requirements,
    commitments: [buildCommitment('r1', 'd1', true), waiting],
  })
  expect(row).toMatchObject({ answered: 2, submitted: 1, waiting: 1 })
})

test('a vendor continues with the document already started, then with the next open one', () => {
  const documents = [buildDocument('d1'), buildDocument('d2')]
  const nextAfter = (commitments: Commitment[]) =>
    nextDocument(countProgress({ packages: [pack], documents, requirements, commitments }))
  expect(nextAfter([])?.document.id).toBe('d1')
  expect(
    nextAfter([buildCommitment('r1', 'd1', true), buildCommitment('r2', 'd1', true)])?.document.id,
  ).toBe('d2')
})
