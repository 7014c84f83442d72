import * as v from 'valibot'
import { FIELD_LIMITS } from '../entities/field-limits.ts'
import { listOf, text } from '../entities/fields.ts'
import { Parameter } from '../entities/parameter.ts'

/** Parameters to set by id; null removes one, and others stay. `order` lists ids. */
const parameterChanges = v.strictObject({
  parameters: v.pipe(
    v.record(text(FIELD_LIMITS.parameterKey), v.nullable(Parameter)),
    v.maxEntries(FIELD_LIMITS.parameters),
  ),
  order: v.optional(listOf(text(FIELD_LIMITS.parameterKey), FIELD_LIMITS.parameters)),
})
/**
 * A part of a definition. Undo and the conflict dialog write parts, so that they do not touch other
 * people's parameters.
 */
export const DefinitionPart = v.strictObject({
  content: v.optional(parameterChanges),
  answer: v.optional(parameterChanges),
})
export type DefinitionPart = v.InferOutput<typeof DefinitionPart>
