import * as v from 'valibot'
import { FIELD_LIMITS } from '../../entities/field-limits.ts'
import { filledText, numberBetween } from '../../entities/fields.ts'
import type { ChainAudience } from '../../rules/project/project-log.ts'
import { LOG_KIND_NAMES, type LogKind } from '../../tables/log-kinds.ts'
import { IdInPath, ListIndex } from '../common.ts'
import { endpoints } from '../endpoint.ts'

const isAudience = (value: unknown): boolean =>
  typeof value === 'string' && /^(?:team|v\d{1,10})$/.test(value)
const Audience = v.pipe(filledText(FIELD_LIMITS.username), v.custom<ChainAudience>(isAudience))
const Kind = v.picklist(LOG_KIND_NAMES as [LogKind, ...LogKind[]])

const hidden = { serial: v.number(), hash: v.string() }
/** An entry as the caller may read it; of a hidden entry only its existence. */
export const LogEntryRow = v.union([
  v.strictObject({
    ...hidden,
    at: v.number(),
    actorId: v.nullable(v.number()),
    kind: Kind,
    detail: v.record(v.string(), v.unknown()),
    salt: v.string(),
  }),
  v.strictObject(hidden),
])
export type LogEntryRow = v.InferOutput<typeof LogEntryRow>

/** The names of the people and rows in the entries. Deleted ones are missing. */
export const LogNames = v.strictObject({
  /** Packages and documents. */
  content: v.array(v.strictObject({ id: v.string(), name: v.string() })),
  people: v.array(v.strictObject({ id: v.number(), name: v.string() })),
  requirements: v.array(v.strictObject({ id: v.string(), name: v.string() })),
  vendors: v.array(v.strictObject({ id: v.number(), name: v.string() })),
})
export type LogNames = v.InferOutput<typeof LogNames>

/** `vendorId` null = the requestors' chain. `serial` and `hash` are those of its last entry. */
export const LogChain = v.strictObject({
  audience: Audience,
  vendorId: v.nullable(v.number()),
  name: v.string(),
  serial: v.number(),
  hash: v.string(),
})
export type LogChain = v.InferOutput<typeof LogChain>

/** Calls for the history of a project, which consists of hash chains. */
export const projectLog = endpoints({
  chains: {
    method: 'GET',
    path: '/projects-service/projects/{id}/log',
    access: 'user',
    summary: 'The chains of the project log that the caller may read, with their ends',
    params: IdInPath,
    reply: v.array(LogChain),
    errors: ['ACCESS_TO_PROJECT_IS_DENIED'],
  },
  entries: {
    method: 'POST',
    path: '/projects-service/projects/{id}/log/entries',
    access: 'user',
    summary: 'Entries of one chain in order; hidden ones as hashes only',
    params: IdInPath,
    body: v.strictObject({
      audience: Audience,
      after: v.optional(ListIndex, 0),
      limit: v.optional(v.pipe(numberBetween(1, 500), v.integer()), 200),
    }),
    reply: v.strictObject({ entries: v.array(LogEntryRow), names: LogNames, hasMore: v.boolean() }),
    errors: ['ACCESS_TO_PROJECT_IS_DENIED', 'NOT_FOUND'],
  },
})
