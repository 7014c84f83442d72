import { execFileSync } from 'node:child_process'
import { commitmentId, releaseField } from '#schema/entities/commitment.ts'
import type { Parameter, ParameterValue } from '#schema/entities/parameter.ts'
import type { ProjectState } from '#schema/entities/project.ts'
import { definitionText } from '#schema/rules/definition/parameters.ts'
import type { NewProject } from '#server/database/seed.ts'
import { buildProject } from '../support/project-rows.ts'
import { sharedPath } from '../support/shared-data.ts'

interface ScaleParameter extends Omit<Parameter, 'id' | 'parameters' | 'validations'> {
  parameters?: ScaleParameter[]
  validations?: { kind: string; value?: string | number }[]
}
interface ScaleStatement {
  percent: number
  release: string | null
}
interface Scale {
  project: { releases: { key: string; version: string }[] }
  packages: { key: string; name: string; weight: number }[]
  documents: { key: string; package: string; prefix: string; name: string; weight: number }[]
  sections: { key: string; document: string; name: string }[]
  requirements: {
    key: string
    fullId: string
    document: string
    section: string
    name: string
    parameters: ScaleParameter[]
    supplierParameters: ScaleParameter[]
  }[]
  commitments: {
    requirement: string
    vendor: string
    submitted: boolean
    values: Record<string, ParameterValue | ScaleStatement>
  }[]
}

/** How the requirements are distributed. */
export interface ScaleShape {
  mostPackages?: number
  perDocument?: number
}

/**
 * Requirements and answers of one vendor from the generator of the shared data; the same count
 * gives the same rows.
 */
export const makeScale = (
  commitments: number,
  { mostPackages = 10, perDocument = 50 }: ScaleShape = {},
): Scale => {
  const documents = Math.max(1, Math.ceil(commitments / perDocument))
  const packages = Math.min(mostPackages, documents)
  const options = [
    '--packages',
    packages,
    '--documents',
    Math.ceil(documents / packages),
    '--requirements',
    Math.min(perDocument, commitments),
    '--vendors',
    1,
    '--answered',
    1,
    '--comments',
    0,
  ]
  const text = execFileSync(
    process.execPath,
    [sharedPath('data', 'make_scale.mjs'), ...options.map(String)],
    { maxBuffer: 2 ** 30, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] },
  )
  return JSON.parse(text) as Scale
}

const toParameter = ({ parameters, validations, ...rest }: ScaleParameter): Parameter => {
  const own = validations
    ?.filter((one) => one.kind !== 'requiredConditionally')
    .map(({ kind, value }) => ({ kind, ...(value === undefined ? {} : { value }) }))
  return {
    ...rest,
    id: rest.key,
    ...(own === undefined ? {} : { validations: own as NonNullable<Parameter['validations']> }),
    ...(parameters === undefined ? {} : { parameters: parameters.map(toParameter) }),
  }
}
const rank = (n: number): string => `V${String(n).padStart(7, '0')}`

export interface ScaleContext {
  projectId: string
  organizationId: number
  ownerId: number
  ownerName: string
  vendorId: number
  state: ProjectState
}

/** The rows as the product stores them: exactly `count` requirements and as many commitments. */
export const scaleProject = (
  scale: Scale,
  count: number,
  { projectId, organizationId, ownerId, ownerName, vendorId, state }: ScaleContext,
): NewProject => {
  const releases = scale.project.releases.map(({ key, version }, number) => ({
    id: key,
    projectId,
    version,
    number,
    rank: rank(number),
    date: null,
    updatedOn: 0,
  }))
  const numbers = new Map(releases.map(({ id, number }) => [id, number]))
  const documents = new Map(scale.documents.map((one) => [one.key, one]))
  const place = (documentId: string) => ({
    projectId,
    documentId,
    packageId: documents.get(documentId)?.package ?? '',
  })
  const requirements = scale.requirements.slice(0, count)
  const known = new Map(requirements.map((one) => [one.key, one]))
  const values = (given: Scale['commitments'][number]['values']): Record<string, ParameterValue> =>
    Object.fromEntries(
      Object.entries(given).flatMap(([key, value]) =>
        typeof value === 'object' && value !== null
          ? [
              [key, value.percent],
              [
                releaseField(key),
                value.release === null ? null : (numbers.get(value.release) ?? null),
              ],
            ]
          : [[key, value]],
      ),
    )
  return {
    project: buildProject({
      id: projectId,
      name: `${count} requirements`,
      state,
      organizationId,
      ownerId,
      ownerName,
    }),
    rows: [
      {
        entity: 'projectVendor',
        row: {
          id: `${projectId}-v`,
          projectId,
          vendorId,
          name: 'Vendor',
          addedOn: 0,
          started: true,
          allSubmitted: false,
          answered: null,
          submitted: null,
          updatedOn: 0,
        },
      },
      ...releases.map((row) => ({ entity: 'release' as const, row })),
      ...scale.packages.map(({ key, name, weight }, n) => ({
        entity: 'package' as const,
        row: { id: key, projectId, name, weight, rank: rank(n), ownerId: null, updatedOn: 0 },
      })),
      ...scale.documents.map(({ key, package: packageId, name, prefix, weight }, n) => ({
        entity: 'document' as const,
        row: {
          id: key,
          projectId,
          packageId,
          name,
          prefix,
          weight,
          rank: rank(n),
          ownerId: null,
          updatedOn: 0,
        },
      })),
      ...scale.sections.map(({ key, document, name }, n) => ({
        entity: 'section' as const,
        row: { id: key, ...place(document), name, rank: rank(n), updatedOn: 0 },
      })),
      ...requirements.map((one, n) => ({
        entity: 'requirement' as const,
        row: {
          id: one.key,
          ...place(one.document),
          sectionId: one.section,
          lineageId: one.key,
          fullId: one.fullId,
          sourceId: null,
          status: 'NEW' as const,
          version: 1,
          name: one.name,
          vendorHelp: '',
          evaluatorHelp: '',
          rank: rank(n),
          excluded: null,
          updatedOn: 0,
          definition: definitionText({
            contentConfiguration: { parameters: one.parameters.map(toParameter) },
            suppliersCommitment: { parameters: one.supplierParameters.map(toParameter) },
          }),
        },
      })),
      ...scale.commitments.flatMap((one) => {
        const requirement = known.get(one.requirement)
        return requirement === undefined
          ? []
          : [
              {
                entity: 'commitment' as const,
                row: {
                  id: commitmentId(one.requirement, vendorId),
                  ...place(requirement.document),
                  requirementId: one.requirement,
                  vendorId,
                  values: values(one.values),
                  submitted: false,
                  receipt: null,
                  updatedBy: 'Vendor',
                  updatedOn: 0,
                },
              },
            ]
      }),
    ],
  }
}
