import { expect, test } from 'vitest'
import { coverageOf } from './rule-coverage.ts'
import { idsOfSource, idsOfTitle, rulesOf } from './rule-ids.ts'
import { failuresIn, testsIn } from './test-results.mjs'

test('an id is read from a title and from a line of a SPEC file', () => {
  expect(idsOfSource("it('[I1-I3 L1] x', `[EG12] y`)")).toEqual(['I1', 'I2', 'I3', 'L1', 'EG12'])
  expect(idsOfTitle('[AC1] [AC4] a.b [HT2-HT3] answers [3]')).toEqual(['AC1', 'AC4', 'HT2', 'HT3'])
  expect(rulesOf('| I1 | x |\n| EG12–13, RE1 | y |\n| id | rule |')).toEqual([
    'I1',
    'EG12',
    'EG13',
    'RE1',
  ])
})

test('only a test that ran and passed covers a rule', () => {
  const results = [
    { title: '[AA1] x', outcome: 'passed' },
    { title: '[AA1] y', outcome: 'failed' },
    { title: '[AA2] z', outcome: 'failed' },
    { title: '[AA2 AA3] z', outcome: 'skipped' },
  ] as const
  expect(coverageOf(['AA1', 'AA2', 'AA3', 'AA4'], results)).toEqual({
    missing: ['AA2', 'AA4'],
    skipped: ['AA3'],
  })
})

test('the reports of vitest and Playwright say how each test ended', () => {
  const [assertionResults, outcomes] = [
    ['passed', 'failed', 'skipped', 'pending', 'todo'].map((status) => ({ fullName: 'a', status })),
    ['passed', 'failed', 'skipped', 'skipped', 'skipped'],
  ]
  expect(testsIn({ testResults: [{ assertionResults }] }).map(({ outcome }) => outcome)).toEqual(
    outcomes,
  )
  const specs = ['expected', 'unexpected', 'flaky', 'skipped'].map((status) => ({
    title: status,
    tests: [{ status }],
  }))
  expect(testsIn({ suites: [{ file: 'a.ts', suites: [{ title: 'part', specs }] }] })).toEqual([
    { title: 'a.ts part expected', outcome: 'passed' },
    { title: 'a.ts part unexpected', outcome: 'failed' },
    { title: 'a.ts part flaky', outcome: 'failed' },
    { title: 'a.ts part skipped', outcome: 'skipped' },
  ])
})

test('failures name the test, or what failed outside of a test, and the first lines of why', () => {
  const many = Array.from({ length: 40 }, (_, line) => `line ${line}`).join('\n')
  const vitest = {
    testResults: [
      {
        name: '/x/a.test.ts',
        status: 'failed',
        message: '',
        assertionResults: [
          {
            fullName: 'one',
            status: 'failed',
            failureMessages: ['\u001B[31mexpected 1\u001B[39m'],
          },
          { fullName: 'two', status: 'passed', failureMessages: [] },
          { fullName: 'three', status: 'failed', failureMessages: [many] },
        ],
      },
      { name: '/x/b.test.ts', status: 'failed', message: 'no such module', assertionResults: [] },
    ],
  }
  const [one, three, file] = failuresIn(vitest)
  expect(one).toEqual({ title: 'one', outcome: 'failed', reason: 'expected 1' })
  expect(three?.reason?.split('\n')).toHaveLength(12)
  expect(file).toEqual({ title: '/x/b.test.ts', outcome: 'failed', reason: 'no such module' })

  const errors = [{ message: 'timed out', location: { file: 'a.ts', line: 7 } }]
  const spec = { title: 't', tests: [{ status: 'unexpected', results: [{ errors }] }] }
  expect(
    failuresIn({
      suites: [{ file: 'a.ts', specs: [spec] }],
      errors: [{ message: 'worker ended' }],
    }),
  ).toEqual([
    { title: 'a.ts t', outcome: 'failed', reason: 'a.ts:7\ntimed out' },
    { title: 'outside of a test', outcome: 'failed', reason: 'worker ended' },
  ])
})
