// The stages of `npm test`, and how each counts its tests.
import { existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { root } from './prepare.mjs'
import { brokenFilesIn, failuresIn, testsIn } from './test-results.mjs'
import { waitingFiles } from './turns.mjs'

const results = mkdtempSync(join(tmpdir(), 'tenderbook-results-'))
const MINUTE = 60_000

/** A stage that counts as one test. */
const check = (name, args, timeoutMs = 5 * MINUTE) => ({
  name,
  args,
  timeoutMs,
  count: (ok) => ({ passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0 }),
})

const VITEST = 'node_modules/vitest/vitest.mjs'
const vitest = (name, args, { timeoutMs = 15 * MINUTE, before = [], maySkipAll = false } = {}) => {
  const file = join(results, `${name.replaceAll(' ', '-')}.json`)
  return {
    name,
    args: [
      ...before,
      VITEST,
      'run',
      ...args,
      '--reporter=default',
      '--reporter=json',
      `--outputFile=${file}`,
    ],
    timeoutMs,
    count: (ok) => countVitest(file, ok, maySkipAll),
  }
}

/**
 * A stage that exits with an error, or in which no test ran, has failed even if no single test has.
 */
const complete = (count, ok, maySkipAll = false) =>
  count.failed === 0 && (!ok || (count.passed === 0 && !maySkipAll))
    ? { ...count, failed: 1 }
    : count

const skippedIn = (report) =>
  testsIn(report)
    .filter(({ outcome }) => outcome === 'skipped')
    .map(({ title }) => title)

const countVitest = (file, ok, maySkipAll) => {
  if (!existsSync(file)) return { passed: 0, failed: 1, skipped: 0 }
  const report = JSON.parse(readFileSync(file, 'utf8'))
  // A test file that failed to load contains no test results but counts as failed.
  const failed = report.numFailedTests + brokenFilesIn(report).length
  return complete(
    {
      passed: report.numPassedTests,
      failed,
      skipped: report.numPendingTests + report.numTodoTests,
      skippedTitles: skippedIn(report),
      failures: failuresIn(report),
    },
    ok,
    maySkipAll,
  )
}

const countPlaywright = (file, ok) => {
  if (!existsSync(file)) return { passed: 0, failed: 1, skipped: 0 }
  const report = JSON.parse(readFileSync(file, 'utf8'))
  const { stats, errors } = report
  return complete(
    {
      passed: stats.expected,
      // A test that passes at its second try has shown a fault of the product or of its own.
      failed: stats.unexpected + stats.flaky + errors.length,
      skipped: stats.skipped,
      skippedTitles: skippedIn(report),
      failures: failuresIn(report),
    },
    ok,
  )
}

const playwright = (name, args, env = {}, timeoutMs = 60 * MINUTE) => {
  const file = join(results, `${name.replaceAll(' ', '-')}.json`)
  return {
    name,
    args: [
      'node_modules/@playwright/test/cli.js',
      'test',
      '-c',
      'tests/e2e/playwright.config.ts',
      ...args,
    ],
    // Each test file starts a server; the compile cache saves Node from compiling it again.
    env: { E2E_RESULT_FILE: file, NODE_COMPILE_CACHE: join(results, 'compiled'), ...env },
    timeoutMs,
    count: (ok) => countPlaywright(file, ok),
  }
}

/** Runs the stage together with the one before: a single stage does not keep both cores busy. */
const beside = (stage) => ({ ...stage, isBeside: true })

/** Keeps the databases and other temporary files of a stage in memory, where there is room. */
const inMemory = (stage) => ({ ...stage, isInMemory: true })

/** Groups of stages that run at the same time. */
export const together = (stages) => {
  const groups = []
  for (const stage of stages) {
    if (stage.isBeside && groups.length > 0) groups.at(-1).push(stage)
    else groups.push([stage])
  }
  return groups
}

const API = ['--project', 'api', '--project', 'api-mocked']
const ON_POSTGRES = { before: ['scripts/with-postgres.ts'], timeoutMs: 30 * MINUTE }
const WAITING = waitingFiles()
/** Leaves files out of a stage, which names them at the end. */
const without = (waiting, stage) => ({
  ...stage,
  waiting,
  env: { ...stage.env, TEST_WITHOUT_FILES: waiting.join() },
})

/** The file of kills takes longer than all other fault tests together. */
const KILLS = 'tests/faults/kill.test.ts'

const TYPES = check('types', ['node_modules/typescript/bin/tsc', '-b'])
const LINT = check('lint', ['node_modules/oxlint/bin/oxlint', '--deny-warnings'])
const FORMAT = check('format', ['node_modules/oxfmt/bin/oxfmt', '--check'])
const SUBJECTS = check('subjects of commits', ['scripts/check-subjects.ts'])
// Half of the time of the server's unit tests was spent waiting for the disk.
const UNIT = inMemory(
  vitest('unit', ['--project', 'unit', '--project', 'unit-client'], { timeoutMs: 30 * MINUTE }),
)
const ARCHITECTURE = vitest('architecture', ['--project', 'architecture'])

/** Checks that every small change must pass. */
export const CHECK_STAGES = [
  TYPES,
  beside(LINT),
  FORMAT,
  beside(SUBJECTS),
  UNIT,
  // One architecture test inspects the built files, if there are any.
  ARCHITECTURE,
]

/** A machine that lacks them and may not install them reports so above and skips this stage. */
const OTHER_BROWSERS = vitest('Firefox and WebKit', ['--project', 'browsers'], { maySkipAll: true })

/** Repeats thousands of times what `npm test` tries a few times. */
export const LONG_STAGES = [
  vitest('histories, planted bugs and broken lines', ['--project', 'sync'], {
    timeoutMs: 120 * MINUTE,
  }),
  vitest('hostile input', ['--project', 'api', 'tests/api/fuzz.test.ts'], {
    timeoutMs: 20 * MINUTE,
  }),
  vitest('kills', ['--project', 'faults', KILLS], { timeoutMs: 60 * MINUTE }),
  check('build', ['scripts/build.mjs']),
  vitest('api on PostgreSQL', API, { ...ON_POSTGRES, timeoutMs: 60 * MINUTE }),
  // With the variations, and with the files that wait for their turn in `npm test`.
  playwright('browser tests', ['--project', 'pages'], {}, 150 * MINUTE),
  OTHER_BROWSERS,
  check('planted faults', ['tests/mutation/run.ts', '--sample', '100'], 90 * MINUTE),
]

export const STAGES = [
  TYPES,
  beside(LINT),
  FORMAT,
  beside(SUBJECTS),
  UNIT,
  inMemory(vitest('api on SQLite', API, { timeoutMs: 30 * MINUTE })),
  // Both stages wait at times for a server's start or for PostgreSQL.
  beside(inMemory(without(WAITING.postgres, vitest('api on PostgreSQL', API, ON_POSTGRES)))),
  inMemory(vitest('sync on SQLite', ['--project', 'sync'], { timeoutMs: 30 * MINUTE })),
  beside(inMemory(vitest('sync on PostgreSQL', ['--project', 'sync'], ON_POSTGRES))),
  // Both cores spend a third of the time waiting for a disk, a start or a failover; running two
  // such stages together shortens the wait.
  vitest('faults', ['--project', 'faults', '--no-file-parallelism', '--exclude', KILLS], {
    timeoutMs: 30 * MINUTE,
  }),
  beside(vitest('kills', ['--project', 'faults', KILLS], { timeoutMs: 30 * MINUTE })),
  vitest('storage in Chromium', ['-c', 'tests/sync/chromium.vitest.config.ts']),
  check('build', ['scripts/build.mjs']),
  // The architecture tests inspect the build as well.
  ARCHITECTURE,
  check('size of a first load', ['tests/bench/size.ts']),
  beside(OTHER_BROWSERS),
  without(
    WAITING.browser,
    playwright('e2e', ['--project', 'pages'], { E2E_WITHOUT_VARIATIONS: '1' }),
  ),
  // Runs alone: on a busy machine Chromium may keep an old service worker for minutes after it was
  // asked to change.
  playwright('e2e of the installed application', ['--project', 'installed', '--workers', '1']),
  // Reads the reports of all stages above, so it means nothing after a part of them.
  check('rules with a passed test', ['scripts/check-rules.ts', results]),
]

/** Test files with their seconds, as the stages of this run have recorded them. */
export const slowestFiles = () =>
  readdirSync(results)
    .filter((name) => name.endsWith('.json'))
    .flatMap((name) => {
      const stage = name.slice(0, -'.json'.length).replaceAll('-', ' ')
      const report = JSON.parse(readFileSync(join(results, name), 'utf8'))
      return filesOf(report).map((file) => ({ stage, ...file }))
    })
    .toSorted((one, other) => other.seconds - one.seconds)

const filesOf = ({ testResults, suites }) =>
  testResults === undefined
    ? (suites ?? []).map((suite) => ({ file: suite.file, seconds: secondsOf(suite) }))
    : testResults.map(({ name, startTime, endTime }) => ({
        file: relative(root, name),
        seconds: Math.round((endTime - startTime) / 1000),
      }))

const secondsOf = (suite) => {
  const runs = (one) => [
    ...(one.specs ?? []).flatMap(({ tests }) => tests.flatMap(({ results: tries }) => tries)),
    ...(one.suites ?? []).flatMap(runs),
  ]
  return Math.round(runs(suite).reduce((sum, { duration }) => sum + duration, 0) / 1000)
}
