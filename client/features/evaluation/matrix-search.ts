import * as v from 'valibot'
import type { Lens } from '#schema/rules/evaluation/evaluation.ts'
import { ROW_LEVELS, type RowLevel } from './matrix-rows.ts'

/** The part of the matrix view that the address holds, so that a link shares it. */
export interface SharedView {
  level: RowLevel
  differencesOnly: boolean
  lens: Lens
}
export const FIRST_VIEW: SharedView = {
  level: 'document',
  differencesOnly: false,
  lens: { kind: 'all' },
}

/** Search parameters of the evaluation page; unknown ones are dropped. */
const MatrixSearch = v.object({
  level: v.fallback(v.optional(v.picklist(ROW_LEVELS)), undefined),
  /** Number of a release. */
  asOf: v.fallback(v.optional(v.pipe(v.number(), v.integer())), undefined),
  differences: v.fallback(v.optional(v.boolean()), undefined),
})

/**
 * The view in the address. Without a level, the address holds no view and the remembered one
 * applies.
 */
export const viewOf = (raw: unknown, remembered: SharedView): SharedView => {
  const { level, asOf, differences = false } = v.parse(MatrixSearch, raw ?? {})
  if (level === undefined) return remembered
  return {
    level,
    differencesOnly: differences,
    lens: asOf === undefined ? { kind: 'all' } : { kind: 'asOf', release: asOf },
  }
}

export const searchOf = ({ level, differencesOnly, lens }: SharedView) => ({
  level,
  asOf: lens.kind === 'asOf' ? lens.release : undefined,
  differences: differencesOnly ? true : undefined,
})
export const isComplete = (raw: unknown): boolean =>
  v.parse(MatrixSearch, raw ?? {}).level !== undefined
