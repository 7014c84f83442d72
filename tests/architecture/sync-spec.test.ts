import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from '../support/project-root.ts'

const read = (...path: string[]): string => readFileSync(join(projectRoot, ...path), 'utf8')
const idsOf = (text: string): string[] =>
  [...text.matchAll(/['"`]\[((?:[IL]\d(?:-[IL]\d)? ?)+)\]/g)].flatMap(([, ids = '']) =>
    ids.split(' ').flatMap(expand),
  )
/** Expands a range: I1-I3 → I1, I2, I3. */
const expand = (id: string): string[] => {
  const [, letter = '', from = '', to = from] = /^([IL])(\d)(?:-[IL](\d))?$/.exec(id) ?? []
  return Array.from(
    { length: Number(to) - Number(from) + 1 },
    (_, i) => letter + (Number(from) + i),
  )
}
const promised = new Set(
  [...read('sync', 'SPEC.md').matchAll(/^\| ([IL]\d) \|/gm)].map(([, id = '']) => id),
)
const tested = new Set(
  ['sync', 'tests/sync'].flatMap((folder) =>
    readdirSync(join(projectRoot, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.test.ts'))
      .flatMap((file) => idsOf(read(folder, file))),
  ),
)

test('every promise of the sync has a test, and every such test names a promise', () => {
  expect(promised.size).toBe(8)
  expect([...promised].filter((id) => !tested.has(id))).toEqual([])
  expect([...tested].filter((id) => !promised.has(id))).toEqual([])
})
