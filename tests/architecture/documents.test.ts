import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from '../support/project-root.ts'
import { sourceFiles } from './source-files.ts'

const README_BYTES = 8_000
const read = (path: string): string => readFileSync(join(projectRoot, path), 'utf8')
const documents = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.md'], {
  cwd: projectRoot,
  encoding: 'utf8',
})
  .split('\n')
  .filter(Boolean)

/** Links of a document whose file does not exist in the project. */
const brokenLinks = (path: string, text: string): string[] =>
  [...text.matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !existsSync(join(projectRoot, dirname(path), target)))

/** Paths and functions in backticks that the product does not have. */
const unknownNames = (text: string, product: string): string[] =>
  [...text.matchAll(/`((?:schema|sync|server|client|tests)\/[^`\s]*|\w+\(\))`/g)]
    .map(([, name = '']) => name)
    .filter((name) =>
      name.endsWith('()')
        ? !new RegExp(String.raw`\b${name.slice(0, -2)}\b`).test(product)
        : !existsSync(join(projectRoot, name)),
    )

test('the README stays short', () => {
  expect(statSync(join(projectRoot, 'README.md')).size).toBeLessThan(README_BYTES)
})

test('links between documents lead to files', () => {
  expect(documents.length).toBeGreaterThan(15)
  expect(
    documents.flatMap((path) => brokenLinks(path, read(path)).map((link) => `${path}: ${link}`)),
  ).toEqual([])
})

test('the walk of one answer names files and functions that exist', () => {
  const product = sourceFiles()
    .map(({ text }) => text)
    .join('\n')
  expect(unknownNames(read('docs/architecture.md'), product)).toEqual([])
})

test('the check finds a broken link and an unknown name', () => {
  expect(brokenLinks('docs/x.md', '[a](../README.md) [b](gone.md)')).toEqual(['gone.md'])
  expect(unknownNames('`sync/gone.ts` `mutate()` `fly()`', 'mutate')).toEqual([
    'sync/gone.ts',
    'fly()',
  ])
})
