import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { nodeBinary, projectRoot } from './project-root.ts'

interface Version {
  name: string
  version: string
}
const PRINT = `import { versions } from './scripts/lib/programs.mjs'
console.log(JSON.stringify(await versions()))`

const versions = (env: Record<string, string>): Version[] =>
  JSON.parse(
    execFileSync(nodeBinary, ['--input-type=module', '-e', PRINT], {
      cwd: projectRoot,
      encoding: 'utf8',
      env: { ...process.env, ...env },
    }),
  ) as Version[]

test('`npm test` names the versions it runs on, and "none" where a program is absent', () => {
  const found = versions({ CHROMIUM: '/no/such/browser' })
  expect(found.map(({ name }) => name)).toEqual([
    'Node',
    'Chromium',
    'Firefox',
    'PostgreSQL',
    'WebKit',
  ])
  const of = new Map(found.map(({ name, version }) => [name, version]))
  expect(of.get('Node')).toMatch(/^v\d+\.\d+\.\d+$/)
  expect(of.get('Chromium')).toBe('none')
  expect(of.get('Firefox')).toMatch(/^(none|Mozilla Firefox \d+)/)
  expect(of.get('WebKit')).toMatch(/^(none|WebKitGTK \d+)/)
  expect(of.get('PostgreSQL')).toMatch(/^(none|postgres \(PostgreSQL\) \d+)/)
})
