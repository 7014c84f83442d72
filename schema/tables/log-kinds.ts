import * as v from 'valibot'
import { FIELD_LIMITS } from '../entities/field-limits.ts'
import {
  contentHash,
  counter,
  filledText,
  instant,
  listOf,
  numericId,
  percent,
  reason,
  rowId,
  version,
} from '../entities/fields.ts'
import { ParameterValue } from '../entities/parameter.ts'
import { Deadline, ProjectState } from '../entities/project.ts'

/** The switches of a project whose changes are logged. */
export const LOGGED_SWITCHES = ['sealed', 'stopInValidation'] as const
/** Sealed things that a requestor tried to read. */
export const SEALED_THINGS = ['answers', 'files', 'counts'] as const
/** Data that can be exported as a file. */
export const EXPORTED_THINGS = ['document', 'evaluation', 'log'] as const

/**
 * The chains that receive an entry of the kind: `team` = the requestors' chain; `vendors` = that
 * and the chains of all invited vendors; `vendor` = only the chain of the named vendor.
 */
export type LogAudience = 'team' | 'vendors' | 'vendor'
/**
 * The requestors who read an entry; others see only its hash. `team` = all who open the project,
 * `evaluators` = those who may browse answers, `managers` = those who see the members.
 */
export type LogReaders = 'team' | 'evaluators' | 'managers'

export interface LogKindRow {
  audience: LogAudience
  readers: LogReaders
  detail: v.GenericSchema
  /** True = the entry names the acting requestor also in a vendor's chain. */
  isActorTold?: boolean
  /** True = the entry in the requestors' chain carries the newest hash of every vendor's chain. */
  hasAnchors?: boolean
}

const ids = (max: number) => listOf(rowId, max)
const weightChanges = listOf(
  v.strictObject({ id: rowId, from: v.nullable(percent), to: v.nullable(percent) }),
  FIELD_LIMITS.logItems,
)
const place = {
  requirementId: rowId,
  vendorId: numericId,
  parameterId: filledText(FIELD_LIMITS.parameterKey),
}
const userIds = listOf(numericId, FIELD_LIMITS.members)
const roles = listOf(filledText(FIELD_LIMITS.title), FIELD_LIMITS.roles)
export const LogAnchor = v.strictObject({ vendorId: numericId, serial: counter, hash: contentHash })
export type LogAnchor = v.InferOutput<typeof LogAnchor>
/** The end of every vendor's chain; the log writes it itself. */
const anchors = v.optional(listOf(LogAnchor, FIELD_LIMITS.logItems))

/**
 * All kinds of entries of the project's log. Details refer to people and rows by id, not by name.
 */
