export interface TestResult {
  title: string
  outcome: 'passed' | 'failed' | 'skipped'
  /** First lines of what a failed test said. */
  reason?: string
}
export declare const testsIn: (report: unknown) => TestResult[]
export declare const failuresIn: (report: unknown) => TestResult[]
