import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { nodeBinary, projectRoot } from '../support/project-root.ts'

const cache = join(projectRoot, '.cache')
mkdirSync(cache, { recursive: true })
const folder = mkdtempSync(join(cache, 'planted-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The compiler's messages on one file under the settings of a layer. */
const compileIn = (layer: string, text: string): string => {
  const config = join(folder, 'tsconfig.json')
  writeFileSync(join(folder, 'planted.ts'), text)
  writeFileSync(
    config,
    JSON.stringify({
      extends: relative(folder, join(projectRoot, layer, 'tsconfig.json')),
      compilerOptions: {
        composite: false,
        noEmit: true,
        emitDeclarationOnly: false,
        declaration: false,
        rootDir: '.',
        tsBuildInfoFile: null,
      },
      files: ['planted.ts'],
      include: [],
      references: [],
    }),
  )
  try {
    return execFileSync(nodeBinary, ['node_modules/typescript/bin/tsc', '-p', config], {
      cwd: projectRoot,
      encoding: 'utf8',
    })
  } catch (error) {
    if (error instanceof Error && 'stdout' in error) return String(error.stdout)
    throw error
  }
}

describe.each(['schema', 'sync/engine'])('%s has neither DOM nor Node', (layer) => {
  test('a plain file compiles', () =>
    expect(compileIn(layer, 'export const a: number = Math.max(1, 2)\n')).toBe(''))
  test.each([
    'setTimeout(() => undefined, 1)',
    'document.title',
    'console.log(1)',
    'crypto.randomUUID()',
    'process.exit()',
    'fetch("/")',
    'indexedDB.databases()',
  ])('%s does not compile', (statement) =>
    expect(compileIn(layer, `export const planted = ${statement}\n`)).toMatch(
      /error TS2(304|584|591|580|552)/,
    ),
  )
  test('a module of Node does not compile', () =>
    expect(compileIn(layer, `export { readFileSync } from 'node:fs'\n`)).toMatch(/error TS/))
})

test('the server has no DOM', () =>
  expect(compileIn('server', 'export const planted = document.title\n')).toMatch(/error TS2584/))
test('the client has no Node', () =>
  expect(compileIn('client', 'export const planted = process.pid\n')).toMatch(/error TS/))
test('an enum does not compile: Node runs the sources as they are', () =>
  expect(compileIn('server', 'export enum A { B }\n')).toMatch(/error TS1294/))
