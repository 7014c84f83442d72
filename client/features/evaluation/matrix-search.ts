import * as v from 'valibot'
import type { Lens } from '#schema/rules/evaluation/evaluation.ts'
import { ROW_LEVELS, type RowLevel } from './matrix-rows.ts'

/** The part of a look at the matrix that can be sent to a colleague. */
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

/** What the address of the evaluation holds besides its path; anything unknown is left out. */
const MatrixSearch = v.object({
  level: v.fallback(v.optional(v.picklist(ROW_LEVELS)), undefined),
  /** Position of a release. */
  asOf: v.fallback(v.optional(v.pipe(v.number(), v.integer())), undefined),
  differences: v.fallback(v.optional(v.boolean()), undefined),
})

/**
 * The view of an address. One without a level says nothing, and the person's last view is shown.
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
