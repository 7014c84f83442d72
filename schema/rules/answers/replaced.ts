import type { ParameterValue } from '../../entities/parameter.ts'
import type { Entity } from '../../entities/rows.ts'
import { baseKey, type EditBase } from '../../mutations/mutation.ts'

export type FieldValues = Readonly<Record<string, ParameterValue>>
interface FieldEdit {
  row: { entity: Entity; id: string }
  /** What the person saw in each field when they began to write there. */
  over: FieldValues
  given: FieldValues
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A field of a requirement's content stands in the base as its whole parameter. */
const valueOf = (stood: unknown): ParameterValue => {
  const value = isObject(stood) ? stood['value'] : stood
  return (value ?? null) as ParameterValue
}

/** The server trims texts; an empty one and none look the same. */
const plain = (value: ParameterValue): ParameterValue =>
  (typeof value === 'string' ? value.trim() : value) ?? ''
const isSame = (one: ParameterValue, other: ParameterValue): boolean => plain(one) === plain(other)

/**
 * What an edit wrote over though its writer had never seen it, because another tab, device or
 * person wrote it while they were typing. Fields without an `over` are not looked at.
 * @param before what stood in the fields when the edit was written, by `baseKey`
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
