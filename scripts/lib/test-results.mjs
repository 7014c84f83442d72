// Reads the single tests from the JSON reports of vitest and Playwright.

/** Title with the titles around it, and whether the test passed, failed or was skipped. */
export const testsIn = (report) =>
  report.testResults === undefined
    ? (report.suites ?? []).flatMap((suite) => ofSuite(suite, suite.file))
    : report.testResults.flatMap(({ assertionResults }) => assertionResults.map(ofVitest))

const VITEST = { passed: 'passed', failed: 'failed' }
const ofVitest = ({ fullName, status }) => ({
  title: fullName,
  outcome: VITEST[status] ?? 'skipped',
})

const PLAYWRIGHT = { expected: 'passed', skipped: 'skipped' }
/** A test that passed at its second try ("flaky") has failed. */
const ofSuite = (suite, path) => [
  ...(suite.specs ?? []).flatMap(({ title, tests }) =>
    tests.map(({ status }) => ({
      title: `${path} ${title}`,
      outcome: PLAYWRIGHT[status] ?? 'failed',
    })),
  ),
  ...(suite.suites ?? []).flatMap((inner) => ofSuite(inner, `${path} ${inner.title}`)),
]
