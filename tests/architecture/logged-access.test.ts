import { expect, test } from 'vitest'
import { sourceFiles } from './source-files.ts'

const WRITE = /(?:insertInto|deleteFrom|updateTable)\('(?:project_members|restrictions)'\)/
/**
 * Files that write members or grants inside `loggingAccess` of their callers; seeds write whole
 * projects.
 */
const INSIDE = ['server/database/seed.ts']

test("every writer of project members or contact grants also writes the project's log", () => {
  const writers = sourceFiles().filter(
    ({ path, text }) => path.startsWith('server/') && WRITE.test(text),
  )
  expect(writers.length).toBeGreaterThan(5)
  const silent = writers.filter(({ text }) => !/loggingAccess\(\s*tx,/.test(text))
  expect(silent.map(({ path }) => path).filter((path) => !INSIDE.includes(path))).toEqual([])
})
