import type * as v from 'valibot'
import {
  AccessLogEntry,
  Consent,
  Feedback,
  OrganizationRole,
  Profile,
  Role,
  User,
} from '#schema/entities/user.ts'
import {
  PLAIN_ARRANGEMENT,
  SortKey,
  TableArrangement,
  TableView,
  TableViewContent,
} from '#schema/entities/table-view.ts'
import { Attachment, StoredFile } from '#schema/entities/attachment.ts'
import {
  Discussion,
  PainPoint,
  Place,
  Publication,
  PublicationRevision,
  Question,
  Reply,
} from '#schema/entities/comment.ts'
import { Export, ExportRequest } from '#schema/entities/export.ts'
import {
  ArchiveLogEntry,
  ArchiveManifest,
  ArchiveMember,
  ArchiveNumber,
  ArchivePart,
} from '#schema/entities/archive.ts'
import { ImportMappingContent, NamedMapping } from '#schema/entities/import-mapping.ts'
import { VendorPart } from '#schema/entities/vendor-part.ts'
import { ArchiveChange } from '#schema/entities/archive-change.ts'
import { Commitment, commitmentId, Override, Receipt } from '#schema/entities/commitment.ts'
import {
  CommitmentDetails,
  DocumentDetails,
  PackageDetails,
  ProjectDetails,
  RequirementDetails,
  SectionDetails,
  VendorChoice,
} from '#schema/entities/details.ts'
import { Addendum, ChangeLogEntry, ProjectVersion } from '#schema/entities/history.ts'
import { LocalSettings, ProjectSettings } from '#schema/entities/local-settings.ts'
import { Notification } from '#schema/entities/notification.ts'
import { ReceivedMessage, SentMessage } from '#schema/entities/project-message.ts'
import {
  Invitation,
  Organization,
  OrganizationMember,
  Restrictions,
  Vendor,
} from '#schema/entities/organization.ts'
import {
  Condition,
  ConditionList,
  Definition,
  Parameter,
  ParameterOption,
  Validation,
} from '#schema/entities/parameter.ts'
import {
  Deadline,
  DeadlineExtension,
  DeadlineOpening,
  EarlyOpening,
  EvaluationSettings,
  Project,
  ProjectVendor,
  Release,
  ScoringChange,
} from '#schema/entities/project.ts'
import { Document, Exclusion, Package, Requirement, Section } from '#schema/entities/structure.ts'
import { RequirementTemplate } from '#schema/entities/template.ts'
import {
  buildCommitment,
  buildDefinition,
  buildDocument,
  buildPackage,
  buildProject,
  buildProjectVendor,
  buildRelease,
  buildRequirement,
  buildSection,
} from './project-rows.ts'

export interface EntityExample {
  schema: v.GenericSchema
  example: Record<string, unknown>
}

const HASH = 'a'.repeat(64)
const NOW = 1_700_000_000_000
const UUID = '0190b3a0-0000-7000-8000-000000000000'
const place = { packageId: 'p1', documentId: 'd1', requirementId: 'r1' }
const written = { authorId: 3, authorName: 'Vera', createdOn: NOW, updatedOn: NOW }
const started = {
  id: 'c1',
  projectId: 'project',
  ...place,
  text: 'How many users?',
  ...written,
  officialReplies: [{ replyId: 'c2', by: 1, on: NOW }],
  publicationId: 'q1',
}
const profile = {
  avatar: HASH,
  email: 'vera@example.org',
  firstname: 'Vera',
  lastname: 'Vendor',
  about: 'Answers.',
  homepage: 'https://example.org',
  company: 'Vendor Ltd.',
  location: 'Bratislava',
  phone: '+421 2 000',
}
const organization = {
  id: 1,
  name: 'City',
  description: 'Buys.',
  avatar: HASH,
  parentId: 2,
  zone: 'Europe/Bratislava',
}
const restrictions = { vendorId: 7, users: [{ userId: 3, project: 'project', packageIds: ['p1'] }] }

