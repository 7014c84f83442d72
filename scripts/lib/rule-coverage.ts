import { idsOfTitle } from './rule-ids.ts'
import type { TestResult } from './test-results.mjs'

export interface RuleCoverage {
  /** No test with the id ran and passed, and none was skipped. */
  missing: string[]
  /** No test with the id ran, because all were skipped. */
  skipped: string[]
}

/** A rule is covered if a test whose title carries its id has run and passed. */
export const coverageOf = (
  rules: readonly string[],
  results: readonly TestResult[],
): RuleCoverage => {
  const withOutcome = (outcome: TestResult['outcome']): Set<string> =>
    new Set(
      results.filter((one) => one.outcome === outcome).flatMap(({ title }) => idsOfTitle(title)),
    )
  const [passed, failed, skipped] = [
    withOutcome('passed'),
    withOutcome('failed'),
    withOutcome('skipped'),
  ]
  const uncovered = rules.filter((id) => !passed.has(id))
  const isSkipped = (id: string): boolean => skipped.has(id) && !failed.has(id)
  return {
    missing: uncovered.filter((id) => !isSkipped(id)),
    skipped: uncovered.filter(isSkipped),
  }
}
