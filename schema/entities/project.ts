import * as v from 'valibot'
import { FIELD_LIMITS } from './field-limits.ts'
import {
  avatar,
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
/** What the list of projects can be filtered by. */
export const PROJECT_LIST_FILTERS = ['ALL', ...PROJECT_STATES] as const

/** A date and an IANA zone; it ends at the first moment of the next local day. */
export const Deadline = v.strictObject({ date, zone })
export type Deadline = v.InferOutput<typeof Deadline>

export const EvaluationSettings = v.strictObject({
  /**
   * Share of a statement that counts in the lens "as of release R" when its release comes later,
   * 0..1.
   */
  futureCredit: numberBetween(0, 1),
  /** The same for statements that are not planned or name no release, 0..1. */
  unplannedCredit: numberBetween(0, 1),
  knockOutsApplied: v.boolean(),
})
export type EvaluationSettings = v.InferOutput<typeof EvaluationSettings>

/** A change of what makes the scores, made while the answers were open. */
export const ScoringChange = v.strictObject({
  /** `weights` of packages and documents; `rules`: credits, and whether knock-outs apply. */
  what: v.picklist(['weights', 'rules']),
  reason,
  by: v.strictObject({ id: numericId, name: text(FIELD_LIMITS.title) }),
  on: instant,
})
export type ScoringChange = v.InferOutput<typeof ScoringChange>
/**
 * One of the two people who open sealed answers early. The id is 0 where the reader may not know
 * it.
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
/** How sealed answers were opened: by the system at the deadline, or before it by two people. */
export const Opening = v.variant('kind', [DeadlineOpening, EarlyOpening])
export type Opening = v.InferOutput<typeof Opening>

/** A later deadline of a sealed project that vendors can already answer. */
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
  /** Sorts the list of projects and nothing else. */
  weight: v.optional(v.nullable(percent)),
  organizationId: numericId,
  organizationName: text(FIELD_LIMITS.title),
  ownerId: numericId,
  ownerName: text(FIELD_LIMITS.title),
  deadline: v.nullable(Deadline),
  /** The instant the deadline ends, ms since the epoch; derived by the server. */
  deadlineAt: v.nullable(instant),
  /**
   * While PUBLISHED the requestors see of each vendor only that work has started and whether all is
   * submitted.
   */
  sealed: v.boolean(),
  /** Archived before the answers were opened: they stay sealed. */
  archivedSealed: v.optional(v.boolean()),
  /** Every opening of the answers, oldest first; stays after a move back to PUBLISHED. */
  openings: v.optional(listOf(Opening, FIELD_LIMITS.openings)),
  /** Oldest first. */
  deadlineExtensions: v.optional(listOf(DeadlineExtension, FIELD_LIMITS.deadlineExtensions)),
  stopInValidation: v.boolean(),
  evaluation: EvaluationSettings,
  /** Vendors see weights, scales and the rules of scoring, which an addendum alone changes then. */
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
 * One vendor of one project, as the requestors see it. Counts stay null while the answers are
 * sealed.
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
  /** What a statement's release field stores; given once, never reused in the project. */
  number: counter,
  rank,
  date: v.nullable(date),
  updatedOn: instant,
})
export type Release = v.InferOutput<typeof Release>
