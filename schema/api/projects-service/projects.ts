import * as v from 'valibot'
import { Deadline, EvaluationSettings, Project, ProjectVendor } from '../../entities/project.ts'
import { percent, reason } from '../../entities/fields.ts'
import { CommitmentValues, Override } from '../../entities/commitment.ts'
import { Package } from '../../entities/structure.ts'
import { LIMITS } from '../../tables/limits.ts'
import {
  Done,
  IdInPath,
  ListRequest,
  NumberIdInPath,
  NumberInPath,
  RowId,
  listOf,
  seen,
} from '../common.ts'
import { endpoints } from '../endpoint.ts'
import { ProjectSummary } from '../sync.ts'

const Count = v.strictObject({ id: v.string(), count: v.number() })
const Progress = v.strictObject({
  id: v.string(),
  name: v.string(),
  requirements: v.number(),
  answered: v.nullable(v.number()),
  submitted: v.nullable(v.number()),
})

export const Overview = v.strictObject({
  project: ProjectSummary,
  daysLeft: v.nullable(v.number()),
  requirements: v.number(),
  packages: v.array(Progress),
  documents: v.array(Progress),
  /** What may be known of each vendor; while the answers are sealed, only the first two. */
  vendors: v.array(
    v.strictObject({
      vendorId: v.number(),
      name: v.string(),
      started: v.boolean(),
      allSubmitted: v.boolean(),
      answered: v.nullable(v.number()),
      submitted: v.nullable(v.number()),
      complete: v.nullable(v.number()),
      knockOuts: v.nullable(v.number()),
      lastActivity: v.nullable(v.number()),
    }),
  ),
  /** Questions without an official reply, of those that the caller reads; null for who reads none, as below. */
  openQuestions: v.nullable(v.number()),
  painPoints: v.nullable(
    v.strictObject({ MINOR: v.number(), MAJOR: v.number(), CRITICAL: v.number() }),
  ),
})

/** What can wait for a requestor in a project; `count` is how many of it. */
export const WAITING_KINDS = [
  'openingToConfirm',
  'lateAnswers',
  'openQuestions',
  'painPoints',
  'vendorsNotStarted',
  'invitations',
] as const
export const Waiting = v.strictObject({
  projectId: v.string(),
  kind: v.picklist(WAITING_KINDS),
  count: v.pipe(v.number(), v.integer(), v.minValue(1)),
})
export type Waiting = v.InferOutput<typeof Waiting>

const weights = v.pipe(v.array(v.strictObject({ id: RowId, weight: percent })), v.maxLength(5_000))

