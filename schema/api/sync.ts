import * as v from 'valibot'
import { ENTITIES, type Entity } from '../entities/rows.ts'
import { Project } from '../entities/project.ts'
import { PERMISSIONS } from '../tables/permissions.ts'

/**
 * Raised with every change of a message below. The server also understands the two versions before.
 */
export const SYNC_PROTOCOL = 7

export const PUSH_LIMITS = { mutations: 500, bytes: 1_000_000 } as const
/** The most rows in one page of a pull; a device writes one page in one transaction. */
export const PAGE_ROWS = 500
/** A live change up to this size in bytes carries its rows; a larger one is sent as a poke. */
export const LIVE_ROWS_BYTES = 16_384

const id = v.pipe(v.string(), v.minLength(1), v.maxLength(200))
const seq = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
/** The milliseconds that a `Date` can represent. */
const instant = v.pipe(v.number(), v.minValue(-8.64e15), v.maxValue(8.64e15))

export const PushMutation = v.strictObject({
  mid: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  command: v.pipe(v.string(), v.maxLength(60)),
  args: v.unknown(),
  base: v.record(v.string(), v.unknown()),
  /** When the person made the edit, in ms by the device's clock. */
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
/** Advisory only: the verdicts come with the pull. */
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
 * The verdict of one edit. `conflict` = the listed fields were not applied, all others were.
 * `refused` = nothing was applied.
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
 * The base of a copy known to be wrong. It is older than every floor, so that the next pull
 * replaces the copy.
 */
export const WRONG_COPY = -1
const base = v.pipe(v.number(), v.safeInteger(), v.minValue(WRONG_COPY))
/**
 * Bucket → [cursor: the position up to which the device has read, base: the head when its copy was
 * last complete or begun].
 */
export const BucketCursors = v.record(v.string(), v.tuple([seq, base]))
export type BucketCursors = v.InferOutput<typeof BucketCursors>

export const PullRequest = v.strictObject({
  serverId: v.nullable(id),
  clientId: id,
  schemaVersion: seq,
  projects: v.record(id, v.strictObject({ epoch: seq, buckets: BucketCursors })),
  /** The ETag of the project list on the device. */
  home: v.nullable(v.string()),
  /** The device has received all verdicts up to this one, so the server may delete them. */
  ackMid: seq,
})
export type PullRequest = v.InferOutput<typeof PullRequest>

/**
 * `row` null = deleted, or no longer in this bucket. A device deletes the row only if it has it
 * from the same bucket.
 */
export const SyncRow = v.strictObject({
  bucket: v.string(),
  entity: v.picklist(ENTITIES as [Entity, ...Entity[]]),
  id,
  row: v.unknown(),
})
export type SyncRow = v.InferOutput<typeof SyncRow>

/** A project as a person sees it before opening it, with their rights in it. */
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
  /** Absent = not restored from an archive, or the reader is a vendor. */
  restored: v.optional(v.strictObject({ on: instant, by: v.string() })),
  /**
   * People who may own content, by name. At a vendor, its contacts who see the project;
   * `packageIds` absent = all packages.
   */
  team: v.optional(
    v.array(
      v.strictObject({
        id: v.number(),
        name: v.string(),
        packageIds: v.optional(v.array(v.string())),
      }),
    ),
  ),
})
export type ProjectSummary = v.InferOutput<typeof ProjectSummary>

/**
 * One line of the NDJSON reply to a pull. Only the last page (`more` false) carries verdicts: the
 * log compacts itself, so a row may have moved past an earlier page. `cursors` replace the device's
 * cursors for the buckets that they name; a bucket in `drop` is deleted with its rows. Projects in
 * `denied` are deleted as a whole, but the outbox stays.
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
       * Buckets to empty before these rows are written, because the device's copy is older than the
       * log's floor.
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
  /**
   * When the server decided the edit `ackMid` of the request, on the last page. Another time than
   * the device has proves that the server went back and decided the edit again. Absent = the server
   * has no such verdict, or the request is of a protocol before 7.
   */
  ackAt: v.optional(v.number()),
  more: v.boolean(),
})
export type PullPage = v.InferOutput<typeof PullPage>

/**
 * A message of `/user/sync/change`. The device may apply `rows` if its epoch matches and every
 * bucket that it has of the project is at `prev` or later; all its buckets are then at `seq`.
 * Without `rows` it is a poke: the device pulls. `project` null = the project list changed: the
 * device pulls.
 */
export const LiveChange = v.strictObject({
  project: v.nullable(id),
  epoch: seq,
  prev: seq,
  seq,
  rows: v.nullable(v.array(SyncRow)),
})
export type LiveChange = v.InferOutput<typeof LiveChange>

/** The most projects in one comparison, and the most buckets of each. */
export const COMPARE_PROJECTS = 20
const COMPARE_BUCKETS = 20_000

/**
 * Digests of a device's copy (see schema/rules/project/bucket-digest.ts), for every bucket up to
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

/** `later` = cannot be compared before the next pull. `buckets` lists those that differ. */
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
