import * as v from 'valibot'
import { FIELD_LIMITS } from './field-limits.ts'

const sized = (min: number, max: number) => v.pipe(v.string(), v.minLength(min), v.maxLength(max))
/** Text that may be empty. */
export const text = (max: number) => v.pipe(v.string(), v.maxLength(max))
/** Text of at least one character. */
export const filledText = (max: number) => sized(1, max)
export const listOf = <S extends v.GenericSchema>(item: S, max: number) =>
  v.pipe(v.array(item), v.maxLength(max))
/** An object of at most `max` entries. Arrays are refused, although their indexes are keys too. */
export const recordOf = <K extends v.GenericSchema<string>, S extends v.GenericSchema>(
  key: K,
  value: S,
  max: number,
) =>
  v.intersect([
    v.pipe(v.record(key, value), v.maxEntries(max)),
    v.custom<Record<string, unknown>>((input) => !Array.isArray(input)),
  ])
export const numberBetween = (min: number, max: number) =>
  v.pipe(v.number(), v.minValue(min), v.maxValue(max))

/** The id of a row in a project: a UUIDv7 from its creator, or several ids joined. */
export const rowId = sized(1, FIELD_LIMITS.id)
/** The numeric id of a person or organization. 0 replaces an id that a vendor may not know. */
export const numericId = v.pipe(
  v.number(),
  v.safeInteger(),
  v.minValue(0),
  v.maxValue(FIELD_LIMITS.counter),
)
export const counter = numericId
/** Milliseconds since the epoch; deadlines before 1970 are possible. */
export const instant = v.pipe(
  v.number(),
  v.safeInteger(),
  v.minValue(-FIELD_LIMITS.instant),
  v.maxValue(FIELD_LIMITS.instant),
)
export const rank = text(FIELD_LIMITS.rank)
export const title = filledText(FIELD_LIMITS.title)
export const personName = filledText(FIELD_LIMITS.personName)
export const username = filledText(FIELD_LIMITS.username)
export const reason = filledText(FIELD_LIMITS.reason)
export const description = text(FIELD_LIMITS.description)
export const version = text(FIELD_LIMITS.version)
export const percent = numberBetween(0, FIELD_LIMITS.percent)
/** YYYY-MM-DD. */
export const date = v.pipe(v.string(), v.isoDate())
export const zone = filledText(FIELD_LIMITS.zone)
export const email = v.pipe(v.string(), v.maxLength(FIELD_LIMITS.email), v.email())
/** SHA-256 in hex: of a file's bytes or of a canonical text. */
export const contentHash = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/))
/** The hash of an avatar's bytes; null = none. */
export const avatar = v.nullable(contentHash)
/**
 * A language as BCP 47 writes it: language, script, region and one variant (RFC 5646), such as
 * `en`, `pt-BR` or `sr-Latn`; null = not stated. `Intl.Locale` accepts each of them.
 */
export const contentLanguage = v.nullable(
  v.pipe(
    v.string(),
    v.maxLength(FIELD_LIMITS.language),
    v.regex(
      /^[a-z]{2,3}(?:-[a-z]{4})?(?:-(?:[a-z]{2}|\d{3}))?(?:-(?:[a-z\d]{5,8}|\d[a-z\d]{3}))?$/i,
      'is no language tag such as en, sk or pt-BR',
    ),
  ),
)
/** Only http and https: other schemes could run code. */
export const homepage = v.pipe(
  v.string(),
  v.maxLength(FIELD_LIMITS.url),
  v.regex(/^(?:https?:\/\/\S+)?$/i),
)
export const definition = text(FIELD_LIMITS.definition)