export const LOG_KINDS = {
  /** The first entry of a project that was created with a log. */
  created: {
    audience: 'team',
    readers: 'team',
    /**
     * `copiedFrom` = the former version, or the cloned project; `isRestored` = from an archive, by
     * the author of the entry.
     */
    detail: v.strictObject({
      copiedFrom: v.optional(rowId),
      isRestored: v.optional(v.literal(true)),
    }),
  },
  /** The last move of a version: `projectId` is the new version. */
  versionCreated: {
    audience: 'team',
    readers: 'team',
    detail: v.strictObject({ projectId: rowId, version }),
  },
  /** The first entry of any other chain, which does not contain earlier events. */
  begun: { audience: 'team', readers: 'team', detail: v.strictObject({}) },
  deleted: { audience: 'team', readers: 'team', detail: v.strictObject({}) },
  moved: {
    audience: 'vendors',
    readers: 'team',
    detail: v.strictObject({
      from: ProjectState,
      to: ProjectState,
      by: v.picklist(['system', 'person']),
    }),
  },
  published: {
    audience: 'vendors',
    readers: 'team',
    detail: v.strictObject({ deadline: v.nullable(Deadline) }),
  },
  republished: {
    audience: 'vendors',
    readers: 'team',
    detail: v.strictObject({ addendum: counter }),
  },
  opened: {
    audience: 'vendors',
    readers: 'team',
    isActorTold: true,
    hasAnchors: true,
    detail: v.strictObject({
      isEarly: v.boolean(),
      reason: v.nullable(reason),
      requestedBy: v.nullable(numericId),
      confirmedBy: v.nullable(numericId),
      anchors,
    }),
  },
  openingRequested: {
    audience: 'team',
    readers: 'team',
    detail: v.strictObject({ reason, expiresOn: instant }),
  },
  openingWithdrawn: { audience: 'team', readers: 'team', detail: v.strictObject({}) },
  openingExpired: { audience: 'team', readers: 'team', detail: v.strictObject({}) },
  deadlineSet: {
    audience: 'vendors',
    readers: 'team',
    detail: v.strictObject({
      from: v.nullable(Deadline),
      to: v.nullable(Deadline),
      reason: v.nullable(reason),
    }),
  },
  deadlineExtended: {
    audience: 'vendors',
    readers: 'team',
    detail: v.strictObject({ from: Deadline, to: Deadline, reason }),
  },
  weightsSet: {
    audience: 'team',
    readers: 'team',
    detail: v.strictObject({
      reason: v.nullable(reason),
      afterOpening: v.boolean(),
      packages: weightChanges,
      documents: weightChanges,
    }),
  },
  weightsPublished: {
    audience: 'vendors',
    readers: 'team',
    detail: v.strictObject({ isOn: v.boolean() }),
  },
  overrideSet: {
    audience: 'team',
    readers: 'evaluators',
    detail: v.strictObject({ ...place, value: ParameterValue, reason }),
  },
  overrideRemoved: {
    audience: 'team',
    readers: 'evaluators',
    detail: v.strictObject({ ...place, reason }),
  },
  excluded: {
    audience: 'team',
    readers: 'team',
    detail: v.strictObject({ requirementId: rowId, reason }),
  },
  included: { audience: 'team', readers: 'team', detail: v.strictObject({ requirementId: rowId }) },
  knockOutsApplied: {
    audience: 'team',
    readers: 'team',
    detail: v.strictObject({ isOn: v.boolean(), reason: v.optional(reason) }),
  },
  creditsSet: {
    audience: 'team',
    readers: 'team',
    detail: v.strictObject({
      futureCredit: v.number(),
      unplannedCredit: v.number(),
      reason: v.optional(reason),
    }),
  },
  switchChanged: {
    audience: 'team',
    readers: 'team',
    detail: v.strictObject({ name: v.picklist(LOGGED_SWITCHES), isOn: v.boolean() }),
  },
  memberAdded: {
    audience: 'team',
    readers: 'managers',
    detail: v.strictObject({ userId: numericId, roles }),
  },
  memberRemoved: {
    audience: 'team',
    readers: 'managers',
    detail: v.strictObject({ userId: numericId }),
  },
  rolesSet: {
    audience: 'team',
    readers: 'managers',
    detail: v.strictObject({ userId: numericId, roles }),
  },
  ownerChanged: {
    audience: 'team',
    readers: 'team',
    detail: v.strictObject({ from: numericId, to: numericId }),
  },
  /** The owner of a package or document; null = unassigned. */
  contentAssigned: {
    audience: 'team',
    readers: 'team',
    detail: v.strictObject({
      packageId: v.nullable(rowId),
      documentId: v.nullable(rowId),
      from: v.nullable(numericId),
      to: v.nullable(numericId),
    }),
  },
  documentMembersSet: {
    audience: 'team',
    readers: 'team',
    detail: v.strictObject({ documentId: rowId, added: userIds, removed: userIds }),
  },
  restrictionsSet: {
    audience: 'team',
    readers: 'managers',
    detail: v.strictObject({
      vendorId: numericId,
      users: listOf(
        v.strictObject({ userId: numericId, packageIds: v.nullable(ids(FIELD_LIMITS.logItems)) }),
        FIELD_LIMITS.logItems,
      ),
    }),
  },
  vendorAdded: {
    audience: 'team',
    readers: 'team',
    detail: v.strictObject({ vendorId: numericId }),
  },
  exported: {
    audience: 'team',
    readers: 'team',
    detail: v.strictObject({ what: v.picklist(EXPORTED_THINGS) }),
  },
  /** `contentHash` is the hash of the answers' receipts, see `receiptsContent`. */
  receipt: {
    audience: 'vendor',
    readers: 'evaluators',
    detail: v.strictObject({ count: counter, contentHash, packageIds: ids(FIELD_LIMITS.logItems) }),
  },
  /** `count` = attempts of one person since their previous entry of this kind. */
  readRefused: {
    audience: 'team',
    readers: 'managers',
    detail: v.strictObject({
      what: v.picklist(SEALED_THINGS),
      vendorId: v.nullable(numericId),
      count: counter,
    }),
  },
} as const satisfies Record<string, LogKindRow>

export type LogKind = keyof typeof LOG_KINDS
export const LOG_KIND_NAMES = Object.keys(LOG_KINDS) as LogKind[]
/** The detail of an entry of one kind. */
export type LogDetail<K extends LogKind = LogKind> = v.InferOutput<(typeof LOG_KINDS)[K]['detail']>
type KindsOf<A extends LogAudience> = {
  [K in LogKind]: (typeof LOG_KINDS)[K]['audience'] extends A ? K : never
}[LogKind]

/** The input of the log. Entries of kind `vendor` also name the vendor. */
export type LogEntry =
  | { [K in KindsOf<'team' | 'vendors'>]: { kind: K; detail: LogDetail<K> } }[KindsOf<
      'team' | 'vendors'
    >]
  | {
      [K in KindsOf<'vendor'>]: { kind: K; detail: LogDetail<K>; vendorId: number }
    }[KindsOf<'vendor'>]
