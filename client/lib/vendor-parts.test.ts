import { expect, test } from 'vitest'
import { answeredBy, isAnswererShown } from './vendor-parts.ts'

const team = [
  { id: 1, name: 'Primary' },
  { id: 2, name: 'Colleague' },
]
const parts = [
  { sectionId: null, userId: 1 },
  { sectionId: 's1', userId: 2 },
  { sectionId: 's2', userId: 9 },
]

test('a document names the contact of the whole and those of its sections who still see it', () => {
  expect(answeredBy(parts, team)).toEqual({ owner: team[0], members: [team[1]] })
  expect(answeredBy([], team)).toEqual({ owner: null, members: [] })
})

test('the filter shows documents of which the person answers a part, or that no one answers', () => {
  const shown = (filter: 'me' | 'unassigned' | undefined, list: typeof parts, userId = 2) =>
    isAnswererShown(filter, list, { userId, team })
  expect(shown(undefined, [])).toBe(true)
  expect(shown('me', parts)).toBe(true)
  expect(shown('me', parts, 3)).toBe(false)
  expect(shown('unassigned', parts)).toBe(false)
  expect(shown('unassigned', parts.slice(2))).toBe(true)
})
