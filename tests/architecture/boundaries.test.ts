import { describe, expect, test } from 'vitest'
import { checkBoundaries } from './check-boundaries.ts'
import { sourceFiles } from './source-files.ts'

const breach = (path: string, text: string): string[] => checkBoundaries([{ path, text }])

test('every import of the product follows the table of boundaries', () => {
  const files = sourceFiles()
  expect(files.length).toBeGreaterThan(50)
  expect(checkBoundaries(files)).toEqual([])
})

test('no file of the product is longer than 300 lines', () => {
  const long = sourceFiles().filter(({ text }) => text.split('\n').length > 301)
  expect(long.map(({ path }) => path).toSorted()).toEqual([])
})

describe('the check finds a planted breach', () => {
  const planted: [string, string, string][] = [
    ['schema imports nothing but valibot', 'schema/rules/x.ts', `import dayjs from 'dayjs'`],
    ['schema does not know Node', 'schema/rules/x.ts', `import { readFileSync } from 'node:fs'`],
    ['schema does not know the server', 'schema/rules/x.ts', `import { a } from '#server/app.ts'`],
    [
      'the engine does not know its adapters',
      'sync/engine/x.ts',
      `import { a } from '../browser/a.ts'`,
    ],
    ['the engine does not know Dexie', 'sync/engine/x.ts', `import Dexie from 'dexie'`],
    [
      'the browser adapters do not know the client',
      'sync/browser/x.ts',
      `import { a } from '#client/lib/a.ts'`,
    ],
    ['the server never imports sync', 'server/sync/x.ts', `import { a } from '#sync/engine/a.ts'`],
    [
      'the server never imports the client',
      'server/app.ts',
      `export { a } from '#client/lib/a.ts'`,
    ],
    [
      'no service imports another',
      'server/users-service/x.ts',
      `import { a } from '../projects-service/a.ts'`,
    ],
    [
      'the database does not know the services',
      'server/database/x.ts',
      `import { a } from '../users-service/a.ts'`,
    ],
    [
      'the files of the server do not know the routes',
      'server/files/x.ts',
      `import type { A } from '../route.ts'`,
    ],
    [
      'a command does not know the services',
      'server/commands/x.ts',
      `import { a } from '../projects-service/a.ts'`,
    ],
    [
      'a command sends no mail unless it moves a project',
      'server/commands/x.ts',
      `import { a } from '../mail/a.ts'`,
    ],
    [
      'a command does not know the moves of projects',
      'server/commands/x.ts',
      `import { a } from './moves/a.ts'`,
    ],
    [
      'a move of a project does not know the services',
      'server/commands/moves/x.ts',
      `import { a } from '../../projects-service/a.ts'`,
    ],
    [
      'a job does not know the services',
      'server/jobs/x.ts',
      `import { a } from '../projects-service/a.ts'`,
    ],
    ['a job needs no package of its own', 'server/jobs/x.ts', `import { sql } from 'kysely'`],
    [
      'the sync of the server does not know the services',
      'server/sync/x.ts',
      `import { a } from '../projects-service/a.ts'`,
    ],
    [
      'the sync of the server does not know the moves of projects',
      'server/sync/x.ts',
      `import { a } from '../commands/moves/a.ts'`,
    ],
    [
      'no feature imports another',
      'client/features/import/x.tsx',
      `import { a } from '../requirements/a.tsx'`,
    ],
    [
      'a dynamic import is an import',
      'client/features/import/x.tsx',
      `const a = () => import('../requirements/a.tsx')`,
    ],
    [
      'a type is an import too',
      'client/features/import/x.tsx',
      `import type { A } from '../requirements/a.tsx'`,
    ],
    [
      'a feature does not know the sync',
      'client/features/import/x.tsx',
      `import { a } from '#sync/browser/a.ts'`,
    ],
    ['lib does not know the look', 'client/lib/x.ts', `import { a } from '../ui/a.tsx'`],
    [
      'ui does not know the features',
      'client/ui/x.tsx',
      `import { a } from '../features/import/a.tsx'`,
    ],
    [
      'a spreadsheet library stays in the features',
      'client/ui/x.tsx',
      `import * as xlsx from 'xlsx'`,
    ],
    ['only one file reads the environment', 'server/app.ts', `export const a = process.env.PORT`],
    ['every file lies in a layer', 'helpers/x.ts', `import * as v from 'valibot'`],
  ]
  test.each(planted)('%s', (_rule, path, text) => {
    expect(breach(path, text)).toHaveLength(1)
  })

  test('files that import each other in a cycle', () => {
    const circle = [
      { path: 'schema/rules/a.ts', text: `import { b } from './b.ts'\nexport const a = b` },
      { path: 'schema/rules/b.ts', text: `import { c } from './c.ts'\nexport const b = c` },
      { path: 'schema/rules/c.ts', text: `import { a } from './a.ts'\nexport const c = () => a` },
    ]
    expect(checkBoundaries(circle)).toEqual([expect.stringContaining('import cycle: ')])
  })
})

test('an import that the table allows is no breach', () => {
  expect(
    breach(
      'client/features/import/x.tsx',
      `import { a } from './a.tsx'\nimport { b } from '#client/lib/b.ts'\nimport { c } from '#schema/rules/c.ts'`,
    ),
  ).toEqual([])
  expect(
    breach(
      'server/projects-service/x.ts',
      `import { a } from '../database/a.ts'\nimport { createHash } from 'node:crypto'`,
    ),
  ).toEqual([])
  expect(
    breach('schema/rules/x.ts', `import type { A } from './a.ts'\n// process.env is not read here`),
  ).toEqual([])
})
