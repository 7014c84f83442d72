/** A JSON value. */
export type Json =
  | string
  | number
  | boolean
  | null
  | readonly Json[]
  | { readonly [key: string]: Json }

const isList = (value: Json): value is readonly Json[] => Array.isArray(value)

/**
 * Writes JSON without blanks and with sorted keys (by UTF-16 code units), so that equal values have
 * equal texts. Strings and numbers are written as by `JSON.stringify`.
 */
export function canonicalJson(value: Json): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  if (isList(value)) return `[${value.map(canonicalJson).join()}]`
  const keys = Object.keys(value).sort((a, b) => (a < b ? -1 : 1))
  const parts = keys.flatMap((key) => {
    const part = value[key]
    return part === undefined ? [] : [`${JSON.stringify(key)}:${canonicalJson(part)}`]
  })
  return `{${parts.join()}}`
}
