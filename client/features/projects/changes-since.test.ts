import { expect, test } from 'vitest'
import {
  buildCommitment,
  buildDocument,
  buildRequirement,
} from '../../../tests/support/project-rows.ts'
import { changesSince } from './changes-since.ts'

const documents = [
  buildDocument({ id: 'd1' }),
  buildDocument({ id: 'd2' }),
  buildDocument({ id: 'd3' }),
]
const since = { since: 100, name: 'Me' }

test('changes by others since a moment are counted per document, in document order', () => {
  const requirements = [
    buildRequirement({ id: 'r1', documentId: 'd2', updatedOn: 150 }),
    buildRequirement({ id: 'r2', documentId: 'd1', updatedOn: 100 }),
  ]
  const commitments = [
    buildCommitment({
      requirementId: 'r1',
      documentId: 'd2',
      updatedOn: 170,
      updatedBy: 'Colleague',
    }),
    buildCommitment({
      requirementId: 'r2',
      documentId: 'd1',
      updatedOn: 120,
      updatedBy: 'Colleague',
    }),
  ]
  expect(changesSince({ documents, requirements, commitments }, since)).toEqual([
    { documentId: 'd1', requirements: 0, answers: 1, latestOn: 120 },
    { documentId: 'd2', requirements: 1, answers: 1, latestOn: 170 },
  ])
})

test('the person’s own answers are not counted', () => {
  expect(
    changesSince(
      {
        documents,
        requirements: [],
        commitments: [buildCommitment({ documentId: 'd1', updatedOn: 150, updatedBy: 'Me' })],
      },
      since,
    ),
  ).toEqual([])
})
