import * as v from 'valibot'
import { DocumentDetails } from '../../entities/details.ts'
import { ProjectVersion } from '../../entities/history.ts'
import { Project } from '../../entities/project.ts'
import { Document, Requirement } from '../../entities/structure.ts'
import { CLONE_DEFAULTS, type CloneOptions } from '../../rules/definition/clone.ts'
import { LIMITS } from '../../tables/limits.ts'
import { IdInPath, RowId } from '../common.ts'
import { endpoints } from '../endpoint.ts'
import { ProjectSummary } from '../sync.ts'
import { NewProjectBody } from './project-bodies.ts'

const { id: requirementId, ...requirement } = v.pick(Requirement, [
  'id',
  'documentId',
  'sectionId',
  'fullId',
  'status',
  'name',
  'definition',
  'vendorHelp',
  'evaluatorHelp',
  'updatedOn',
]).entries

/** A requirement in one version of its project, with what a comparison needs. */
export const RequirementVersion = v.strictObject({
  ...v.pick(ProjectVersion, ['projectId', 'version', 'state', 'isCurrent']).entries,
  requirementId,
  ...requirement,
})
export type RequirementVersion = v.InferOutput<typeof RequirementVersion>

/** A document of one version with its requirements, in their order. */
export const VersionDocument = v.strictObject({
  ...DocumentDetails.entries,
  requirements: v.array(Requirement),
})
export type VersionDocument = v.InferOutput<typeof VersionDocument>

/** The versions of a project. */
export const versions = endpoints({
  create: {
    method: 'PUT',
    path: '/projects-service/projects/{id}/state-transition/move-back-to-preparation',
    access: 'user',
    summary:
      'EVALUATION or CLOSED → a new version in PREPARATION, which the reply shows; this version is archived',
    params: IdInPath,
    body: v.strictObject({
      /** Absent = the name of this version, counted up. */
      version: v.optional(Project.entries.version),
    }),
    reply: ProjectSummary,
    errors: [
      'ACCESS_TO_PROJECT_IS_DENIED',
      'NOT_ALLOWED',
      'state.wrong',
      'VERSION_TOO_OLD',
      'VERSION_NOT_UNIQUE',
    ],
    timeoutMs: LIMITS.copyMs,
  },
  list: {
    method: 'GET',
    path: '/projects-service/projects/{id}/versions',
    access: 'user',
    summary: 'Versions of the project that the caller may read, newest first',
    params: IdInPath,
    reply: v.array(ProjectVersion),
    errors: ['ACCESS_TO_PROJECT_IS_DENIED', 'NOT_ALLOWED'],
  },
  ofRequirement: {
    method: 'GET',
    path: '/projects-service/requirements/{id}/versions',
    access: 'user',
    summary: 'The requirement in every version that the caller may read, newest first',
    params: IdInPath,
    reply: v.array(RequirementVersion),
    errors: ['NOT_FOUND', 'NOT_ALLOWED'],
  },
  document: {
    method: 'POST',
    path: '/projects-service/projects/{id}/version-document',
    access: 'user',
    summary: 'The document with this prefix in this version, with its sections and requirements',
    params: IdInPath,
    body: v.strictObject({ documentPrefix: Document.entries.prefix }),
    reply: VersionDocument,
    errors: ['ACCESS_TO_PROJECT_IS_DENIED', 'NOT_ALLOWED', 'NOT_FOUND'],
    timeoutMs: LIMITS.projectLoadMs,
  },
})

const choice = (of: keyof CloneOptions) => v.optional(v.boolean(), CLONE_DEFAULTS[of])

/** Copies of projects and documents that go their own way. */
export const clones = endpoints({
  project: {
    method: 'POST',
    path: '/projects-service/projects/clone',
    access: { permission: 'PROJECT_CREATE' },
    summary: 'A copy of the project in DRAFT, owned by the caller',
    body: v.strictObject({
      ...NewProjectBody.entries,
      /** The project to copy. */
      id: RowId,
      /** The id of the copy; a repeated call with it is refused and makes no second copy. */
      cloneId: v.optional(RowId),
      /** What is copied; the defaults are those of the dialog. */
      options: v.optional(
        v.strictObject({
          requirements: choice('requirements'),
          vendorAnswers: choice('vendorAnswers'),
          roles: choice('roles'),
          members: choice('members'),
          owners: choice('owners'),
        }),
        {},
      ),
    }),
    reply: ProjectSummary,
    errors: [
      'NOT_ALLOWED',
      'ACCESS_TO_PROJECT_IS_DENIED',
      'STATE_FORBIDS',
      'ANSWERS_SEALED',
      'ENTITY_ALREADY_EXISTS',
      'DEADLINE_PAST',
      'validation.mimes',
      'validation.size',
    ],
    timeoutMs: LIMITS.copyMs,
  },
  document: {
    method: 'POST',
    path: '/projects-service/documents/clone',
    access: 'user',
    summary: 'A copy of the document in its project, with requirements of its own',
    body: v.strictObject({
      /** The document to copy. */
      id: RowId,
      /** The package of the copy; absent = the package of the document. */
      parentId: v.optional(RowId),
      prefix: Document.entries.prefix,
      /** Absent = the name of the document. */
      name: v.optional(Document.entries.name),
      /** The id of the copy; a repeated call with it is refused and makes no second copy. */
      cloneId: v.optional(RowId),
    }),
    reply: Document,
    errors: [
      'ACCESS_TO_PROJECT_IS_DENIED',
      'NOT_ALLOWED',
      'STATE_FORBIDS',
      'NOT_FOUND',
      'ENTITY_ALREADY_EXISTS',
      'DOCUMENT_PREFIX_ALREADY_USED',
      'DOCUMENT_PREFIX_PREVIOUSLY_USED',
    ],
    timeoutMs: LIMITS.projectLoadMs,
  },
})
