export interface TestResult {
  title: string
  outcome: 'passed' | 'failed' | 'skipped'
}
export declare const testsIn: (report: unknown) => TestResult[]
