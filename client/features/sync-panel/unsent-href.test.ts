// @vitest-environment jsdom
import { beforeAll, expect, it, vi } from 'vitest'
import type { UnsentEdit } from '../../lib/unsent-edits.ts'
import { openPageProject } from '../../../tests/support/page-project.ts'
import { buildRequirement, buildRows, PROJECT_ID } from '../../../tests/support/project-rows.ts'

let unsentHref: (edit: UnsentEdit) => string
const href = (...entityKeys: string[]) =>
  unsentHref({ projectId: PROJECT_ID, entityKeys } as UnsentEdit)
beforeAll(async () => {
  const rows = buildRows()
  await openPageProject({
    rows: {
      ...rows,
      requirement: [...(rows.requirement ?? []), buildRequirement({ id: 'draft', fullId: null })],
      comment: [{ id: 'c1', projectId: PROJECT_ID, type: 'Q' } as never],
      reply: [{ id: 'y1', projectId: PROJECT_ID, commentId: 'c1' } as never],
    },
  })
  ;({ unsentHref } = await import('./unsent-href.ts'))
  const { openProject, readRow } = await import('../../lib/project-store.ts')
  await openProject(PROJECT_ID)
  await vi.waitFor(() => expect(readRow(PROJECT_ID, 'requirement', 'r1')).toBeDefined())
})

const BASE = `/project/${PROJECT_ID}`
it.each([
  [['requirement/r1'], `${BASE}/documents/d1/requirement/FUN-0001`],
  [['requirement/draft'], `${BASE}/documents/d1/requirement/draft`],
  [['commitment/r1.7'], `${BASE}/documents/d1/requirement/FUN-0001`],
  [['override/r3.7.met'], `${BASE}/documents/d2/requirement/SEC-0001`],
  [['requirement/gone'], `${BASE}/documents`],
  [['document/d1'], `${BASE}/documents/d1`],
  [['package/p1'], `${BASE}/packages/p1`],
  [['release/rel0'], `${BASE}/releases`],
  [['project/project'], `${BASE}/settings/general`],
  [['section/s1', 'document/d2'], `${BASE}/documents/d2`],
  [['section/s1'], `${BASE}/detail`],
  [['comment/gone'], `${BASE}/detail`],
  [['reply/gone'], `${BASE}/detail`],
  [[], `${BASE}/detail`],
])('an edit of %s leads to %s', (keys, expected) => {
  expect(href(...keys)).toBe(expected)
})
it('an edit of a comment or reply leads to its thread', () => {
  expect(href('comment/c1')).toContain('c1')
  expect(href('reply/y1')).toContain('c1')
  expect(href('reply/y1')).toContain('y1')
  expect(href('publication/c1')).toContain('c1')
})
