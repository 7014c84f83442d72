import * as v from 'valibot'
import { FIELD_LIMITS } from './field-limits.ts'
import { filledText, instant, listOf, numericId, rowId, title, version } from './fields.ts'
import { ParameterValue } from './parameter.ts'
import { ProjectState } from './project.ts'

/** One version in the lineage of a project. */
export const ProjectVersion = v.strictObject({
  projectId: rowId,
  lineageId: rowId,
  version,
  name: title,
  state: ProjectState,
  createdOn: instant,
  isCurrent: v.boolean(),
})
export type ProjectVersion = v.InferOutput<typeof ProjectVersion>

export const CHANGE_KINDS = [
  'created requirement',
  'deleted requirement',
  'changed',
  'added new parameters',
] as const
/** One entry of a document's change log. */
export const ChangeLogEntry = v.strictObject({
  id: rowId,
  projectId: rowId,
  documentId: rowId,
  requirementId: rowId,
  fullId: v.nullable(filledText(FIELD_LIMITS.fullId)),
  kind: v.picklist(CHANGE_KINDS),
  fields: listOf(
    v.strictObject({
      field: filledText(FIELD_LIMITS.answerField),
      before: ParameterValue,
      after: ParameterValue,
    }),
    FIELD_LIMITS.changedFields,
  ),
  by: v.strictObject({ id: numericId, name: title }),
  on: instant,
})
export type ChangeLogEntry = v.InferOutput<typeof ChangeLogEntry>

/** The requirements changed since the previous publishing, recorded by a republishing. */
export const Addendum = v.strictObject({
  projectId: rowId,
  number: v.pipe(numericId, v.minValue(1)),
  requirementIds: listOf(rowId, FIELD_LIMITS.projectRequirements),
  by: numericId,
  on: instant,
})
export type Addendum = v.InferOutput<typeof Addendum>
