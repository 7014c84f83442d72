import * as v from 'valibot'
import { expect, test } from 'vitest'
import { ENTITY_EXAMPLES } from '../../../tests/support/entity-examples.ts'
import { buildCollaborator, buildOwner } from '../../../tests/support/project-rows.ts'
import { Attachment } from '../../entities/attachment.ts'
import { PROJECT_STATES } from '../../entities/project.ts'
import { VendorPart } from '../../entities/vendor-part.ts'
import { bucketOf, bucketsOf } from './access.ts'

const SIDES = ['int', 'pub', 'over', 'talk', 'qa', 'v7', 'v8', 'w7', 'w8', 'q7', 'q8']
/** The buckets of a row, over all sides. */
const bucketsIn = (place: (side: string) => string | null): string[] =>
  SIDES.flatMap((side) => place(side) ?? [])
const example = (name: string, changes: object) => ({
  ...ENTITY_EXAMPLES[name]?.example,
  ...changes,
})

test('[BK1] before the opening no requestor reads a bucket of answers or overrides', () => {
  const opened: string[] = []
  for (const actor of [buildOwner(), buildCollaborator('role-project-admin')])
    for (const state of PROJECT_STATES)
      for (const sealed of [true, false]) {
        const place = { packageIds: ['p1', 'p2'], vendorIds: [7, 8] }
        const buckets = bucketsOf(actor, { state, sealed, publishedOn: 1 }, place)
        const answers = buckets.filter((bucket) => /:(?:v\d+|over)$/.test(bucket))
        if (answers.length > 0)
          opened.push(`${actor.relation} ${state} ${sealed ? 'sealed' : 'open'}: ${answers.length}`)
      }
  const states = ['VALIDATION', 'EVALUATION', 'EVALUATED', 'CLOSED', 'ARCHIVED']
  const both = states.flatMap((state) => [`${state} sealed`, `${state} open`])
  expect(opened).toEqual(
    ['owner', 'collaborator'].flatMap((relation) =>
      ['PUBLISHED open', ...both].map((name) => `${relation} ${name}: 6`),
    ),
  )
})

test('[BK5] a file lies beside the content of its package, or with the answers of its vendor', () => {
  const file = (vendorId: number | null) => v.parse(Attachment, example('Attachment', { vendorId }))
  expect(bucketsIn((side) => bucketOf('attachment', file(null), side))).toEqual([
    'p1:int',
    'p1:pub',
  ])
  expect(bucketsIn((side) => bucketOf('attachment', file(7), side))).toEqual(['p1:v7'])
})

test('[BK7] who answers a part lies in the bucket of its vendor alone', () => {
  const part = v.parse(VendorPart, example('VendorPart', { vendorId: 7 }))
  expect(bucketsIn((side) => bucketOf('vendorPart', part, side))).toEqual(['p1:w7'])
})
