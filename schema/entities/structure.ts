import * as v from 'valibot'
import { FIELD_LIMITS } from './field-limits.ts'
import {
  counter,
  definition,
  filledText,
  instant,
  listOf,
  numericId,
  percent,
  rank,
  reason,
  rowId,
  text,
  title,
} from './fields.ts'

/** Percent with at most two decimals; null = unset. */
const weight = v.nullable(percent)
/** True = vendors may read the weights of the row. Publishing sets it by the project's switch. */
const isWeightPublished = v.optional(v.boolean())
/**
 * The same in all versions of the project; absent = the row starts its lineage, and its id names
 * it.
 */
const lineageId = v.optional(rowId)

export const Package = v.strictObject({
  id: rowId,
  projectId: rowId,
  lineageId,
  name: title,
  weight,
  isWeightPublished,
  rank,
  ownerId: v.nullable(numericId),
  updatedOn: instant,
})
export type Package = v.InferOutput<typeof Package>

export const Document = v.strictObject({
  id: rowId,
  projectId: rowId,
  packageId: rowId,
  lineageId,
  name: title,
  /** The start of every full id in the document: 1 to 12 capital letters, digits or dashes. */
  prefix: v.pipe(v.string(), v.regex(/^[A-Z0-9][A-Z0-9-]{0,11}$/)),
  weight,
  isWeightPublished,
  rank,
  ownerId: v.nullable(numericId),
  /** People who work in the document besides its owner; absent = none. */
  members: v.optional(listOf(numericId, FIELD_LIMITS.members)),
  updatedOn: instant,
})
export type Document = v.InferOutput<typeof Document>

export const Section = v.strictObject({
  id: rowId,
  projectId: rowId,
  packageId: rowId,
  documentId: rowId,
  lineageId,
  name: title,
  rank,
  updatedOn: instant,
})
export type Section = v.InferOutput<typeof Section>

export const REQUIREMENT_STATUSES = ['NEW', 'OLD', 'CHANGED'] as const

export const Exclusion = v.strictObject({
  reason,
  by: text(FIELD_LIMITS.title),
  on: instant,
})

export const Requirement = v.strictObject({
  id: rowId,
  projectId: rowId,
  packageId: rowId,
  documentId: rowId,
  sectionId: rowId,
  /** The same in all versions of the project. */
  lineageId: rowId,
  /** Prefix and running number; null until the server assigns it. */
  fullId: v.nullable(filledText(FIELD_LIMITS.fullId)),
  /** The id in the imported file. */
  sourceId: v.nullable(text(FIELD_LIMITS.sourceId)),
  status: v.picklist(REQUIREMENT_STATUSES),
  version: counter,
  name: filledText(FIELD_LIMITS.requirementName),
  /** The JSON text of a `Definition`. */
  definition,
  isWeightPublished,
  vendorHelp: text(FIELD_LIMITS.help),
  evaluatorHelp: text(FIELD_LIMITS.help),
  rank,
  excluded: v.nullable(Exclusion),
  /** The person who last changed the requirement; absent = unknown. Vendors never read it. */
  updatedBy: v.optional(numericId),
  /**
   * Marks of the texts that imports wrote (rules/excel/import-marks.ts); absent = none did. Vendors
   * never read them.
   */
  imported: v.optional(text(FIELD_LIMITS.importMarks)),
  updatedOn: instant,
})
export type Requirement = v.InferOutput<typeof Requirement>
