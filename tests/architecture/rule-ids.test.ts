import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from '../support/project-root.ts'

const read = (...path: string[]): string => readFileSync(join(projectRoot, ...path), 'utf8')

/** I1-I3, or RE1–3 as a SPEC file writes it → I1, I2, I3. */
const expand = (id: string): string[] => {
  const [, family = '', from = '', to = from] =
    /^([A-Z]+)(\d+)(?:(?:-\1|–(?:\1)?)(\d+))?$/.exec(id) ?? []
  return Array.from(
    { length: Number(to) - Number(from) + 1 },
    (_, i) => family + (Number(from) + i),
  )
}
/** The ids that the titles of a test file carry, such as [I1 I2] or [I1-I7 L1]. */
const idsOf = (text: string): string[] =>
  [...text.matchAll(/['"`]\[([A-Z]{1,2}\d[A-Z\d -]*)\]/g)].flatMap(([, ids = '']) =>
    ids.split(' ').flatMap(expand),
  )
/** The ids in the first column of a SPEC file. */
const rulesOf = (spec: string): string[] =>
  [...spec.matchAll(/^\| ([A-Z]{1,2}\d[A-Z\d –,]*) \|/gm)].flatMap(([, ids = '']) =>
    ids.split(/,? /).flatMap(expand),
  )
const repeated = (ids: readonly string[]): string[] =>
  ids.filter((id, at) => ids.indexOf(id) !== at)

const rules = rulesOf(read('sync', 'SPEC.md'))
const others = [read('server', 'SPEC.md'), read('schema', 'SPEC.md')].flatMap(rulesOf)
const elsewhere = new Set(others)
const tested = new Set(
  ['sync', 'tests/sync'].flatMap((folder) =>
    readdirSync(join(projectRoot, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.test\.ts$|contract\.ts$|\.chromium\.ts$/.test(file))
      .flatMap((file) => idsOf(read(folder, file))),
  ),
)

test('no two rules of the SPEC files have the same id', () => {
  expect(rules.length).toBeGreaterThan(50)
  expect(others.length).toBeGreaterThan(800)
  expect(repeated([...rules, ...others])).toEqual([])
})

test('every rule of the sync has a test, and every test a rule', () => {
  expect(rules.filter((id) => !tested.has(id))).toEqual([])
  expect([...tested].filter((id) => !rules.includes(id) && !elsewhere.has(id))).toEqual([])
})

test('an id is read from a title and from a line of a SPEC file', () => {
  expect(idsOf("it('[I1-I3 L1] x', `[EG12] y`)")).toEqual(['I1', 'I2', 'I3', 'L1', 'EG12'])
  expect(rulesOf('| I1 | x |\n| EG12–13, RE1 | y |\n| id | rule |')).toEqual([
    'I1',
    'EG12',
    'EG13',
    'RE1',
  ])
  expect(repeated(['I1', 'RE1', 'I1'])).toEqual(['I1'])
})