const condition = { parameterKey: 'text', op: 'equals', value: 'x' }
const list = { join: 'all', conditions: [condition] }
const validation = { kind: 'requiredConditionally', value: 'x', when: list }
const option = { key: 'yes', label: 'Yes', value: 100 }
const parameter = {
  id: 'met',
  key: 'met',
  name: 'Met',
  type: 'SELECTBOX',
  inputType: 'text',
  options: [option],
  value: 'yes',
  isGroup: false,
  isStatement: true,
  hidden: false,
  skip: false,
  weight: 1,
  knockOut: 50,
  layout: { internal: { offset: 0, width: 12 } },
  validations: [validation],
  visibleWhen: list,
}
const entry = {
  value: 60,
  reason: 'Shown in a demonstration',
  modifiedBy: { id: 1, name: 'Owner' },
  modifiedOn: NOW,
}
const override = {
  id: 'r1.7.met',
  projectId: 'project',
  packageId: 'p1',
  documentId: 'd1',
  requirementId: 'r1',
  vendorId: 7,
  parameterId: 'met',
  ...entry,
  originalValue: 20,
  originalKey: 'no',
  history: [{ ...entry, removed: true }],
  removed: false,
  updatedOn: NOW,
}
const receipt = { submittedOn: NOW, by: 'Vera', contentHash: HASH, seal: HASH }
const deadline = { date: '2030-01-31', zone: 'UTC' }
const scoringChange = { what: 'weights', reason: 'Agreed', by: { id: 1, name: 'Owner' }, on: NOW }
const opening = {
  kind: 'early',
  at: NOW,
  reason: 'Every vendor is done',
  askedBy: { id: 1, name: 'Owner' },
  confirmedBy: { id: 2, name: 'Colleague' },
} as const
const deadlineExtension = {
  on: NOW,
  from: deadline,
  to: { date: '2030-02-28', zone: 'UTC' },
  reason: 'Vendors asked for it',
}
const project = {
  ...buildProject({
    tags: ['it'],
    publishedOn: NOW,
    deadline,
    avatar: HASH,
    language: 'sk',
    weight: 5,
    archivedSealed: false,
    openings: [opening],
    deadlineExtensions: [deadlineExtension],
  }),
  weightsPublished: true,
  scoringChanges: [scoringChange],
}
const packageRow = buildPackage({
  weight: 60,
  ownerId: 2,
  lineageId: 'p1',
  isWeightPublished: true,
})
const document = buildDocument({
  weight: 70,
  ownerId: 2,
  members: [3],
  lineageId: 'd1',
  isWeightPublished: true,
})
const section = buildSection({ lineageId: 's1' })
const requirement = buildRequirement({
  updatedBy: 3,
  imported: '0a1b2c',
  isWeightPublished: true,
  sourceId: 'REQ-1',
  excluded: { reason: 'Not asked any more', by: 'Owner', on: NOW },
})
const projectSettings = {
  selectedVendors: [7],
  comparedProjectId: 'project',
  documentFilters: { requirements: { d1: '{"q":"mail"}' }, answers: {} },
  columns: { definition: ['text'], suppliers: ['met'], lastUpdateByVisible: true },
  commentFilter: 'all',
  documentLayout: 'table',
}
const commitmentDetails = {
  id: 'r1.7',
  vendorId: 7,
  submitted: true,
  definition: { parameters: { met: 100 }, overrides: [override] },
  updatedOn: NOW,
}
const sectionDetails = { ...section, index: 0 }
const documentDetails = {
  ...document,
  state: 'PREPARATION',
  ownerData: { id: 2, name: 'Colleague' },
  permissions: ['PROJECT_BROWSE'],
  members: [{ id: 2, name: 'Colleague' }],
  sections: [sectionDetails],
}
const packageDetails = {
  ...packageRow,
  permissions: ['PROJECT_BROWSE'],
  documents: [documentDetails],
}

const viewContent = {
  arrangement: { ...PLAIN_ARRANGEMENT, shown: ['lastUpdateBy'] },
  search: '{"q":"mail"}',
}

/** One example of every entity of section 3, with every field filled in, optional ones included. */
const mappingContent = {
  roles: { no: 'id', text: 'name' },
  sectionFrom: 'columns',
  defaultSection: 'General',
  headerRows: 1,
  withHidden: false,
  fillsDown: false,
  isIdOfSection: false,
  duplicates: 'refuse',
  notesAsHelp: false,
}
const archiveValue = { field: 'values.note', label: 'Note', before: 'old', after: 'new' }
const archivePart = { path: 'members.jsonl', bytes: 9, sha256: 'a'.repeat(64), rows: 1 }

