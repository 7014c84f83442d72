import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { idsOfSource, rulesOf } from '../../scripts/lib/rule-ids.ts'
import { projectRoot } from '../support/project-root.ts'

const read = (...path: string[]): string => readFileSync(join(projectRoot, ...path), 'utf8')

const repeated = (ids: readonly string[]): string[] =>
  ids.filter((id, at) => ids.indexOf(id) !== at)

const rules = rulesOf(read('sync', 'SPEC.md'))
const others = [read('server', 'SPEC.md'), read('schema', 'SPEC.md')].flatMap(rulesOf)
const elsewhere = new Set(others)
const tested = new Set(
  ['sync', 'tests/sync'].flatMap((folder) =>
    readdirSync(join(projectRoot, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.test\.ts$|contract\.ts$|\.chromium\.ts$/.test(file))
      .flatMap((file) => idsOfSource(read(folder, file))),
  ),
)

test('no two rules of the SPEC files have the same id', () => {
  expect(rules.length).toBeGreaterThan(50)
  expect(others.length).toBeGreaterThan(800)
  expect(repeated([...rules, ...others])).toEqual([])
})

test.each(['schema', 'server', 'sync'])('every rule of %s has an id that is counted', (layer) => {
  const rows = read(layer, 'SPEC.md')
    .split('\n')
    .filter((line) => /^\| (?!id \|)/.test(line))
  expect(rows.length).toBeGreaterThan(50)
  expect(rows.filter((row) => rulesOf(row).length === 0)).toEqual([])
})

test('every rule of the sync has a test, and every test a rule', () => {
  expect(rules.filter((id) => !tested.has(id))).toEqual([])
  expect([...tested].filter((id) => !rules.includes(id) && !elsewhere.has(id))).toEqual([])
})

test('an id that two rules have is found', () => {
  expect(repeated(['I1', 'RE1', 'I1'])).toEqual(['I1'])
})
