import { evaluate } from '#schema/rules/evaluation/evaluation.ts'
import type { Evaluation, EvaluationOptions } from '#schema/rules/evaluation/evaluation.ts'
import { prepareEvaluation, updateEvaluation } from '#schema/rules/evaluation/evaluation-prepare.ts'
import type { PreparedEvaluation } from '#schema/rules/evaluation/evaluation-prepare.ts'
import type { EvaluationRows } from '#schema/rules/evaluation/evaluation-rows.ts'
import type { WhatIf } from './what-if.ts'

/**
 * Evaluates one project repeatedly. Its cache of the last results only saves work: each result
 * depends on the arguments alone.
 */
export const createEvaluator = () => {
  let prepared: PreparedEvaluation | null = null
  let lastSaved: Evaluation | undefined
  let lastTried: Evaluation | undefined
  return {
    saved(rows: EvaluationRows, options: EvaluationOptions): Evaluation {
      prepared = prepared === null ? prepareEvaluation(rows) : updateEvaluation(prepared, rows)
      lastSaved = evaluate(prepared, options, lastSaved)
      return lastSaved
    },
    tried(saved: Evaluation, weights: WhatIf): Evaluation {
      const options = { ...saved.options, weights }
      lastTried = evaluate(saved.prepared, options, lastTried ?? saved)
      return lastTried
    },
  }
}
