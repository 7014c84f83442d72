import * as v from 'valibot'
import { FIELD_LIMITS } from './field-limits.ts'
import {
  avatar,
  contentLanguage,
  counter,
  date,
  description,
  filledText,
  instant,
  listOf,
  numberBetween,
  numericId,
  percent,
  rank,
  reason,
  rowId,
  text,
  title,
  version,
  zone,
} from './fields.ts'

export const PROJECT_STATES = [
  'INITIALIZING',
  'DRAFT',
  'PREPARATION',
  'PUBLISHED',
  'VALIDATION',
  'EVALUATION',
  'EVALUATED',
  'CLOSED',
  'ARCHIVED',
] as const
export const ProjectState = v.picklist(PROJECT_STATES)
export type ProjectState = v.InferOutput<typeof ProjectState>
/** The filters of the list of projects. */
export const PROJECT_LIST_FILTERS = ['ALL', ...PROJECT_STATES] as const

/** A date in an IANA zone. The deadline ends at the first moment of the next local day. */
export const Deadline = v.strictObject({ date, zone })
export type Deadline = v.InferOutput<typeof Deadline>

export const EvaluationSettings = v.strictObject({
  /**
   * The share, 0..1, of a statement with a release later than R under the lens "as of release R".
   */
  futureCredit: numberBetween(0, 1),
  /** The share, 0..1, of a statement that is not planned or names no release. */
  unplannedCredit: numberBetween(0, 1),
  knockOutsApplied: v.boolean(),
})
export type EvaluationSettings = v.InferOutput<typeof EvaluationSettings>

/** A change of weights or scoring rules after the answers were opened. */
export const ScoringChange = v.strictObject({
  /**
   * `weights` = weights of packages and documents; `rules` = credits, and whether knock-outs apply.
   */
  what: v.picklist(['weights', 'rules']),
  reason,
  by: v.strictObject({ id: numericId, name: text(FIELD_LIMITS.title) }),
  on: instant,
})
export type ScoringChange = v.InferOutput<typeof ScoringChange>
/**
 * One of the two people who open sealed answers early. The id is 0 if the reader may not know it.
 */
const Signer = v.strictObject({ id: numericId, name: text(FIELD_LIMITS.title) })
export const DeadlineOpening = v.strictObject({ kind: v.literal('deadline'), at: instant })
export const EarlyOpening = v.strictObject({
  kind: v.literal('early'),
  at: instant,
  reason,
  askedBy: Signer,
  confirmedBy: Signer,
})
export type EarlyOpening = v.InferOutput<typeof EarlyOpening>
/** An opening of sealed answers: by the system at the deadline, or earlier by two people. */
export const Opening = v.variant('kind', [DeadlineOpening, EarlyOpening])
export type Opening = v.InferOutput<typeof Opening>

/** An extension of the deadline of a sealed, published project. */
export const DeadlineExtension = v.strictObject({
  on: instant,
  from: Deadline,
  to: Deadline,
  reason,
})
export type DeadlineExtension = v.InferOutput<typeof DeadlineExtension>

export const Project = v.strictObject({
  id: rowId,
  name: title,
  description,
  state: ProjectState,
  tags: listOf(filledText(FIELD_LIMITS.tag), FIELD_LIMITS.tags),
  version,
  avatar: v.optional(avatar),
  /** The language of the requestors' texts; absent = not stated. */
  language: v.optional(contentLanguage),
  /** Only used to sort the list of projects. */
  weight: v.optional(v.nullable(percent)),
  organizationId: numericId,
  organizationName: text(FIELD_LIMITS.title),
  ownerId: numericId,
  ownerName: text(FIELD_LIMITS.title),
  deadline: v.nullable(Deadline),
  /** The instant at which the deadline ends, in ms since the epoch; computed by the server. */
  deadlineAt: v.nullable(instant),
  /**
   * True = while PUBLISHED, requestors see of each vendor only whether it has started and has
   * submitted everything.
   */
  sealed: v.boolean(),
  /** True = archived before the answers were opened, so they stay sealed. */
  archivedSealed: v.optional(v.boolean()),
  /** All openings of the answers, oldest first; kept after a move back to PUBLISHED. */
  openings: v.optional(listOf(Opening, FIELD_LIMITS.openings)),
  /** Oldest first. */
  deadlineExtensions: v.optional(listOf(DeadlineExtension, FIELD_LIMITS.deadlineExtensions)),
  stopInValidation: v.boolean(),
  evaluation: EvaluationSettings,
  /**
   * True = vendors read weights, knock-outs and credits; after publishing only an addendum changes
   * these.
   */
  weightsPublished: v.optional(v.boolean()),
  /** Newest first; absent = none. */
  scoringChanges: v.optional(listOf(ScoringChange, FIELD_LIMITS.history)),
  addendum: counter,
  publishedOn: v.nullable(instant),
  createdOn: instant,
  updatedOn: instant,
})
export type Project = v.InferOutput<typeof Project>

/**
 * One vendor of one project, as requestors see it. Counts are null while the answers are sealed.
 */
export const ProjectVendor = v.strictObject({
  id: rowId,
  projectId: rowId,
  vendorId: numericId,
  name: text(FIELD_LIMITS.title),
  addedOn: instant,
  started: v.boolean(),
  allSubmitted: v.boolean(),
  answered: v.nullable(counter),
  submitted: v.nullable(counter),
  updatedOn: instant,
})
export type ProjectVendor = v.InferOutput<typeof ProjectVendor>

export const Release = v.strictObject({
  id: rowId,
  projectId: rowId,
  version: filledText(FIELD_LIMITS.version),
  /** The value of a statement's release field; assigned once and never reused in the project. */
  number: counter,
  rank,
  date: v.nullable(date),
  updatedOn: instant,
})
export type Release = v.InferOutput<typeof Release>
