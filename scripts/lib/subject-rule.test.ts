import { expect, test } from 'vitest'
import { subjectProblem } from './subject-rule.ts'

test.each([
  'fix(client): keep a question typed before a crash',
  'feat!: bring unsent work as a file',
  'docs: address the questions of operators',
  'Merge branch main',
])('the subject "%s" is right', (subject) => {
  expect(subjectProblem(subject)).toBeNull()
})

test.each([
  ['Fix the grid', 'does not begin with'],
  ['wip(client): try a grid', 'does not begin with'],
  ['fix(client): Fixes', 'does not go on'],
  ['fix(client): fixed the grid', 'imperative'],
  ['fix(client): fixes the grid', 'imperative'],
  ['fix(client): fixing the grid', 'imperative'],
  [`fix(client): keep ${'a'.repeat(60)}`, 'at most 72'],
])('the subject "%s" is refused', (subject, problem) => {
  expect(subjectProblem(subject)).toContain(problem)
})
