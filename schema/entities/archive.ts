import * as v from 'valibot'
import { ArchiveChange } from './archive-change.ts'
import { FIELD_LIMITS } from './field-limits.ts'
import {
  contentHash,
  counter,
  instant,
  listOf,
  numericId,
  recordOf,
  rowId,
  text,
  title,
} from './fields.ts'
import { ENTITIES, ROW_SCHEMAS } from './rows.ts'

/** What is written. A change of any schema below needs a new version. */
export const ARCHIVE_VERSION = 2
/** Versions that are read. Version 1 has no history. */
export const ARCHIVE_VERSIONS = [1, ARCHIVE_VERSION] as const
export type ArchiveVersion = (typeof ARCHIVE_VERSIONS)[number]
/** Parts after the rows, in their order, that are in every archive of a version. */
export const ARCHIVE_LISTS = {
  1: ['members.jsonl', 'numbering.jsonl'],
  2: ['members.jsonl', 'numbering.jsonl', 'history.jsonl'],
} as const satisfies Record<ArchiveVersion, readonly string[]>

/** A ZIP counts its entries in 16 bits; one is the manifest. */
const MOST_PARTS = 65_533

/** An entry of the archive other than the manifest. */
export const ArchivePart = v.strictObject({
  path: v.pipe(
    v.string(),
    v.regex(/^(rows|log|files)\/[\w-]+(\.jsonl)?$|^(members|numbering|history)\.jsonl$/),
  ),
  bytes: counter,
  sha256: contentHash,
  /** Lines of a `.jsonl` part; null for a file. */
  rows: v.nullable(counter),
})
export type ArchivePart = v.InferOutput<typeof ArchivePart>

/** `manifest.json`, the last entry: what the archive holds. */
export const ArchiveManifest = v.strictObject({
  format: v.literal('tenderbook-archive'),
  version: v.picklist(ARCHIVE_VERSIONS),
  project: v.strictObject({ id: rowId, name: title, version: text(FIELD_LIMITS.title) }),
  writtenOn: instant,
  /** True if answers and vendors' chains were sealed when it was written, and are not in it. */
  leavesOutSealed: v.boolean(),
  parts: listOf(ArchivePart, MOST_PARTS),
})
export type ArchiveManifest = v.InferOutput<typeof ArchiveManifest>

/** A line of `members.jsonl`: a member of the project, or its owner without roles. */
export const ArchiveMember = v.strictObject({
  userId: numericId,
  name: text(FIELD_LIMITS.personName * 2 + 1),
  email: text(FIELD_LIMITS.email),
  roles: listOf(rowId, FIELD_LIMITS.exportVendors),
})
export type ArchiveMember = v.InferOutput<typeof ArchiveMember>

/** A line of `numbering.jsonl`: the last number given for a prefix, so that none is given twice. */
export const ArchiveNumber = v.strictObject({
  prefix: text(FIELD_LIMITS.fullId),
  lastNumber: v.pipe(counter, v.maxValue(2_147_483_647)),
})
export type ArchiveNumber = v.InferOutput<typeof ArchiveNumber>

/** A line of `log/team.jsonl` or `log/v<vendorId>.jsonl`: an entry of a chain of the project log. */
export const ArchiveLogEntry = v.strictObject({
  serial: counter,
  at: instant,
  actorId: v.nullable(numericId),
  kind: text(FIELD_LIMITS.id),
  detail: recordOf(text(FIELD_LIMITS.id), v.unknown(), FIELD_LIMITS.tableColumns),
  salt: text(FIELD_LIMITS.id),
  hash: contentHash,
})

/** The schema of the manifest and of the lines of each part, by the name of the part. */
export const ARCHIVE_SCHEMAS = {
  'manifest.json': ArchiveManifest,
  'members.jsonl': ArchiveMember,
  'numbering.jsonl': ArchiveNumber,
  'history.jsonl': ArchiveChange,
  'log/*.jsonl': ArchiveLogEntry,
  ...Object.fromEntries(
    ENTITIES.map((entity) => [`rows/${entity}.jsonl`, ROW_SCHEMAS[entity] as v.GenericSchema]),
  ),
} as const satisfies Record<string, v.GenericSchema>
