import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from '../support/project-root.ts'

const read = (...path: string[]): string => readFileSync(join(projectRoot, ...path), 'utf8')
const rules = [...read('server', 'SPEC.md').matchAll(/^\| ([A-Z]{2}\d+) \|/gm)].map(
  ([, id = '']) => id,
)
const specified = new Set(rules)
/** The ids in the titles of the tests in these folders. */
const idsIn = (folders: readonly string[]): string[] =>
  folders.flatMap((folder) =>
    readdirSync(join(projectRoot, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.test.ts'))
      .flatMap((file) =>
        // A title can carry several ids: '[AC1] [AC4] …'.
        [...read(folder, file).matchAll(/['"`]((?:\[[A-Z]{2}\d+\] ?)+)/g)].flatMap(([, ids = '']) =>
          [...ids.matchAll(/\w+/g)].map(([id]) => id),
        ),
      ),
  )
/** Rules that a device keeps are tested there, beside rules that this file does not specify. */
const ON_DEVICES = ['WP']
/** Rules of commands, of PostgreSQL and of numbers, which are tested beside the code as well. */
const BESIDE_THE_CODE = ['BU', 'PR', 'NR']
const tested = new Set([
  ...idsIn(['tests/api', 'tests/faults']),
  ...idsIn(['server']).filter((id) => BESIDE_THE_CODE.includes(id.slice(0, 2))),
  ...idsIn(['client', 'sync']).filter((id) => ON_DEVICES.includes(id.slice(0, 2))),
])

test('no two rules of the server have the same id', () => {
  expect(rules.filter((id, index) => rules.indexOf(id) !== index)).toEqual([])
})

test('every rule of the server has a test, and every test with an id has a rule', () => {
  expect([...specified].filter((id) => !tested.has(id))).toEqual([])
  expect([...tested].filter((id) => !specified.has(id))).toEqual([])
})
