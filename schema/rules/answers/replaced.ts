import type { ParameterValue } from '../../entities/parameter.ts'
import type { Entity } from '../../entities/rows.ts'
import { baseKey, type EditBase } from '../../mutations/mutation.ts'

export type FieldValues = Readonly<Record<string, ParameterValue>>
interface FieldEdit {
  row: { entity: Entity; id: string }
  /** The value of each field when the person began to edit it. */
  over: FieldValues
  given: FieldValues
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * The edit base holds a field of a requirement's content as its whole parameter, and tags as a list,
 * which people type with commas.
 */
const valueOf = (stood: unknown): ParameterValue => {
  if (Array.isArray(stood)) return stood.join(', ')
  const value = isObject(stood) ? stood['value'] : stood
  return (value ?? null) as ParameterValue
}

/** The server trims texts; an empty text and no text look the same. */
const plain = (value: ParameterValue): ParameterValue =>
  (typeof value === 'string' ? value.trim() : value) ?? ''
const isSame = (one: ParameterValue, other: ParameterValue): boolean => plain(one) === plain(other)

/**
 * Returns the values that an edit overwrote although its author had not seen them, because another
 * tab, device or person wrote them during the editing. Fields without an `over` are ignored.
 * @param before the values at the time of the edit, keyed by `baseKey`
 */
export const replacedUnseen = (before: EditBase, { row, over, given }: FieldEdit): FieldValues =>
  Object.fromEntries(
    Object.keys(over).flatMap((field) => {
      const key = baseKey(row, field)
      if (!Object.hasOwn(before, key) || !Object.hasOwn(given, field)) return []
      const stood = valueOf(before[key])
      const isSeen = isSame(stood, over[field] ?? null) || isSame(stood, given[field] ?? null)
      return isSeen ? [] : [[field, stood] as const]
    }),
  )
