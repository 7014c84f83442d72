import { expect, test } from 'vitest'
import type { Document, Package } from '#schema/entities/structure.ts'
import { publishChecks } from './publish-checks.ts'

const buildPackage = (id: string, weight: number | null): Package => ({
  id,
  projectId: 'x',
  name: id,
  weight,
  rank: 'a',
  ownerId: null,
  updatedOn: 0,
})
const buildDocument = (id: string, packageId: string, weight: number | null): Document => ({
  ...buildPackage(id, weight),
  packageId,
  prefix: 'D',
})
const deadline = { date: '2026-12-02', zone: 'Europe/Bratislava' }
const beforeIt = Date.parse('2026-12-02T22:59:00Z')
const complete = {
  packages: [buildPackage('p', 100)],
  documents: [buildDocument('d', 'p', 100)],
  requirementCount: 1,
  vendorCount: 1,
  deadline,
  now: beforeIt,
}
const missing = (over: Partial<typeof complete>) =>
  publishChecks({ ...complete, ...over }).filter((check) => !check.isDone)

test('a project with requirements, vendors, weights and a deadline can be published until the end of that day', () => {
  expect(missing({})).toEqual([])
  expect(missing({ now: beforeIt + 60_000 }).map((check) => check.id)).toEqual(['deadline'])
})

test('weights that do not total 100 are reported with their total and package', () => {
  expect(missing({ packages: [buildPackage('p', 99.99)] })).toMatchObject([
    { id: 'package-weights', total: 99.99 },
  ])
  expect(
    missing({ documents: [buildDocument('d', 'p', 60), buildDocument('e', 'p', 30)] }),
  ).toMatchObject([{ id: 'document-weights', total: 90, where: { id: 'p' } }])
})

test('a project without requirements or without vendors cannot be published', () => {
  expect(missing({ requirementCount: 0, vendorCount: 0 }).map((check) => check.id)).toEqual([
    'requirements',
    'vendors',
  ])
})

test('an empty project fails every check, because it has nothing to weigh either', () => {
  const empty = {
    packages: [],
    documents: [],
    requirementCount: 0,
    vendorCount: 0,
    deadline: null,
    now: beforeIt,
  }
  expect(publishChecks(empty).filter((check) => check.isDone)).toEqual([])
})
