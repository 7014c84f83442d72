import { expect, it } from 'vitest'
import type { ProjectSummary } from '#schema/api/sync.ts'
import { findAttention } from './attention.ts'

const NOW = Date.parse('2029-06-01T08:00:00Z')
const DAY_MS = 86_400_000

const summary = (
  id: string,
  state: ProjectSummary['state'],
  { relation = 'member', permissions = [] as string[], ...rest }: Record<string, unknown> = {},
): ProjectSummary =>
  ({
    id,
    state,
    deadlineAt: null,
    updatedOn: 0,
    me: { relation, permissions },
    ...rest,
  }) as unknown as ProjectSummary
const found = (...projects: ProjectSummary[]) =>
  findAttention(projects, NOW).map(({ project, tone, href }) => [project.id, tone, href])

it('drafts, preparations and validations wait for their owner alone', () => {
  for (const [state, path] of [
    ['DRAFT', 'packages'],
    ['PREPARATION', 'detail'],
    ['VALIDATION', 'detail'],
  ] as const) {
    expect(found(summary('p', state, { relation: 'owner' }))).toEqual([
      ['p', 'accent', `/project/p/${path}`],
    ])
    expect(found(summary('p', state))).toEqual([])
  }
})

it('a preparation waits for who may edit its requirements, an evaluation for who may score', () => {
  expect(
    found(
      summary('p', 'PREPARATION', { permissions: ['PROJECT_CONTENT_ALL_WRITE'] }),
      summary('q', 'EVALUATION', { permissions: ['SC_OVERRIDE'] }),
      summary('r', 'EVALUATION', { relation: 'owner' }),
    ),
  ).toEqual([
    ['p', 'accent', '/project/p/documents'],
    ['q', 'accent', '/project/q/evaluation-detail'],
  ])
})

it('a deadline is near in the last seven days, and red once it is over', () => {
  const until = (ms: number) => found(summary('p', 'PUBLISHED', { deadlineAt: NOW + ms }))
  expect(until(7 * DAY_MS)).toEqual([])
  expect(until(7 * DAY_MS - 1)).toEqual([['p', 'amber', '/project/p/detail']])
  expect(until(1)).toEqual([['p', 'amber', '/project/p/detail']])
  expect(until(-1)).toEqual([['p', 'red', '/project/p/detail']])
  expect(found(summary('p', 'PUBLISHED'))).toEqual([])
})

it('what is over waits for no one', () => {
  for (const state of ['INITIALIZING', 'EVALUATED', 'CLOSED', 'ARCHIVED'] as const)
    expect(found(summary('p', state, { relation: 'owner' }))).toEqual([])
})

it('the nearest deadline comes first, then what was changed last', () => {
  const owner = { relation: 'owner' }
  expect(
    found(
      summary('older', 'DRAFT', { ...owner, updatedOn: 1 }),
      summary('newer', 'DRAFT', { ...owner, updatedOn: 2 }),
      summary('later', 'DRAFT', { ...owner, deadlineAt: NOW + 2 * DAY_MS }),
      summary('sooner', 'DRAFT', { ...owner, deadlineAt: NOW + DAY_MS }),
    ).map(([id]) => id),
  ).toEqual(['sooner', 'later', 'newer', 'older'])
})
