import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from '../tests/support/project-root.ts'

const ID = /\b([A-Z]{2})(\d+)(?:–\1(\d+))?\b/g
const expand = (text: string): string[] =>
  [...text.matchAll(ID)].flatMap(([, family, from, to]) =>
    Array.from(
      { length: Number(to ?? from) - Number(from) + 1 },
      (_, i) => `${family}${Number(from) + i}`,
    ),
  )

const specified = new Set(
  readFileSync(join(projectRoot, 'schema/SPEC.md'), 'utf8')
    .split('\n')
    .filter((line) => /^\| [A-Z]{2}\d/.test(line))
    .flatMap((line) => expand(line.split('|')[1] ?? '')),
)
const families = new Set([...specified].map((id) => id.slice(0, 2)))

const titles = ['entities', 'rules', 'mutations', 'tables'].flatMap((folder) =>
  readdirSync(join(projectRoot, 'schema', folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.test.ts'))
    .flatMap((file) =>
      [
        ...readFileSync(join(projectRoot, 'schema', folder, file), 'utf8').matchAll(
          /['"`]\[([A-Z]{2}\d+)\]/g,
        ),
      ].map(([, id]) => id ?? ''),
    ),
)
const tested = new Set(titles.filter((id) => families.has(id.slice(0, 2))))

test('every rule of SPEC.md has a test, and every test a rule', () => {
  expect([...specified].filter((id) => !tested.has(id))).toEqual([])
  expect([...tested].filter((id) => !specified.has(id))).toEqual([])
})
