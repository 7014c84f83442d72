import { createHash } from 'node:crypto'
import type { Database } from '#server/database/database.ts'
import { type NewProject, seedProject } from '#server/database/seed.ts'
import { attachmentId, type Attachment } from '#schema/entities/attachment.ts'
import { commitmentId, overrideId, type Override } from '#schema/entities/commitment.ts'
import { canonicalContent } from '#schema/rules/answers/commitments.ts'
import { deadlineInstant } from '#schema/rules/project/deadline.ts'
import {
  buildCommitment,
  buildDefinition,
  buildDocument,
  buildPackage,
  buildParameter,
  buildProject,
  buildProjectVendor,
  buildRelease,
  buildRequirement,
  buildSection,
} from '../../support/project-rows.ts'
import { hashOf, pdf } from '../send-file.ts'
import { type Company, MEMBERS, type Name } from './cast.ts'
import { commentsOfRequestor, commentsOfVendor } from './seed-comments.ts'
import type { Ids } from './matrix-row.ts'

/** Each vendor's answer to requirement 2; the secret words stand in the answer to requirement 1. */
const PLAIN_ANSWER = { met: 100, 'met.release': -2, note: 'Yes' }
export const ANSWER_HASH = createHash('sha256').update(canonicalContent(PLAIN_ANSWER)).digest('hex')

export const DEADLINE = { date: '2031-01-31', zone: 'UTC' }
const taintOf = (company: Company): string => company.toUpperCase()
/** The file that a vendor or requestor attached, with the company's secret words in it. */
export const secretFile = (company: Company): Buffer =>
  pdf(`${taintOf(company)}-${company === 'city' || company === 'village' ? 'TAINT' : 'ANSWER'}`)

interface Place {
  letter: '' | 'v'
  company: 'city' | 'village'
  owner: Name
  vendors: readonly Company[]
}

type Attached = Pick<
  Attachment,
  | 'id'
  | 'projectId'
  | 'packageId'
  | 'documentId'
  | 'requirementId'
  | 'vendorId'
  | 'createdBy'
  | 'createdByOrg'
>
const attachment = (company: Company, attached: Attached): Attachment => {
  const bytes = secretFile(company)
  return {
    ...attached,
    file: { contentHash: hashOf(bytes), bytes: bytes.length, mime: 'application/pdf' },
    name: `${taintOf(company)}-${attached.vendorId === null ? 'TAINT' : 'ANSWER'}.pdf`,
    alias: '',
    description: '',
    createdByName: 'Somebody',
    createdOn: 0,
    updatedOn: 0,
  }
}

const override = (project: string, letter: string, vendorId: number): Override => ({
  id: overrideId(`${letter}r1`, vendorId, 'met'),
  projectId: project,
  packageId: `${letter}p1`,
  documentId: `${letter}d1`,
  requirementId: `${letter}r1`,
  vendorId,
  parameterId: 'met',
  value: 50,
  reason: 'Half',
  modifiedBy: { id: 1, name: 'Somebody' },
  modifiedOn: 0,
  originalValue: 100,
  originalKey: null,
  history: [],
  removed: false,
  updatedOn: 0,
})

const rowsOf = ({ letter, company, vendors }: Place, ids: Ids): NewProject['rows'] => {
  const { users, companies } = ids
  const projectId = `${letter}project`
  const at = (id: string): string => `${letter}${id}`
  const core = { projectId, packageId: at('p1'), documentId: at('d1') }
  const second = { projectId, packageId: at('p2'), documentId: at('d2') }
  const texts = {
    definition: buildDefinition({
      content: [
        buildParameter({
          id: 'text',
          key: 'text',
          name: 'Text',
          value: `${taintOf(company)}-TAINT`,
        }),
      ],
    }),
    evaluatorHelp: `${taintOf(company)}-INTERNAL`,
  }
  const taints = { inner: `${taintOf(company)}-INTERNAL`, shared: `${taintOf(company)}-TAINT` }
  const requestorFile = {
    projectId,
    packageId: at('p1'),
    requirementId: null,
    vendorId: null,
    createdBy: users.author,
    createdByOrg: companies[company],
  }
  return [
    ...[
      buildRelease({ id: at('rel0'), projectId }),
      buildRelease({ id: at('rel1'), projectId, version: '2.0', number: 1, rank: 'V00020' }),
    ].map((row) => ({ entity: 'release', row }) as const),
    ...[
      buildPackage({ id: at('p1'), projectId, weight: 50 }),
      buildPackage({
        id: at('p2'),
        projectId,
        weight: 50,
        rank: 'V00020',
        ownerId: letter === '' ? users.collaborator : null,
      }),
    ].map((row) => ({ entity: 'package', row }) as const),
    ...[
      buildDocument({ id: at('d1'), projectId, packageId: at('p1'), weight: 100 }),
      buildDocument({
        id: at('d2'),
        projectId,
        packageId: at('p2'),
        prefix: 'SEC',
        weight: 100,
        members: [letter === '' ? users.reviewer : users['village-owner']],
      }),
    ].map((row) => ({ entity: 'document', row }) as const),
    ...[buildSection({ ...core, id: at('s1') }), buildSection({ ...second, id: at('s2') })].map(
      (row) => ({ entity: 'section', row }) as const,
    ),
    ...[
      buildRequirement({
        ...core,
        ...texts,
        id: at('r1'),
        sectionId: at('s1'),
        lineageId: at('r1'),
      }),
      buildRequirement({
        ...core,
        ...texts,
        id: at('r2'),
        sectionId: at('s1'),
        lineageId: at('r2'),
        fullId: 'FUN-0002',
        rank: 'V00020',
      }),
      buildRequirement({
        ...second,
        ...texts,
        id: at('r3'),
        sectionId: at('s2'),
        lineageId: at('r3'),
        fullId: 'SEC-0001',
      }),
    ].map((row) => ({ entity: 'requirement', row }) as const),
    ...[
      { id: `${projectId}-package1`, documentId: null },
      { id: `${projectId}-document1`, documentId: at('d1') },
    ].map(
      (place) =>
        ({
          entity: 'attachment',
          row: attachment(company, { ...requestorFile, ...place }),
        }) as const,
    ),
    ...commentsOfRequestor(core, at('r1'), taints),
    ...vendors.flatMap((vendor) => [
      ...answersOf({ vendor, letter, core, ids }),
      ...commentsOfVendor(core, at('r1'), companies[vendor], `${taintOf(vendor)}-TAINT`, taints),
    ]),
  ]
}

