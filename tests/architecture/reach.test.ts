import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { projectRoot } from '../support/project-root.ts'
import { type SourceFile, unreached, unusedExports } from './reach.ts'

const filesIn = (folder: string): string[] =>
  readdirSync(join(projectRoot, folder), { recursive: true, encoding: 'utf8' }).map(
    (path) => `${folder}/${path}`,
  )
const isCode = (path: string): boolean => /\.(?:tsx?|mjs)$/.test(path) && !path.endsWith('.d.ts')
const isStyle = (path: string): boolean => path.endsWith('.css')
const isProduct = (path: string): boolean =>
  /^(?:schema|sync|server|client)\//.test(path) && !/\.test\.tsx?$/.test(path)
const read = (path: string): SourceFile => ({
  path,
  text: readFileSync(join(projectRoot, path), 'utf8'),
})

const files = [
  ...['schema', 'sync', 'server', 'client', 'scripts', 'tests'].flatMap(filesIn),
  ...readdirSync(projectRoot),
]
  .filter(isCode)
  .map(read)
const styles = filesIn('client').filter(isStyle).map(read)
const product = files.filter(({ path }) => isProduct(path))

/** Modules that a program, the bundler or a worker loads first. */
const ENTRIES = [
  'client/main.tsx',
  // The bundler's translation plugin adds this import.
  'client/lib/trans.tsx',
  'client/features/import/reqif/reqif-worker.ts',
  'client/service-worker.ts',
  'client/web-manifest.ts',
  'server/commands/judge/judge-worker.ts',
  'server/backup-command.ts',
  'server/keys-command.ts',
  'server/main.ts',
  'server/move-database-command.ts',
  'server/move-files-command.ts',
  'server/restore-command.ts',
  'server/verify-archive.ts',
  'server/verify-command.ts',
  'server/verify-log.ts',
]
const isEntry = (path: string): boolean =>
  ENTRIES.includes(path) || path.startsWith('client/routes/')

/** Tested rules that no screen uses yet. Remove a line when its rule is wired; add none. */
const WAITING: Record<string, string> = {
  'schema/entities/template.ts': 'templates of requirements',
}

test('the product reaches all of its modules', () => {
  expect(product.length).toBeGreaterThan(800)
  expect(unreached(product, isEntry)).toEqual(Object.keys(WAITING).toSorted())
})

describe('packages', () => {
  const manifest = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as Record<
    'dependencies' | 'devDependencies' | 'scripts',
    Record<string, string>
  >
  const imported = (wanted: readonly SourceFile[]): Set<string> =>
    new Set(wanted.flatMap(({ text }) => [...text.matchAll(PACKAGE)].map(([, name]) => name ?? '')))
  // Static and dynamic imports of a package or of a file in it, and files named in styles.
  const PACKAGE = /(?:from|import|import\(|url\()\s*'((?:@[\w.-]+\/)?[\w.-]+)(?:\/[^']*)?'/g
  /** Packages that a configuration loads by name or that are run as programs. */
  const NAMED_ELSEWHERE: Record<string, string> = {
    '@babel/core': 'peer of @rolldown/plugin-babel',
    '@lingui/babel-plugin-lingui-macro': 'vite.config.ts names it to Babel',
    '@vitest/coverage-v8': 'npm run coverage',
    jsdom: 'environment of the unit tests',
    oxfmt: 'npm run format',
    oxlint: 'npm run lint',
    'oxlint-tsgolint': 'types for oxlint',
    typescript: 'npm run types',
  }

  test('the product imports every dependency', () => {
    const used = imported([...product, ...styles])
    expect(Object.keys(manifest.dependencies).filter((name) => !used.has(name))).toEqual([])
  })

  test('a program or a configuration uses every development dependency', () => {
    const used = imported(files)
    const unused = Object.keys(manifest.devDependencies).filter(
      (name) => !used.has(name) && !name.startsWith('@types/'),
    )
    expect(unused).toEqual(Object.keys(NAMED_ELSEWHERE).toSorted())
  })
})

describe('the check finds a planted fault', () => {
  const source = (path: string, text: string): SourceFile => ({ path, text })
  const entry = source('server/main.ts', `import { a } from './a.ts'\na()`)

  test('a module that only its test imports', () => {
    const alone = source('server/b.ts', 'export const b = 1')
    const used = source('server/a.ts', 'export const a = () => undefined')
    expect(unreached([entry, used, alone], (path) => path === entry.path)).toEqual(['server/b.ts'])
  })

  test('an export that no other module uses', () => {
    const used = source('server/a.ts', 'export const a = () => c\nexport const c = 1')
    expect(unusedExports([entry, used], () => true)).toEqual(['server/a.ts: c'])
  })
})
