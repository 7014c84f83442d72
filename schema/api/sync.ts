import * as v from 'valibot'
import { ENTITIES, type Entity } from '../entities/rows.ts'
import { Project } from '../entities/project.ts'
import { PERMISSIONS } from '../tables/permissions.ts'

/** Raised with every change of a message below; the server understands the two versions before. */
export const SYNC_PROTOCOL = 4

export const PUSH_LIMITS = { mutations: 500, bytes: 1_000_000 } as const
/** Rows at most in one page of a pull; one page is one transaction on the device. */
export const PAGE_ROWS = 500
/** A live change travels with its rows up to this size in bytes, else as a poke. */
export const LIVE_ROWS_BYTES = 16_384

const id = v.pipe(v.string(), v.minLength(1), v.maxLength(200))
const seq = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
/** ms that a Date can hold. */
const instant = v.pipe(v.number(), v.minValue(-8.64e15), v.maxValue(8.64e15))

export const PushMutation = v.strictObject({
  mid: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  command: v.pipe(v.string(), v.maxLength(60)),
  args: v.unknown(),
  base: v.record(v.string(), v.unknown()),
  /** When the person wrote it, ms by the device's clock. */
  clientAt: instant,
})
export type PushMutation = v.InferOutput<typeof PushMutation>

export const PushRequest = v.strictObject({
  serverId: id,
  clientId: id,
  schemaVersion: seq,
  mutations: v.pipe(v.array(PushMutation), v.minLength(1), v.maxLength(PUSH_LIMITS.mutations)),
})
export type PushRequest = v.InferOutput<typeof PushRequest>
/** Advice only: verdicts come with the pull. */
export const PushReply = v.strictObject({ lastMid: seq })
export type PushReply = v.InferOutput<typeof PushReply>

export const FieldConflict = v.strictObject({
  entity: v.picklist(ENTITIES as [Entity, ...Entity[]]),
  id,
  field: v.string(),
  base: v.unknown(),
  mine: v.unknown(),
  theirs: v.unknown(),
  theirsBy: v.string(),
  theirsOn: v.number(),
})
export type FieldConflict = v.InferOutput<typeof FieldConflict>

/**
 * Verdict of one edit. `conflict`: the clean fields were applied, the listed ones were not.
 * `refused`: nothing was applied.
 */
export const MutationResult = v.strictObject({
  mid: seq,
  status: v.picklist(['applied', 'conflict', 'refused']),
  reason: v.nullable(v.string()),
  detail: v.record(v.string(), v.union([v.string(), v.number()])),
  conflicts: v.array(FieldConflict),
  at: v.number(),
})
export type MutationResult = v.InferOutput<typeof MutationResult>

/**
 * The base of a copy that is known to be wrong: older than every floor, so that the next pull
 * replaces the copy.
 */
export const WRONG_COPY = -1
const base = v.pipe(v.number(), v.safeInteger(), v.minValue(WRONG_COPY))
/**
 * bucket → [cursor: how far the device is, base: the head when its copy was last complete or
 * begun].
 */
export const BucketCursors = v.record(v.string(), v.tuple([seq, base]))
export type BucketCursors = v.InferOutput<typeof BucketCursors>

export const PullRequest = v.strictObject({
  serverId: v.nullable(id),
  clientId: id,
  schemaVersion: seq,
  projects: v.record(id, v.strictObject({ epoch: seq, buckets: BucketCursors })),
  /** Etag of the project list the device holds. */
  home: v.nullable(v.string()),
  /** The device has taken all verdicts up to this one; the server may forget them. */
  ackMid: seq,
})
export type PullRequest = v.InferOutput<typeof PullRequest>

/**
 * `row` null = deleted or no longer in this bucket. A device deletes only what it holds from the
 * same bucket.
 */
export const SyncRow = v.strictObject({
  bucket: v.string(),
  entity: v.picklist(ENTITIES as [Entity, ...Entity[]]),
  id,
  row: v.unknown(),
})
export type SyncRow = v.InferOutput<typeof SyncRow>

/** What a person sees of a project before opening it, and what they may do in it. */
export const ProjectSummary = v.strictObject({
  ...Project.entries,
  me: v.strictObject({
    relation: v.picklist(['owner', 'collaborator', 'vendor']),
    permissions: v.array(v.picklist(PERMISSIONS)),
    isAdministrator: v.optional(v.boolean()),
    vendorId: v.nullable(v.number()),
    packageIds: v.nullable(v.array(v.string())),
  }),
  requirementCount: v.number(),
  favorite: v.boolean(),
})
export type ProjectSummary = v.InferOutput<typeof ProjectSummary>

/**
 * One line of the NDJSON answer to a pull. Only the page with `more` false carries verdicts: with a
 * log that compacts itself a row may have moved past an earlier page. `cursors` of a project
 * replace the device's for the buckets they name; a bucket in `drop` and its rows go. `denied`
 * projects go whole (the outbox stays).
 */
export const PullPage = v.strictObject({
  serverId: id,
  now: v.number(),
  project: v.nullable(
    v.strictObject({
      id,
      epoch: seq,
      rows: v.array(SyncRow),
      cursors: BucketCursors,
      /**
       * Buckets to empty before these rows are laid down, because the device's copy is older than
       * the log's floor.
       */
      reset: v.array(v.string()),
      drop: v.array(v.string()),
      head: seq,
    }),
  ),
  denied: v.array(id),
  home: v.nullable(v.strictObject({ etag: v.string(), projects: v.array(ProjectSummary) })),
  results: v.array(MutationResult),
  lastMid: seq,
  more: v.boolean(),
})
export type PullPage = v.InferOutput<typeof PullPage>

/**
 * `/user/sync/change`. With `rows` the device may apply it if every bucket it holds of the project
 * stands at `prev` or later and the epoch is its own; then all its buckets stand at `seq`. Without,
 * it is a poke: pull. `project` null: the project list changed, pull.
 */
export const LiveChange = v.strictObject({
  project: v.nullable(id),
  epoch: seq,
  prev: seq,
  seq,
  rows: v.nullable(v.array(SyncRow)),
})
export type LiveChange = v.InferOutput<typeof LiveChange>

/** Projects at most in one comparison, and buckets of each. */
export const COMPARE_PROJECTS = 20
const COMPARE_BUCKETS = 20_000

/**
 * Digests of what a device holds (see schema/rules/project/bucket-digest.ts), every bucket up to
 * the position `at`.
 */
export const CompareRequest = v.strictObject({
  serverId: id,
  schemaVersion: seq,
  projects: v.pipe(
    v.record(
      id,
      v.strictObject({
        epoch: seq,
        at: seq,
        buckets: v.pipe(
          v.record(v.pipe(v.string(), v.maxLength(300)), v.pipe(v.string(), v.maxLength(60))),
          v.maxEntries(COMPARE_BUCKETS),
        ),
      }),
    ),
    v.maxEntries(COMPARE_PROJECTS),
  ),
})
export type CompareRequest = v.InferOutput<typeof CompareRequest>

/** later: not comparable now, because a pull has to come first. `buckets`: those that differ. */
export const CompareReply = v.strictObject({
  projects: v.record(
    id,
    v.strictObject({
      verdict: v.picklist(['same', 'later', 'differs']),
      buckets: v.array(v.string()),
    }),
  ),
})
export type CompareReply = v.InferOutput<typeof CompareReply>
