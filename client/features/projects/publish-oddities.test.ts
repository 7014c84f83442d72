import { expect, test } from 'vitest'
import type { Document, Package } from '#schema/entities/structure.ts'
import { buildParameter } from '../../../tests/support/project-rows.ts'
import { publishOddities } from './publish-oddities.ts'

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
const definitionOf = (weight: number | null): string =>
  JSON.stringify({
    contentConfiguration: { parameters: [] },
    suppliersCommitment: {
      parameters: weight === null ? [] : [buildParameter({ isStatement: true, weight })],
    },
  })
const requirement = (documentId: string, weight: number | null = 1) => ({
  documentId,
  definition: definitionOf(weight),
  excluded: null,
})
const two = {
  packages: [buildPackage('p', 50), buildPackage('q', 50)],
  documents: [buildDocument('d', 'p', 100), buildDocument('e', 'q', 100)],
}
const idsOf = (odd: ReturnType<typeof publishOddities>) =>
  odd.map((one) => ('where' in one ? `${one.id} ${one.where.id}` : one.id))

test('a project with filled, scored documents and vendors with contacts has no warning', () => {
  const vendors = [
    { vendorId: 1, name: 'A', activeContacts: 2 },
    { vendorId: 2, name: 'B', activeContacts: null },
  ]
  expect(
    publishOddities({ ...two, requirements: [requirement('d'), requirement('e')] }, vendors),
  ).toEqual([])
})

test('an empty package with weight is reported once, one without weight is not', () => {
  expect(idsOf(publishOddities({ ...two, requirements: [requirement('d')] }, []))).toEqual([
    'empty-package q',
  ])
  const unweighted = { ...two, packages: [buildPackage('p', 100), buildPackage('q', 0)] }
  expect(publishOddities({ ...unweighted, requirements: [requirement('d')] }, [])).toEqual([])
})

test('an empty document beside a filled one is reported', () => {
  const documents = [...two.documents, buildDocument('f', 'p', 40)]
  const found = publishOddities(
    { ...two, documents, requirements: [requirement('d'), requirement('e')] },
    [],
  )
  expect(idsOf(found)).toEqual(['empty-document f'])
})

test('a document with weight but no scored statement is reported, and so is a project without any', () => {
  const requirements = [requirement('d'), requirement('e', null), requirement('e', 0)]
  expect(idsOf(publishOddities({ ...two, requirements }, []))).toEqual(['unscored-document e'])
  expect(
    idsOf(
      publishOddities({ ...two, requirements: [requirement('d', null), requirement('e', 0)] }, []),
    ),
  ).toEqual(['nothing-scored'])
})

test('a vendor whose contacts cannot sign in is reported; without requirements nothing else is', () => {
  const vendors = [{ vendorId: 7, name: 'A', activeContacts: 0 }]
  expect(idsOf(publishOddities({ ...two, requirements: [] }, vendors))).toEqual(['no-contact 7'])
})
