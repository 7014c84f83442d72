import { expect, it } from 'vitest'
import { exportContentsOf, exportRights, hasRights } from './export-contents.ts'

const owner = { actor: { relation: 'owner', permissions: ['SC_BROWSE'] } } as const
const vendor = { actor: { relation: 'vendor', permissions: [] } } as const
const SHARED = ['requirements', 'log', 'everything']

it.each([
  ['a requestor while the answers are sealed', { ...owner, buckets: ['*:int', 'p1:int'] }, []],
  ['a requestor who reads comments', { ...owner, buckets: ['*:int', '*:talk'] }, ['comments']],
  [
    'a requestor once the answers are open',
    { ...owner, buckets: ['*:int', 'p1:v7', 'p1:over'] },
    ['answers', 'evaluation'],
  ],
  [
    'a vendor, who gets no scores',
    { ...vendor, buckets: ['*:pub', '*:qa', '*:q7', 'p1:v7', 'p1:w7'] },
    ['answers', 'comments'],
  ],
])('%s may export %o', (_, reader, more) => {
  expect(exportContentsOf(reader).toSorted()).toEqual(
    [...SHARED, ...more, ...(reader.actor.relation === 'owner' ? ['archive'] : [])].toSorted(),
  )
})

it('a file needs every right that it was written with; new ones do not matter', () => {
  const then = exportRights({ ...owner, buckets: ['*:int', 'p1:v7'] })
  const lost = exportRights({
    actor: { relation: 'owner', permissions: [] },
    buckets: ['*:int', 'p1:v7'],
  })
  expect(hasRights(exportRights({ ...owner, buckets: ['*:int', 'p1:v7', 'p1:v8'] }), then)).toBe(
    true,
  )
  expect(hasRights(exportRights({ ...owner, buckets: ['*:int'] }), then)).toBe(false)
  expect(hasRights(lost, then)).toBe(false)
})