export const projects = endpoints({
  create: {
    method: 'POST',
    path: '/projects-service/projects/create',
    access: { permission: 'PROJECT_CREATE' },
    summary: 'A new project in DRAFT, owned by the caller',
    body: v.strictObject({
      id: v.optional(RowId),
      name: Project.entries.name,
      description: v.optional(Project.entries.description, ''),
      tags: v.optional(Project.entries.tags, []),
      version: v.optional(Project.entries.version, '1'),
      deadline: v.optional(v.nullable(Deadline), null),
    }),
    reply: ProjectSummary,
    errors: ['NOT_ALLOWED', 'ENTITY_ALREADY_EXISTS', 'DEADLINE_PAST'],
  },
  get: {
    method: 'GET',
    path: '/projects-service/projects/{id}',
    access: 'user',
    summary: 'One project and what the caller may do in it',
    params: IdInPath,
    reply: ProjectSummary,
    errors: ['ACCESS_TO_PROJECT_IS_DENIED', 'DEADLINE_EXPIRED'],
    timeoutMs: LIMITS.projectLoadMs,
  },
  update: {
    method: 'PUT',
    path: '/projects-service/projects/update',
    access: 'user',
    summary: 'Change header, deadline or evaluation settings',
    mutation: 'projects.update',
    body: v.strictObject({
      id: RowId,
      ...seen,
      name: v.optional(Project.entries.name),
      description: v.optional(Project.entries.description),
      tags: v.optional(Project.entries.tags),
      version: v.optional(Project.entries.version),
      deadline: v.optional(v.nullable(Deadline)),
      sealed: v.optional(v.boolean()),
      stopInValidation: v.optional(v.boolean()),
      evaluation: v.optional(EvaluationSettings),
      weightsPublished: v.optional(v.boolean()),
      /** Every vendor reads why the deadline is extended. */
      deadlineReason: v.optional(reason),
      /** Once the answers are open: why the rules of scoring change. */
      evaluationReason: v.optional(reason),
    }),
    reply: ProjectSummary,
    errors: [
      'ACCESS_TO_PROJECT_IS_DENIED',
      'NOT_ALLOWED',
      'STATE_FORBIDS',
      'requirement.stale',
      'DEADLINE_MISSING',
      'DEADLINE_PAST',
      'DEADLINE_EARLIER',
      'DEADLINE_REASON',
      'WEIGHTS_LOCKED',
      'SCORING_ADMINISTRATOR',
      'REASON_MISSING',
    ],
  },
  delete: {
    method: 'DELETE',
    path: '/projects-service/projects/delete/{id}',
    access: 'user',
    summary: 'Delete a project with all that it holds',
    params: IdInPath,
    reply: Done,
    errors: ['ACCESS_TO_PROJECT_IS_DENIED', 'NOT_ALLOWED', 'STATE_FORBIDS'],
  },
  byUser: {
    method: 'POST',
    path: '/projects-service/projects/by-user/{id}',
    access: 'user',
    summary: 'Projects that the person sees',
    params: NumberIdInPath,
    body: ListRequest,
    reply: listOf(ProjectSummary),
    errors: ['NOT_ALLOWED'],
  },
  byOrganization: {
    method: 'POST',
    path: '/projects-service/projects/by-organization/{id}',
    access: 'user',
    summary: 'Projects of the organization that the caller sees',
    params: NumberIdInPath,
    body: ListRequest,
    reply: listOf(ProjectSummary),
    errors: ['NOT_ALLOWED'],
  },
  listByOrganization: {
    method: 'POST',
    path: '/projects-service/projects/list-by-organization/{id}',
    access: 'user',
    summary: 'Ids and names, to choose from',
    params: NumberIdInPath,
    reply: v.array(
      v.strictObject({
        id: v.string(),
        name: v.string(),
        version: v.string(),
        state: Project.entries.state,
      }),
    ),
    errors: ['NOT_ALLOWED'],
  },
  packages: {
    method: 'GET',
    path: '/projects-service/projects/{id}/packages',
    access: 'user',
    summary: 'Packages in order',
    params: IdInPath,
    reply: v.array(Package),
    errors: ['ACCESS_TO_PROJECT_IS_DENIED'],
  },
  references: {
    method: 'GET',
    path: '/projects-service/projects/{id}/references',
    access: 'user',
    summary: 'The whole structure as a flat tree',
    params: IdInPath,
    reply: v.array(
      v.strictObject({
        kind: v.picklist(['project', 'package', 'document', 'section', 'requirement']),
        id: v.string(),
        label: v.string(),
        fullId: v.optional(v.nullable(v.string())),
        prefix: v.optional(v.string()),
        parentId: v.nullable(v.string()),
      }),
    ),
    errors: ['ACCESS_TO_PROJECT_IS_DENIED'],
  },
  vendors: {
    method: 'GET',
    path: '/projects-service/projects/{id}/vendors',
    access: 'user',
    summary: 'Vendors of the project; for a vendor only itself',
    params: IdInPath,
    reply: v.array(
      v.strictObject({ value: v.number(), label: v.string(), progress: v.nullable(ProjectVendor) }),
    ),
    errors: ['ACCESS_TO_PROJECT_IS_DENIED'],
  },
  overview: {
    method: 'GET',
    path: '/projects-service/projects/{id}/overview',
    access: 'user',
    summary: 'Header, deadline, counts and progress',
    params: IdInPath,
    reply: Overview,
    errors: ['ACCESS_TO_PROJECT_IS_DENIED'],
  },
  lateAnswers: {
    method: 'GET',
    path: '/projects-service/projects/{id}/late-answers',
    access: 'user',
    summary:
      'How many answers, files and comments of each vendor came too late and wait on its devices; for who may open the project again',
    params: IdInPath,
    reply: v.array(
      v.strictObject({
        vendorId: v.number(),
        name: v.string(),
        requirements: v.number(),
        files: v.number(),
        comments: v.number(),
        latestOn: v.number(),
      }),
    ),
    errors: ['ACCESS_TO_PROJECT_IS_DENIED', 'NOT_ALLOWED'],
  },
  waiting: {
    method: 'GET',
    path: '/projects-service/waiting',
    access: 'user',
    summary:
      'What waits for the caller in the projects of their organization: counts, no texts; for requestors',
    reply: v.array(Waiting),
    errors: ['NOT_ALLOWED'],
  },
  vendorCommitments: {
    method: 'GET',
    path: '/projects-service/projects/{id}/vendor-commitments/{vendorId}',
    access: 'user',
    summary: 'Answers of one vendor',
    params: v.strictObject({ id: RowId, vendorId: NumberInPath }),
    reply: v.array(
      v.strictObject({
        requirementId: v.string(),
        commitmentId: v.string(),
        submitted: v.boolean(),
        updatedOn: v.number(),
        values: CommitmentValues,
        overrides: v.array(Override),
      }),
    ),
    errors: ['ACCESS_TO_PROJECT_IS_DENIED', 'NOT_ALLOWED'],
  },
  requirementCount: {
    method: 'GET',
    path: '/projects-service/projects/{id}/requirement-count',
    access: 'user',
    summary: 'Requirements per package and document',
    params: IdInPath,
    reply: v.strictObject({
      total: v.number(),
      packages: v.array(v.strictObject({ ...Count.entries, documents: v.array(Count) })),
    }),
    errors: ['ACCESS_TO_PROJECT_IS_DENIED'],
  },
  toggleFavorite: {
    method: 'PUT',
    path: '/projects-service/projects/{id}/toggle-favorite',
    access: 'user',
    summary: 'Star or unstar the project for oneself',
    params: IdInPath,
    reply: v.strictObject({ favorite: v.boolean() }),
    errors: ['ACCESS_TO_PROJECT_IS_DENIED'],
  },
  restore: {
    method: 'POST',
    path: '/projects-service/projects/{id}/restore',
    access: 'user',
    summary: 'Take back an own deletion of the last 30 days',
    mutation: 'content.restore',
    params: IdInPath,
    body: v.strictObject({
      entity: v.picklist(['package', 'document', 'section', 'requirement']),
      entityId: RowId,
    }),
    reply: Done,
    errors: [
      'ACCESS_TO_PROJECT_IS_DENIED',
      'NOT_ALLOWED',
      'STATE_FORBIDS',
      'NOT_FOUND',
      'ROW_DELETED',
    ],
  },
  setWeights: {
    method: 'PUT',
    path: '/projects-service/projects/{id}/weights',
    access: 'user',
    summary: 'All weights of packages and documents at once',
    mutation: 'weights.set',
    params: IdInPath,
    body: v.strictObject({
      packages: weights,
      documents: weights,
      reason: v.optional(reason),
    }),
    reply: Done,
    errors: [
      'ACCESS_TO_PROJECT_IS_DENIED',
      'NOT_ALLOWED',
      'STATE_FORBIDS',
      'WEIGHT_TOTAL',
      'WEIGHTS_LOCKED',
      'SCORING_ADMINISTRATOR',
      'REASON_MISSING',
    ],
  },
})
