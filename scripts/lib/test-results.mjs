// Reads the single tests from the JSON reports of vitest and Playwright.

/**
 * Title with the titles around it, whether the test passed, failed or was skipped, and why it
 * failed.
 */
export const testsIn = (report) =>
  report.testResults === undefined
    ? (report.suites ?? []).flatMap((suite) => ofSuite(suite, suite.file))
    : report.testResults.flatMap(({ assertionResults }) => assertionResults.map(ofVitest))

/** Lines of an error that the summary shows. */
const REASON_LINES = 12
const STYLE = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g')
const reasonOf = (messages) =>
  messages
    .map((message) => message.replaceAll(STYLE, '').split('\n').slice(0, REASON_LINES).join('\n'))
    .join('\n') || undefined

/**
 * Tests that failed, and what failed outside of a test: a file that does not load, or a worker that
 * ended.
 */
export const failuresIn = (report) => [
  ...testsIn(report).filter(({ outcome }) => outcome === 'failed'),
  ...brokenFilesIn(report),
  ...(report.errors ?? []).map(({ message = '' }) => failure('outside of a test', [message])),
]
const failure = (title, messages) => ({ title, outcome: 'failed', reason: reasonOf(messages) })

/** Files of a vitest report that failed although none of their tests did. */
export const brokenFilesIn = ({ testResults = [] }) =>
  testResults
    .filter(
      ({ status, assertionResults }) =>
        status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
    )
    .map(({ name, message = '' }) => failure(name, [message]))

const VITEST = { passed: 'passed', failed: 'failed' }
const ofVitest = ({ fullName, status, failureMessages = [] }) => ({
  title: fullName,
  outcome: VITEST[status] ?? 'skipped',
  reason: reasonOf(failureMessages),
})

const PLAYWRIGHT = { expected: 'passed', skipped: 'skipped' }
/** A test that passed at its second try ("flaky") has failed. */
const ofSuite = (suite, path) => [
  ...(suite.specs ?? []).flatMap(({ title, tests }) =>
    tests.map(({ status, results = [] }) => ({
      title: `${path} ${title}`,
      outcome: PLAYWRIGHT[status] ?? 'failed',
      reason: reasonOf(results.flatMap(({ errors = [] }) => errors.map(placeAndMessage))),
    })),
  ),
  ...(suite.suites ?? []).flatMap((inner) => ofSuite(inner, `${path} ${inner.title}`)),
]

const placeAndMessage = ({ message = '', location }) =>
  location === undefined ? message : `${location.file}:${location.line}\n${message}`
