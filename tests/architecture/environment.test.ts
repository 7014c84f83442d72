import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from '../support/project-root.ts'

const read = (...path: string[]): string => readFileSync(join(projectRoot, ...path), 'utf8')
const variablesOf = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, name]) => name ?? '').sort()

test('docs/configuration.md lists exactly the variables that the server reads', () => {
  const server = variablesOf(read('server', 'env.ts'), /^ {2}([A-Z][A-Z_]+): v\./gm)
  expect(server.length).toBeGreaterThan(10)
  expect(variablesOf(read('docs', 'configuration.md'), /^\| `([A-Z][A-Z_]+)` \|/gm)).toEqual(server)
})
