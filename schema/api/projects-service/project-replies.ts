import * as v from 'valibot'
import { CommitmentValues, Override } from '../../entities/commitment.ts'
import { ProjectSummary } from '../sync.ts'

const Count = v.strictObject({ id: v.string(), count: v.number() })

export const RequirementCount = v.strictObject({
  total: v.number(),
  packages: v.array(v.strictObject({ ...Count.entries, documents: v.array(Count) })),
})

/** One part of a project's structure in a flat tree. */
export const Reference = v.strictObject({
  kind: v.picklist(['project', 'package', 'document', 'section', 'requirement']),
  id: v.string(),
  label: v.string(),
  fullId: v.optional(v.nullable(v.string())),
  prefix: v.optional(v.string()),
  parentId: v.nullable(v.string()),
})

export const LateAnswers = v.strictObject({
  vendorId: v.number(),
  name: v.string(),
  requirements: v.number(),
  files: v.number(),
  comments: v.number(),
  latestOn: v.number(),
})

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
  /**
   * What requestors may know of each vendor. While the answers are sealed, only `started` and
   * `allSubmitted` are set.
   */
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
  /**
   * The number of readable questions without an official reply; null = the caller may read none.
   */
  openQuestions: v.nullable(v.number()),
  painPoints: v.nullable(
    v.strictObject({ MINOR: v.number(), MAJOR: v.number(), CRITICAL: v.number() }),
  ),
})

export const VendorCommitment = v.strictObject({
  requirementId: v.string(),
  commitmentId: v.string(),
  submitted: v.boolean(),
  updatedOn: v.number(),
  values: CommitmentValues,
  overrides: v.array(Override),
})

/** Kinds of work that can wait for a requestor in a project; `count` is the number of items. */
export const WAITING_KINDS = [
  'openingToConfirm',
  'lateAnswers',
  'openQuestions',
  'painPoints',
  'vendorsNotStarted',
  'invitations',
  'assignedContent',
] as const

export const Waiting = v.strictObject({
  projectId: v.string(),
  kind: v.picklist(WAITING_KINDS),
  count: v.pipe(v.number(), v.integer(), v.minValue(1)),
})

export type Waiting = v.InferOutput<typeof Waiting>
