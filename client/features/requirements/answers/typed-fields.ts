import type { Commitment, CommitmentValues } from '#schema/entities/commitment.ts'
import type { ParameterValue } from '#schema/entities/parameter.ts'
import { isBlank } from '#schema/rules/answers/commitments.ts'

/** Text of an answer field while it is being typed. */
export interface TypedField {
  value: ParameterValue
  isSaved: boolean
  /** The value in the field when typing began. */
  over: ParameterValue
}
export type TypedFields = Readonly<Record<string, TypedField>>

/** The typed fields after a keystroke. */
export const afterKeystroke = (
  typed: TypedFields,
  { field, value }: { field: string; value: ParameterValue },
  stored: CommitmentValues | undefined,
): TypedFields => ({
  ...typed,
  [field]: { value, isSaved: false, over: overOf(typed[field], stored?.[field]) },
})

/** What the person saw in the field before a keystroke: their own text, or the stored value. */
const overOf = (
  before: TypedField | undefined,
  stored: ParameterValue | undefined,
): ParameterValue => {
  if (before === undefined) return stored ?? null
  return before.isSaved ? before.value : before.over
}

/** The unsaved fields; null = all are saved. */
export const unsavedOf = (
  typed: TypedFields,
): { values: CommitmentValues; over: CommitmentValues } | null => {
  const unsaved = Object.entries(typed).filter(([, { isSaved }]) => !isSaved)
  if (unsaved.length === 0) return null
  return {
    values: Object.fromEntries(unsaved.map(([field, { value }]) => [field, value])),
    over: Object.fromEntries(unsaved.map(([field, { over }]) => [field, over])),
  }
}

/** Whether all values equal the stored ones; blank ones are equal. */
export const changesNothing = (
  values: CommitmentValues,
  stored: CommitmentValues | undefined,
): boolean =>
  Object.entries(values).every(([field, value]) => {
    const before = stored?.[field]
    return value === before || (isBlank(value) && isBlank(before))
  })

/** Marks the fields that still hold these values as saved or as unsaved. */
export const marked = (
  typed: TypedFields,
  values: CommitmentValues,
  isSaved: boolean,
): TypedFields =>
  Object.fromEntries(
    Object.entries(typed).map(([field, one]) => [
      field,
      holds(one, field, values) ? { ...one, isSaved } : one,
    ]),
  )

/** Removes the fields that are saved with these values. */
export const withoutSaved = (typed: TypedFields, values: CommitmentValues): TypedFields =>
  filtered(typed, (one, field) => !(one.isSaved && holds(one, field, values)))

/** Removes the saved fields that the store already shows; returns the same object if none is. */
export const withoutShown = (typed: TypedFields, commitment: Commitment | undefined): TypedFields =>
  filtered(typed, (one, field) => !(one.isSaved && commitment?.values[field] === one.value))

const holds = ({ value }: TypedField, field: string, values: CommitmentValues): boolean =>
  field in values && values[field] === value

const filtered = (
  typed: TypedFields,
  isLeft: (one: TypedField, field: string) => boolean,
): TypedFields => {
  const entries = Object.entries(typed)
  const left = entries.filter(([field, one]) => isLeft(one, field))
  return left.length === entries.length ? typed : Object.fromEntries(left)
}