export const ENTITY_EXAMPLES: Record<string, EntityExample> = {
  ExportRequest: {
    schema: ExportRequest,
    example: { content: 'answers', format: 'xlsx', vendorIds: [2] },
  },
  Export: {
    schema: Export,
    example: {
      id: 'x1',
      content: 'answers',
      format: 'xlsx',
      vendors: ['Alpha'],
      state: 'ready',
      failure: null,
      done: 2,
      total: 2,
      askedBy: 'Vera',
      createdOn: NOW,
      expiresOn: NOW,
      fileName: 'answers.xlsx',
      bytes: 9,
    },
  },
  ArchivePart: { schema: ArchivePart, example: archivePart },
  ArchiveManifest: {
    schema: ArchiveManifest,
    example: {
      format: 'tenderbook-archive',
      version: 1,
      project: { id: 'p1', name: 'Groupware', version: '1' },
      writtenOn: NOW,
      leavesOutSealed: false,
      parts: [archivePart],
    },
  },
  ArchiveMember: {
    schema: ArchiveMember,
    example: { userId: 3, name: 'Vera', email: 'vera@example.org', roles: ['role-project-admin'] },
  },
  ArchiveNumber: { schema: ArchiveNumber, example: { prefix: 'FUN', lastNumber: 12 } },
  ArchiveChange: {
    schema: ArchiveChange,
    example: {
      at: NOW,
      actorName: 'Vera',
      entity: 'commitment',
      entityId: 'r1.7',
      documentId: 'd1',
      vendorId: 7,
      kind: 'changed',
      fields: ['values.note'],
      details: { label: 'FUN-1', whole: [archiveValue], published: [archiveValue] },
    },
  },
  ArchiveLogEntry: {
    schema: ArchiveLogEntry,
    example: {
      serial: 1,
      at: NOW,
      actorId: 3,
      kind: 'opened',
      detail: {},
      salt: 'salt',
      hash: 'a'.repeat(64),
    },
  },
  ImportMappingContent: { schema: ImportMappingContent, example: mappingContent },
  NamedMapping: {
    schema: NamedMapping,
    example: {
      id: 'm1',
      name: 'Requirements of the city',
      isShared: true,
      isOwn: true,
      isChangeable: true,
      content: mappingContent,
      updatedOn: NOW,
    },
  },
  User: {
    schema: User,
    example: {
      id: 3,
      uuid: UUID,
      username: 'vera',
      ...profile,
      guidelineSeen: ['vendor-projects'],
      roles: [{ id: 'role-vendor-contact', code: 'VendorContact' }],
      organizationRoles: [{ id: 'role-vendor-contact', code: 'VendorContact', organizationId: 7 }],
      organizations: [{ id: 7, name: 'Vendor Ltd.' }],
      activeOrganizationId: 7,
      otpActivated: false,
    },
  },
  Profile: {
    schema: Profile,
    example: { userId: 3, username: 'vera', ...profile, isPublic: true },
  },
  Role: {
    schema: Role,
    example: {
      id: 'role-org-admin',
      code: 'ORG_ADMIN',
      name: 'Organization administrator',
      permissions: ['ORG_ADMIN'],
    },
  },
  OrganizationRole: {
    schema: OrganizationRole,
    example: { id: 'role-org-admin', code: 'ORG_ADMIN', organizationId: 1 },
  },
  Consent: {
    schema: Consent,
    example: { userId: 3, document: 'Terms', version: '1', acceptedOn: NOW },
  },
  Feedback: { schema: Feedback, example: { text: 'Good.', sendCopy: true, file: 'f1' } },
  AccessLogEntry: {
    schema: AccessLogEntry,
    example: {
      id: 'l1',
      organizationId: 1,
      userId: 3,
      username: 'vera',
      action: 'sign-in',
      result: 'success',
      address: '::1',
      userAgent: 'x',
      detail: 'x',
      at: NOW,
    },
  },
  Organization: { schema: Organization, example: organization },
  Vendor: {
    schema: Vendor,
    example: { ...organization, state: 'ACTIVE', primaryContactId: 3, contactsCount: 2 },
  },
  OrganizationMember: {
    schema: OrganizationMember,
    example: {
      organizationId: 1,
      userId: 2,
      username: 'col',
      name: 'Colleague',
      email: 'col@example.org',
      avatar: HASH,
      roleIds: ['role-org-admin'],
      state: 'ACTIVE',
      isPrimaryContact: false,
      expiresOn: NOW,
      createdOn: NOW,
    },
  },
  Restrictions: { schema: Restrictions, example: restrictions },
  Invitation: {
    schema: Invitation,
    example: {
      id: 'i1',
      organizationId: 7,
      email: 'new@example.org',
      roleIds: ['role-vendor-contact'],
      restrictions,
      invitedBy: 3,
      sentOn: NOW,
      expiresOn: NOW,
    },
  },
  Deadline: { schema: Deadline, example: deadline },
  SortKey: { schema: SortKey, example: { columnId: 'name', direction: 'asc' } },
  TableViewContent: { schema: TableViewContent, example: viewContent },
  TableView: {
    schema: TableView,
    example: {
      id: 'v1',
      name: 'Open ones',
      isShared: true,
      isOwn: false,
      content: viewContent,
      updatedOn: NOW,
    },
  },
  TableArrangement: {
    schema: TableArrangement,
    example: {
      order: ['id', 'name'],
      hidden: ['section'],
      shown: ['lastUpdateBy'],
      widths: { name: 300 },
      sort: [{ columnId: 'name', direction: 'desc' }],
      isGrouped: true,
      isWrapped: false,
    },
  },
  DeadlineExtension: { schema: DeadlineExtension, example: deadlineExtension },
  DeadlineOpening: { schema: DeadlineOpening, example: { kind: 'deadline', at: NOW } },
  EarlyOpening: { schema: EarlyOpening, example: opening },
  EvaluationSettings: {
    schema: EvaluationSettings,
    example: { futureCredit: 0.5, unplannedCredit: 0, knockOutsApplied: false },
  },
  Project: { schema: Project, example: project },
  ProjectVendor: {
    schema: ProjectVendor,
    example: { ...buildProjectVendor(7), answered: 1, submitted: 1 },
  },
  Release: { schema: Release, example: { ...buildRelease({ date: '2030-01-31' }) } },
  Package: { schema: Package, example: { ...packageRow } },
  Document: { schema: Document, example: { ...document } },
  Section: { schema: Section, example: { ...section } },
  Exclusion: { schema: Exclusion, example: { reason: 'Not asked any more', by: 'Owner', on: NOW } },
  Requirement: { schema: Requirement, example: { ...requirement } },
  Receipt: { schema: Receipt, example: receipt },
  Commitment: {
    schema: Commitment,
    example: {
      ...buildCommitment({
        id: commitmentId('r1', 7),
        values: { met: 100 },
        receipt,
        isWaiting: true,
      }),
    },
  },
  VendorPart: {
    schema: VendorPart,
    example: {
      id: 's1.7',
      projectId: 'project',
      packageId: 'p1',
      documentId: 'd1',
      sectionId: 's1',
      vendorId: 7,
      userId: 3,
      dueOn: '2030-01-20',
      isReady: true,
      needsApproval: false,
      submitters: [4],
      updatedOn: NOW,
    },
  },
  Override: { schema: Override, example: override },
  ParameterOption: { schema: ParameterOption, example: option },
  Condition: { schema: Condition, example: condition },
  ConditionList: { schema: ConditionList, example: list },
  Validation: { schema: Validation, example: validation },
  Parameter: {
    schema: Parameter,
    example: { ...parameter, isGroup: true, parameters: [parameter] },
  },
  Definition: {
    schema: Definition,
    example: {
      contentConfiguration: { parameters: [parameter] },
      suppliersCommitment: { parameters: [parameter] },
    },
  },
  Place: { schema: Place, example: { kind: 'requirement', id: 'r1' } },
  Discussion: {
    schema: Discussion,
    example: { type: 'D', ...started, vendorId: null, severity: null },
  },
  Question: { schema: Question, example: { type: 'Q', ...started, vendorId: 7, severity: null } },
  PainPoint: {
    schema: PainPoint,
    example: { type: 'PP', ...started, vendorId: 7, severity: 'MAJOR' },
  },
  Reply: {
    schema: Reply,
    example: {
      id: 'c2',
      projectId: 'project',
      commentId: 'c1',
      ...place,
      text: 'A hundred.',
      ...written,
      vendorId: 7,
      isByVendor: false,
      officialOn: NOW,
    },
  },
  PublicationRevision: {
    schema: PublicationRevision,
    example: {
      revision: 1,
      question: 'How many?',
      answer: 'A hundred.',
      isCorrection: false,
      by: 1,
      on: NOW,
    },
  },
  Publication: {
    schema: Publication,
    example: {
      id: 'q1',
      projectId: 'project',
      type: 'QA',
      ...place,
      revisions: [
        {
          revision: 1,
          question: 'How many?',
          answer: 'A hundred.',
          isCorrection: false,
          by: 1,
          on: NOW,
        },
      ],
      updatedOn: NOW,
    },
  },
  StoredFile: {
    schema: StoredFile,
    example: { contentHash: HASH, bytes: 10, mime: 'application/pdf' },
  },
  Attachment: {
    schema: Attachment,
    example: {
      id: 'a1',
      projectId: 'project',
      packageId: 'p1',
      documentId: 'd1',
      requirementId: 'r1',
      vendorId: 7,
      file: { contentHash: HASH, bytes: 10, mime: 'application/pdf' },
      name: 'plan.pdf',
      alias: 'Plan',
      description: 'x',
      createdByOrg: 7,
      createdBy: 3,
      createdByName: 'Ann',
      createdOn: NOW,
      updatedOn: NOW,
    },
  },
  Notification: {
    schema: Notification,
    example: {
      id: 'n1',
      message: 'Ready',
      createdOn: NOW,
      read: false,
      project: { id: 'project', name: 'Groupware' },
      organization: { id: 1, name: 'City' },
      link: '/project/project/detail',
      kind: 'document.assigned',
      actor: { id: 2, name: 'Jane Roe' },
    },
  },
  SentMessage: {
    schema: SentMessage,
    example: {
      id: 'm1',
      text: 'The visit is on Monday',
      sentOn: NOW,
      senderName: 'Owner',
      team: true,
      vendors: ['Vendor'],
    },
  },
  ReceivedMessage: {
    schema: ReceivedMessage,
    example: { id: 'm1', text: 'The visit is on Monday', sentOn: NOW },
  },
  RequirementTemplate: {
    schema: RequirementTemplate,
    example: {
      id: 't1',
      organizationId: 1,
      name: 'Mail',
      definition: buildDefinition(),
      visibility: 'private',
      ownerId: 2,
      createdOn: NOW,
      updatedOn: NOW,
    },
  },
  ProjectVersion: {
    schema: ProjectVersion,
    example: {
      projectId: 'project',
      lineageId: 'project',
      version: '1',
      name: 'Groupware',
      state: 'CLOSED',
      createdOn: NOW,
      isCurrent: false,
    },
  },
  ChangeLogEntry: {
    schema: ChangeLogEntry,
    example: {
      id: 'h1',
      projectId: 'project',
      documentId: 'd1',
      requirementId: 'r1',
      fullId: 'FUN-0001',
      kind: 'changed',
      fields: [{ field: 'name', before: 'a', after: 'b' }],
      by: { id: 1, name: 'Owner' },
      on: NOW,
    },
  },
  ScoringChange: { schema: ScoringChange, example: scoringChange },
  Addendum: {
    schema: Addendum,
    example: { projectId: 'project', number: 1, requirementIds: ['r1'], by: 1, on: NOW },
  },
  ProjectSettings: { schema: ProjectSettings, example: projectSettings },
  LocalSettings: {
    schema: LocalSettings,
    example: {
      sidebarMinimized: false,
      pageSize: 10,
      theme: 'dark',
      language: 'en',
      projects: { project: projectSettings },
    },
  },
  CommitmentDetails: { schema: CommitmentDetails, example: commitmentDetails },
  RequirementDetails: {
    schema: RequirementDetails,
    example: { ...requirement, index: 0, supplierCommitments: [commitmentDetails] },
  },
  SectionDetails: { schema: SectionDetails, example: sectionDetails },
  DocumentDetails: { schema: DocumentDetails, example: documentDetails },
  PackageDetails: { schema: PackageDetails, example: packageDetails },
  ProjectDetails: {
    schema: ProjectDetails,
    example: {
      ...project,
      projectRoles: ['role-project-admin'],
      packages: [packageDetails],
      ownerData: { id: 1, name: 'Owner' },
      permissions: ['PROJECT_BROWSE'],
      membersCount: 3,
      notificationsEnabled: true,
      favorite: false,
    },
  },
  VendorChoice: { schema: VendorChoice, example: { value: 7, label: 'Vendor Ltd.' } },
}
