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
} from '../entities/fields.ts'
import { ParameterValue } from '../entities/parameter.ts'
import { Deadline, ProjectState } from '../entities/project.ts'

/** The project's switches that the log knows. */
export const LOGGED_SWITCHES = ['sealed', 'stopInValidation'] as const
/** What of sealed work a requestor has asked for in vain. */
export const SEALED_THINGS = ['answers', 'files', 'counts'] as const
/** What leaves the application as a file. */
export const EXPORTED_THINGS = ['document', 'evaluation', 'log'] as const

/**
 * Whose chains an entry of the kind goes to: `team` the requestors' alone, `vendors` the
 * requestors' and that of every invited vendor, `vendor` that of the one vendor it names.
 */
export type LogAudience = 'team' | 'vendors' | 'vendor'
/**
 * Which requestors read an entry of the requestors' chain; all others see its hash. `team` all
 * who open the project, `evaluators` who may browse answers, `managers` who see the members.
 */
export type LogReaders = 'team' | 'evaluators' | 'managers'

export interface LogKindRow {
  audience: LogAudience
  readers: LogReaders
  detail: v.GenericSchema
  /** In a vendor's chain too the entry names the requestor who acted. */
  isActorTold?: boolean
  /** In the requestors' chain the entry carries the newest hash of every vendor's chain. */
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
const roles = listOf(filledText(FIELD_LIMITS.title), FIELD_LIMITS.roles)
const LogAnchor = v.strictObject({ vendorId: numericId, serial: counter, hash: contentHash })
export type LogAnchor = v.InferOutput<typeof LogAnchor>
/** Where every vendor's chain stood; written by the log itself. */
const anchors = v.optional(listOf(LogAnchor, FIELD_LIMITS.logItems))

/** Every kind of entry of the project's log. Details name people and rows by id, never by name. */
export const LOG_KINDS = {
  /** The first entry of a project that was made with a log. */
  created: { audience: 'team', readers: 'team', detail: v.strictObject({}) },
  /** The first entry of any other chain: what happened before is not in it. */
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
  /** `contentHash`: of the answers' receipts, see `receiptsContent`. */
  receipt: {
    audience: 'vendor',
    readers: 'evaluators',
    detail: v.strictObject({ count: counter, contentHash, packageIds: ids(FIELD_LIMITS.logItems) }),
  },
  /** `count` attempts of one person between the former such entry and this one. */
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

/** What a writer hands to the log; kinds of one vendor name it beside the detail. */
export type LogEntry =
  | { [K in KindsOf<'team' | 'vendors'>]: { kind: K; detail: LogDetail<K> } }[KindsOf<
      'team' | 'vendors'
    >]
  | {
      [K in KindsOf<'vendor'>]: { kind: K; detail: LogDetail<K>; vendorId: number }
    }[KindsOf<'vendor'>]
