import { type Commitment, commitmentId } from '#schema/entities/commitment.ts'
import type { Parameter } from '#schema/entities/parameter.ts'
import type { Project, ProjectVendor, Release } from '#schema/entities/project.ts'
import type { Document, Package, Requirement, Section } from '#schema/entities/structure.ts'
import type { ProjectActor } from '#schema/mutations/mutation.ts'
import { effectivePermissions } from '#schema/rules/access/access.ts'
import { definitionText } from '#schema/rules/definition/parameters.ts'
import type { RowSet } from './memory-tx.ts'

/*
 * One small project: package p1 with document d1 (FUN), section s1 and requirements r1 and r2;
 * package p2 with document d2 (SEC), section s2 and requirement r3; release 0; vendors 7 and 8.
 * Builders set what matters to a test and keep these values for the rest.
 */
export const PROJECT_ID = 'project'

export const buildProject = (changes: Partial<Project> = {}): Project => ({
  id: PROJECT_ID,
  name: 'Groupware',
  description: '',
  state: 'PREPARATION',
  tags: [],
  version: '1',
  organizationId: 1,
  organizationName: 'City',
  ownerId: 1,
  ownerName: 'Owner',
  deadline: { date: '2030-01-31', zone: 'UTC' },
  deadlineAt: Date.parse('2030-02-01T00:00:00Z'),
  sealed: true,
  stopInValidation: true,
  evaluation: { futureCredit: 0, unplannedCredit: 0, knockOutsApplied: false },
  addendum: 0,
  publishedOn: null,
  createdOn: 0,
  updatedOn: 0,
  ...changes,
})
export const buildPackage = (changes: Partial<Package> = {}): Package => ({
  id: 'p1',
  projectId: PROJECT_ID,
  name: 'Core',
  weight: null,
  rank: 'V00000',
  ownerId: null,
  updatedOn: 0,
  ...changes,
})
export const buildDocument = (changes: Partial<Document> = {}): Document => ({
  id: 'd1',
  projectId: PROJECT_ID,
  packageId: 'p1',
  name: 'Functions',
  prefix: 'FUN',
  weight: null,
  rank: 'V00000',
  ownerId: null,
  updatedOn: 0,
  ...changes,
})
export const buildSection = (changes: Partial<Section> = {}): Section => ({
  id: 's1',
  projectId: PROJECT_ID,
  packageId: 'p1',
  documentId: 'd1',
  name: 'General',
  rank: 'V00000',
  updatedOn: 0,
  ...changes,
})
export const buildRelease = (changes: Partial<Release> = {}): Release => ({
  id: 'rel0',
  projectId: PROJECT_ID,
  version: '1.0',
  number: 0,
  rank: 'V00000',
  date: null,
  updatedOn: 0,
  ...changes,
})
export const buildProjectVendor = (vendorId: number): ProjectVendor => ({
  id: `${PROJECT_ID}.${vendorId}`,
  projectId: PROJECT_ID,
  vendorId,
  name: `Vendor ${vendorId}`,
  addedOn: 0,
  started: false,
  allSubmitted: false,
  answered: null,
  submitted: null,
  updatedOn: 0,
})

export const buildParameter = (changes: Partial<Parameter> = {}): Parameter => ({
  id: 'a',
  key: 'a',
  name: 'A',
  type: 'INPUT',
  inputType: 'text',
  ...changes,
})
export const buildStatement = (changes: Partial<Parameter> = {}): Parameter =>
  buildParameter({
    id: 'met',
    key: 'met',
    name: 'Met',
    inputType: 'number',
    isStatement: true,
    validations: [{ kind: 'statement_release' }],
    ...changes,
  })
export const buildDefinition = (
  halves: { content?: Parameter[]; answer?: Parameter[] } = {},
): string =>
  definitionText({
    contentConfiguration: {
      parameters: halves.content ?? [
        buildParameter({ id: 'text', key: 'text', name: 'Text', value: 'The system works.' }),
      ],
    },
    suppliersCommitment: {
      parameters: halves.answer ?? [
        buildStatement(),
        buildParameter({ id: 'note', key: 'note', name: 'Note' }),
      ],
    },
  })

export const buildRequirement = (changes: Partial<Requirement> = {}): Requirement => ({
  id: 'r1',
  projectId: PROJECT_ID,
  packageId: 'p1',
  documentId: 'd1',
  sectionId: 's1',
  lineageId: changes.id ?? 'r1',
  fullId: 'FUN-0001',
  sourceId: null,
  status: 'NEW',
  version: 1,
  name: 'Sends mail',
  definition: buildDefinition(),
  vendorHelp: '',
  evaluatorHelp: '',
  rank: 'V00000',
  excluded: null,
  updatedOn: 0,
  ...changes,
})
export const buildCommitment = (changes: Partial<Commitment> = {}): Commitment => ({
  id: commitmentId(changes.requirementId ?? 'r1', changes.vendorId ?? 7),
  projectId: PROJECT_ID,
  packageId: 'p1',
  documentId: 'd1',
  requirementId: 'r1',
  vendorId: 7,
  values: {},
  submitted: false,
  receipt: null,
  updatedBy: 'Vera',
  updatedOn: 0,
  ...changes,
})

export const buildRows = (changes: RowSet = {}): RowSet => ({
  project: [buildProject()],
  projectVendor: [buildProjectVendor(7), buildProjectVendor(8)],
  release: [buildRelease()],
  package: [buildPackage(), buildPackage({ id: 'p2', name: 'Security', rank: 'V00020' })],
  document: [
    buildDocument(),
    buildDocument({ id: 'd2', packageId: 'p2', name: 'Protection', prefix: 'SEC' }),
  ],
  section: [buildSection(), buildSection({ id: 's2', packageId: 'p2', documentId: 'd2' })],
  requirement: [
    buildRequirement(),
    buildRequirement({ id: 'r2', fullId: 'FUN-0002', name: 'Keeps a calendar', rank: 'V00020' }),
    buildRequirement({
      id: 'r3',
      packageId: 'p2',
      documentId: 'd2',
      sectionId: 's2',
      fullId: 'SEC-0001',
      name: 'Encrypts',
    }),
  ],
  ...changes,
})

export const buildOwner = (changes: Partial<ProjectActor> = {}): ProjectActor => ({
  userId: 1,
  name: 'Owner',
  relation: 'owner',
  permissions: effectivePermissions([], true),
  vendorId: null,
  packageIds: null,
  ...changes,
})
export const buildCollaborator = (
  role: string,
  changes: Partial<ProjectActor> = {},
): ProjectActor => ({
  userId: 2,
  name: 'Colleague',
  relation: 'collaborator',
  permissions: effectivePermissions([role], false),
  vendorId: null,
  packageIds: null,
  ...(role === 'role-project-admin' ? { isAdministrator: true } : {}),
  ...changes,
})
export const buildVendorContact = (changes: Partial<ProjectActor> = {}): ProjectActor => ({
  userId: 3,
  name: 'Vera',
  relation: 'vendor',
  permissions: effectivePermissions(['role-vendor-contact'], false),
  vendorId: 7,
  packageIds: null,
  ...changes,
})