interface AnswerPlace {
  vendor: Company
  letter: string
  core: { projectId: string; packageId: string; documentId: string }
  ids: Ids
}
const answersOf = ({ vendor, letter, core, ids }: AnswerPlace): NewProject['rows'] => {
  const { projectId } = core
  const vendorId = ids.companies[vendor]
  const requirementId = `${letter}r1`
  const answer = (id: string, values: Record<string, string | number>) =>
    ({
      entity: 'commitment',
      row: buildCommitment({
        ...core,
        id: commitmentId(id, vendorId),
        requirementId: id,
        vendorId,
        values,
      }),
    }) as const
  return [
    {
      entity: 'projectVendor',
      row: {
        ...buildProjectVendor(vendorId),
        id: `${projectId}.${vendorId}`,
        projectId,
        name: `${taintOf(vendor)}-TAINT`,
        started: true,
      },
    },
    answer(requirementId, { ...PLAIN_ANSWER, note: `${taintOf(vendor)}-ANSWER` }),
    answer(`${letter}r2`, PLAIN_ANSWER),
    { entity: 'override', row: override(projectId, letter, vendorId) },
    {
      entity: 'attachment',
      row: attachment(vendor, {
        ...core,
        id: attachmentId(`${letter}file`, vendorId),
        requirementId,
        vendorId,
        createdBy: ids.users['alpha-primary'],
        createdByOrg: vendorId,
      }),
    },
  ]
}

const seedPlace = async (database: Database, place: Place, ids: Ids): Promise<void> => {
  const { letter, company, owner } = place
  await seedProject(database, {
    project: buildProject({
      id: `${letter}project`,
      name: `${taintOf(company)}-TAINT`,
      organizationId: ids.companies[company],
      organizationName: `${taintOf(company)}-TAINT`,
      ownerId: ids.users[owner],
      ownerName: `${owner} Person`,
      deadline: DEADLINE,
      deadlineAt: deadlineInstant(DEADLINE),
    }),
    rows: rowsOf(place, ids),
    members: MEMBERS.flatMap(({ username, company: own, projectRoles }) =>
      own === company && projectRoles !== undefined
        ? [{ userId: ids.users[username], roles: projectRoles }]
        : [],
    ),
    grants: MEMBERS.flatMap(({ username, company: vendor, packages }) =>
      packages === undefined || !place.vendors.includes(vendor)
        ? []
        : [
            {
              vendorId: ids.companies[vendor],
              userId: ids.users[username],
              packageIds: packages === 'all' ? null : [`${letter}p2`],
            },
          ],
    ),
  })
}

/**
 * A second project of City with the same people, so that a call on the first that reaches further
 * shows.
 */
const seedElsewhere = async (database: Database, { users, companies }: Ids): Promise<void> => {
  const inCity = MEMBERS.filter(({ company }) => company === 'city')
  await seedProject(database, {
    project: buildProject({
      id: 'elsewhere',
      name: 'Elsewhere',
      organizationId: companies.city,
      organizationName: 'City',
      ownerId: users.owner,
      ownerName: 'owner Person',
      deadline: DEADLINE,
      deadlineAt: deadlineInstant(DEADLINE),
    }),
    rows: [
      {
        entity: 'projectVendor',
        row: {
          ...buildProjectVendor(companies.alpha),
          id: `elsewhere.${companies.alpha}`,
          projectId: 'elsewhere',
        },
      },
    ],
    members: inCity.flatMap(({ username, projectRoles }) =>
      projectRoles === undefined ? [] : [{ userId: users[username], roles: projectRoles }],
    ),
    grants: [
      { vendorId: companies.alpha, userId: users['alpha-contact'], packageIds: null },
      { vendorId: companies.alpha, userId: users['alpha-restricted'], packageIds: null },
    ],
  })
}

export const seedBothProjects = async (database: Database, ids: Ids): Promise<void> => {
  await seedPlace(
    database,
    { letter: '', company: 'city', owner: 'owner', vendors: ['alpha', 'beta'] },
    ids,
  )
  await seedPlace(
    database,
    { letter: 'v', company: 'village', owner: 'village-owner', vendors: ['delta'] },
    ids,
  )
  await seedElsewhere(database, ids)
}
