import { expect, test } from 'vitest'
import { answeredBy, dayAt, isAnswererShown, nextDue } from './vendor-parts.ts'

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

test('the next due date of a document is the earliest of its open parts, and overdue once its day has passed', () => {
  const part = (sectionId: string | null, dueOn: string | null, isReady = false) => ({
    sectionId,
    dueOn,
    isReady,
  })
  const due = (list: ReturnType<typeof part>[], today = '2026-11-26') =>
    nextDue({ parts: list, sections: [{ id: 's1' }, { id: 's2' }], today })
  expect(due([])).toBeNull()
  expect(due([part(null, null), part('s1', '2026-11-01', true)])).toBeNull()
  expect(due([part('deleted', '2026-11-01')])).toBeNull()
  const open = [part('s2', '2026-12-24'), part('s1', '2026-11-26'), part(null, '2027-01-01')]
  expect(due(open)).toEqual({ dueOn: '2026-11-26', isOverdue: false })
  expect(due(open, '2026-11-27')).toEqual({ dueOn: '2026-11-26', isOverdue: true })
})

test('a due day is the day of the person', () => {
  expect(dayAt(new Date(2026, 0, 5, 23, 59).getTime())).toBe('2026-01-05')
  expect(dayAt(new Date(2026, 0, 6, 0, 0).getTime())).toBe('2026-01-06')
})
