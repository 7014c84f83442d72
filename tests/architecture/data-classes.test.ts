import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from '../support/project-root.ts'

const read = (...path: string[]): string => readFileSync(join(projectRoot, ...path), 'utf8')
interface Line {
  what: string
  tables: string[]
  tests: string[]
}
/** Parses the table of secrets: `what | tables | from | how | shown by`. */
const linesOf = (text: string): Line[] =>
  text
    .slice(text.indexOf('**What is secret, from whom**'))
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .slice(1)
    .flatMap((line) => {
      const [, what = '', tables = '', , , tests = ''] = line.split('|').map((cell) => cell.trim())
      return /^[A-Z]+\d/.test(tests)
        ? [{ what, tables: tables.split(', '), tests: tests.split(' ') }]
        : []
    })
const lines = linesOf(read('server', 'README.md'))
const sources = ['tables.ts', 'account-tables.ts', 'notice-tables.ts'].map((name) =>
  read('server', 'database', name),
)
const tables = sources.flatMap((source) =>
  [
    ...source
      .slice(source.search(/^export interface \w*Tables/m))
      .matchAll(/^ {2}(\w+): (?:\{|EntityColumns)/gm),
  ].map(([, name = '']) => name),
)
const titles =
  readdirSync(join(projectRoot, 'tests', 'api'))
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => read('tests', 'api', name))
    .join('\n') +
  readdirSync(join(projectRoot, 'tests', 'faults'))
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => read('tests', 'faults', name))
    .join('\n')
const withoutTest = (from: readonly Line[]): string[] =>
  from.flatMap(({ what, tests }) =>
    tests.filter((id) => !titles.includes(`[${id}]`)).map((id) => `${what}: no test ${id}`),
  )

test('the table of secrets lists every table of the database exactly once', () => {
  expect(tables.length).toBeGreaterThan(35)
  expect(lines.flatMap((line) => line.tables).toSorted()).toEqual(tables.toSorted())
})

test('the tests that the table of secrets names exist', () => {
  expect(withoutTest(lines)).toEqual([])
  expect(withoutTest([{ what: 'planted', tables: [], tests: ['AC1', 'ZZ99'] }])).toEqual([
    'planted: no test ZZ99',
  ])
})
