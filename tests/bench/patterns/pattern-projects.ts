import { commitmentId, type CommitmentValues } from '#schema/entities/commitment.ts'
import type { Parameter, Validation } from '#schema/entities/parameter.ts'
import type { Row } from '#schema/entities/rows.ts'
import type { Database } from '#server/database/database.ts'
import { seedOrganization, seedProject, seedUser } from '#server/database/seed.ts'
import {
  buildCommitment,
  buildDefinition,
  buildDocument,
  buildPackage,
  buildParameter,
  buildProject,
  buildProjectVendor,
  buildRequirement,
  buildSection,
} from '../../support/project-rows.ts'

/** The requirements of the project; they differ only in their numbers. */
export interface PatternShape {
  name: string
  requirements: number
  fields: number
  /** The patterns of each field of a requirement. */
  patterns: (field: number, requirement: number) => string[]
  text: (field: number, requirement: number) => string
}

export const PASSWORD = 'Bench-2026!'
export interface PatternBench {
  projectId: string
  vendorId: number
  contact: string
  answers: Row<'commitment'>[]
}

const regexes = (patterns: string[]): Validation[] =>
  patterns.map((value) => ({ kind: 'regex', value }))
const parameterOf =
  (shape: PatternShape, requirement: number) =>
  (_: unknown, field: number): Parameter =>
    buildParameter({
      id: `f${field}`,
      key: `f${field}`,
      name: `Field ${field}`,
      validations: regexes(shape.patterns(field, requirement)),
    })

/** A published project with one vendor's draft answers, written as if saved before the bounds. */
export const seedPatterns = async (
  database: Database,
  shape: PatternShape,
): Promise<PatternBench> => {
  const city = await seedOrganization(database, { name: `City of ${shape.name}` })
  const vendorId = await seedOrganization(database, {
    name: `Vendor of ${shape.name}`,
    parentId: city,
  })
  const person = { password: PASSWORD, firstname: 'Pat', lastname: 'Tern', iterations: 1_000 }
  const ownerId = await seedUser(database, {
    ...person,
    username: `${shape.name}-owner`,
    organizationId: city,
    roles: ['role-org-admin'],
  })
  const contact = `${shape.name}-contact`
  await seedUser(database, {
    ...person,
    username: contact,
    organizationId: vendorId,
    roles: ['role-vendor-primary-contact'],
    isPrimaryContact: true,
  })
  const projectId = `patterns-${shape.name}`
  const place = { projectId, packageId: `${projectId}-p`, documentId: `${projectId}-d` }
  const sectionId = `${projectId}-s`
  const numbers = Array.from({ length: shape.requirements }, (_, number) => number)
  const requirements = numbers.map((number) =>
    buildRequirement({
      ...place,
      id: `${projectId}-r${number}`,
      sectionId,
      fullId: `FUN-${String(number).padStart(4, '0')}`,
      definition: buildDefinition({
        answer: Array.from({ length: shape.fields }, parameterOf(shape, number)),
      }),
    }),
  )
  const answers = requirements.map(({ id }, number) => {
    const fields = Array.from({ length: shape.fields }, (_, field) => [
      `f${field}`,
      shape.text(field, number),
    ])
    const values = Object.fromEntries(fields) as CommitmentValues
    return buildCommitment({
      ...place,
      id: commitmentId(id, vendorId),
      requirementId: id,
      vendorId,
      values,
    })
  })
  await seedProject(database, {
    project: buildProject({
      id: projectId,
      name: shape.name,
      state: 'PUBLISHED',
      organizationId: city,
      ownerId,
    }),
    rows: [
      {
        entity: 'projectVendor',
        row: { ...buildProjectVendor(vendorId), id: `${projectId}.v`, projectId },
      },
      { entity: 'package', row: buildPackage({ id: place.packageId, projectId }) },
      {
        entity: 'document',
        row: buildDocument({ id: place.documentId, projectId, packageId: place.packageId }),
      },
      { entity: 'section', row: buildSection({ ...place, id: sectionId }) },
      ...requirements.map((row) => ({ entity: 'requirement' as const, row })),
      ...answers.map((row) => ({ entity: 'commitment' as const, row })),
    ],
  })
  return { projectId, vendorId, contact, answers }
}
