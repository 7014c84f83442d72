import * as v from 'valibot'
import { isTooDeep } from '../security/json-depth.ts'

export const ARCHIVE_LIMITS = {
  manifestBytes: 32_000_000,
  /** All entries together, unpacked. */
  bytes: 100_000_000_000,
  /** Lists inside a definition or a message make the deepest lines. */
  depth: 64,
}
/** @returns undefined if the text is no JSON, or nested too deeply */
export const parseJson = (text: string): unknown => {
  if (isTooDeep(text, ARCHIVE_LIMITS.depth)) return undefined
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/** Words of a failed schema that name the field but never the value. */
export const schemaProblem = (issues: readonly [v.BaseIssue<unknown>, ...v.BaseIssue<unknown>[]]) =>
  `${v.getDotPath(issues[0]) ?? 'the row'} is not valid`
