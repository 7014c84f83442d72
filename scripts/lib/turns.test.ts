import { existsSync, globSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from '../../tests/support/project-root.ts'
import { EVERY, hasTurn, listedFiles, waitingFiles } from './turns.mjs'

const commits = Array.from({ length: 60 }, (_, at) => at.toString(16).padStart(40, '0'))
const browserFiles = globSync('tests/e2e/*.spec.ts', { cwd: projectRoot })

test('every file that a list names exists', () => {
  expect(listedFiles().filter((file) => !existsSync(join(projectRoot, file)))).toEqual([])
  expect(listedFiles().length).toBeGreaterThan(30)
})

test('each file that takes turns has one with some commits, about one in four', () => {
  const [first = ''] = commits
  const { browser, postgres } = waitingFiles(first)
  const taking = new Set(commits.flatMap((commit) => Object.values(waitingFiles(commit)).flat()))
  expect(taking.size).toBeGreaterThan(50)
  for (const file of taking) {
    const turns = commits.filter((commit) => hasTurn(file, commit)).length
    expect(turns, file).toBeGreaterThan(0)
    expect(turns, file).toBeLessThan(commits.length / 2)
  }
  const share = (browser.length + postgres.length) / taking.size
  expect(share).toBeGreaterThan(0.5)
  expect(share).toBeLessThan(1)
  expect(EVERY).toBe(4)
})

test('a file that keeps vendors apart or keeps work runs with every commit', () => {
  const waiting = new Set(commits.flatMap((commit) => waitingFiles(commit).browser))
  for (const name of ['isolation', 'answer-offline', 'submit', 'conflict', 'lifecycle'])
    expect(waiting).not.toContain(`tests/e2e/${name}.spec.ts`)
  expect(waiting).not.toContain('tests/e2e/install.spec.ts')
  expect(browserFiles.length).toBeGreaterThan(waiting.size)
})

test('outside a repository every file runs', () => {
  expect(waitingFiles(null)).toEqual({ browser: [], postgres: [] })
})
