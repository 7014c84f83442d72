import type { FieldConflict, MutationResult, PushMutation } from '#schema/api/sync.ts'
import { Refusal } from '#schema/refusal.ts'
import { partResult } from '#schema/rules/answers/left-rows.ts'
import { measure } from '../measures.ts'
import { errorCode } from '../database/passing-error.ts'

type Verdict = (status: MutationResult['status'], rest?: Partial<MutationResult>) => MutationResult

export const verdictOn =
  ({ mid }: PushMutation, clock: () => number): Verdict =>
  (status, rest = {}) => ({
    mid,
    status,
    reason: null,
    detail: {},
    conflicts: [],
    at: clock(),
    ...rest,
  })

/** The verdict on an edit that was applied except for the fields and rows in `conflicts`. */
export const inPart = (
  verdict: Verdict,
  { args }: PushMutation,
  conflicts: FieldConflict[],
): MutationResult => {
  const part = partResult(args, conflicts)
  return verdict('conflict', {
    ...(part === null ? { reason: 'CONFLICT' } : { reason: 'bulk.result', detail: part }),
    conflicts,
  })
}

export const refused = (
  verdict: Verdict,
  error: unknown,
  onError: (error: unknown) => void,
): MutationResult => {
  if (error instanceof Refusal)
    return verdict('refused', {
      reason: error.code,
      detail: error.field === undefined ? error.detail : { field: error.field, ...error.detail },
    })
  if (isDatabaseError(error)) throw error
  onError(error)
  return verdict('refused', { reason: 'INTERNAL' })
}

/** Counts verdicts; call it after their commit. */
export const tellVerdicts = (results: readonly MutationResult[]): void => {
  for (const { status, reason } of results)
    measure('verdict', { verdict: status, code: reason ?? 'none' })
}

/**
 * A database error ends the whole transaction. Any other error concerns one edit, and the edits
 * after it still run.
 */
const isDatabaseError = (error: unknown): boolean =>
  /^SQLITE_|^[0-9A-Z]{5}$|^E[A-Z]+$/.test(errorCode(error))
