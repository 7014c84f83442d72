import * as v from 'valibot'
import { definition, instant, numericId, rowId, title } from './fields.ts'

export const TEMPLATE_VISIBILITIES = ['private', 'public'] as const

/** A template of a requirement. A private one belongs to its author; publishing is irreversible. */
export const RequirementTemplate = v.strictObject({
  id: rowId,
  organizationId: numericId,
  name: title,
  /** The JSON text of a `Definition`. */
  definition,
  visibility: v.picklist(TEMPLATE_VISIBILITIES),
  ownerId: numericId,
  createdOn: instant,
  updatedOn: instant,
})
export type RequirementTemplate = v.InferOutput<typeof RequirementTemplate>
