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

interface Hop {
  file: string
  name: string
}
const HOP = /^\| `([\w./-]+\.tsx?)` \| `(\w+)(?:\(\))?` \|/gm

/**
 * Splits a walk (a documented path of one edit) into machines, each a bold heading over a table,
 * and returns the hops of each machine.
 */
const hopsOf = (text: string): Hop[][] =>
  text
    .split(/^\*\*.*\*\*$/m)
    .map((part) => [...part.matchAll(HOP)].map(([, file = '', name = '']) => ({ file, name })))
    .filter((hops) => hops.length > 0)

/** Hops whose file is gone or does not have the function. */
const lostHops = (hops: readonly Hop[]): string[] =>
  hops
    .filter(
      ({ file, name }) =>
        !existsSync(join(projectRoot, file)) || !new RegExp(`\\b${name}\\b`).test(read(file)),
    )
    .map(({ file, name }) => `${file} ${name}`)

/** Files that a machine's part of the walk enters a second time. */
const repeated = (hops: readonly Hop[]): string[] => {
  const files = hops.map(({ file }) => file)
  return files.filter((file, at) => files.indexOf(file) !== at)
}

/** Most files that a reader has to open to follow one answer. */
const MOST_FILES = 40

test('the architecture names files and functions that exist', () => {
  const product = sourceFiles()
    .map(({ text }) => text)
    .join('\n')
  expect(unknownNames(read('docs/architecture.md'), product)).toEqual([])
})

test('the walk of one answer names each hop with its function, in at most 40 files', () => {
  const machines = hopsOf(read('docs/architecture.md'))
  expect(machines).toHaveLength(5)
  expect(lostHops(machines.flat())).toEqual([])
  expect(machines.flatMap(repeated)).toEqual([])
  const files = new Set(machines.flat().map(({ file }) => file))
  expect(files.size).toBeGreaterThan(30)
  expect(files.size).toBeLessThanOrEqual(MOST_FILES)
})

test('a hop that is gone or comes twice is found', () => {
  const row = (file: string, name: string): string => `| \`${file}\` | \`${name}()\` | x |`
  const known = row('sync/engine/engine.ts', 'createEngine')
  const [first = [], second = []] = hopsOf(
    ['**page**', '', known, known, '', '**worker**', '', row('sync/engine/engine.ts', 'fly')].join(
      '\n',
    ),
  )
  expect(lostHops(first)).toEqual([])
  expect(repeated(first)).toEqual(['sync/engine/engine.ts'])
  expect(lostHops(second)).toEqual(['sync/engine/engine.ts fly'])
})

test('the check finds a broken link and an unknown name', () => {
  expect(brokenLinks('docs/x.md', '[a](../README.md) [b](gone.md)')).toEqual(['gone.md'])
  expect(unknownNames('`sync/gone.ts` `mutate()` `fly()`', 'mutate')).toEqual([
    'sync/gone.ts',
    'fly()',
  ])
})
