import { expect, test } from 'vitest'
import { sourceFiles } from './source-files.ts'

const WRITE = /(?:insertInto|deleteFrom|updateTable)\('(?:project_members|restrictions)'\)/
/** Seeds write projects whole, and these functions run inside `loggingAccess` of their callers. */
const INSIDE = ['server/database/seed.ts']

test('who writes members of projects or grants of contacts writes the log of the project', () => {
  const writers = sourceFiles().filter(
    ({ path, text }) => path.startsWith('server/') && WRITE.test(text),
  )
  expect(writers.length).toBeGreaterThan(5)
  const silent = writers.filter(({ text }) => !/loggingAccess\(\s*tx,/.test(text))
  expect(silent.map(({ path }) => path).filter((path) => !INSIDE.includes(path))).toEqual([])
})
