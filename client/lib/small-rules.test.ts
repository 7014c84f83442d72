// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Row } from '#schema/entities/rows.ts'
import { assignedTo } from './assigned-to.ts'
import { threadPath } from './comment-paths.ts'
import { isDatabaseGone } from './database-gone.ts'
import { createEmitter } from './emitter.ts'
import { foldedWords } from './fold-text.ts'
import { newId } from './new-id.ts'
import { mayBrowseComments, mayOpenSettings } from './project-access.ts'
import { compareRows, placeOf } from './row-lists.ts'

afterEach(() => vi.useRealTimers())

describe('ids', () => {
  it('are UUIDs of version 7 that begin with the time', () => {
    vi.useFakeTimers({ now: 0x0123_4567_89ab + 1_000_000_000_000 })
    const time = Date.now().toString(16).padStart(12, '0')
    const id = newId()
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(id.slice(0, 13).replace('-', '')).toBe(time)
    expect(id.slice(15, 18)).toBe('000')
  })
  it('sort in their order of creation, also over 4,096 in a millisecond and a clock set back', () => {
    vi.useFakeTimers({ now: 3_000_000_000_000 })
    const many = Array.from({ length: 5_000 }, newId)
    vi.setSystemTime(2_999_999_999_000)
    many.push(newId())
    vi.setSystemTime(3_000_000_000_100)
    many.push(newId())
    expect(many.toSorted()).toEqual(many)
    expect(new Set(many).size).toBe(many.length)
    expect(many.at(-1)?.slice(15, 18)).toBe('000')
  })
})

it('rows are ordered by rank, then by id, and found where they keep their place', () => {
  const row = (id: string, rank?: string) => ({ id, ...(rank && { rank }) }) as Row
  const sorted = [row('c', 'a'), row('a', 'b'), row('b', 'b'), row('z', 'c'), row('0', 'd')]
  expect(sorted.toReversed().toSorted(compareRows)).toEqual(sorted)
  for (const [index, one] of sorted.entries()) {
    expect(placeOf(sorted, one, { ...one })).toBe(index)
    expect(placeOf(sorted, one, { ...one, rank: 'x' } as Row)).toBe(-1)
  }
  expect(placeOf(sorted, row('c', 'b'), row('c', 'b'))).toBe(-1)
  expect(placeOf([], row('a'), row('a'))).toBe(-1)
  expect(compareRows(row('a'), row('a'))).toBe(0)
})

it('people outside the team are not assigned, and the owner is no member', () => {
  const team = [1, 2, 3].map((id) => ({ id, name: `${id}` }))
  const of = (ownerId: number | null, members?: number[]) => {
    const found = assignedTo({ ownerId, members } as never, team)
    return [found.owner?.id ?? null, found.members.map(({ id }) => id)]
  }
  expect(of(1, [2, 1, 9])).toEqual([1, [2]])
  expect(of(9, [3, 2])).toEqual([null, [2, 3]])
  expect(of(null)).toEqual([null, []])
})

it.each([
  ['owner', ['PROJECT_EDIT_DETAILS'], [true, false]],
  ['collaborator', ['PROJECT_MEMBERS_MANAGE'], [false, true]],
  ['collaborator', [], [false, false]],
  ['vendor', ['PROJECT_EDIT_DETAILS', 'PROJECT_MEMBERS_MANAGE'], [false, false]],
] as const)('%s with %j opens the settings: %j', (relation, permissions, open) => {
  const access = { relation, permissions }
  expect([mayOpenSettings(access, 'general'), mayOpenSettings(access, 'members')]).toEqual(open)
})

it('vendors read questions, never discussions', () => {
  const permissions = ['QA_BROWSE', 'DISCUSSION_BROWSE'] as const
  const read = (relation: 'vendor' | 'collaborator') =>
    (['Q', 'QA', 'PP', 'D'] as const).filter((type) =>
      mayBrowseComments({ relation, permissions }, type),
    )
  expect(read('vendor')).toEqual(['Q', 'QA'])
  expect(read('collaborator')).toEqual(['Q', 'QA', 'D'])
})

it('the address of a comment carries its id safely, and a reply as its fragment', () => {
  expect(threadPath('p', { type: 'Q', id: 'a&b' })).toBe(
    '/project/p/questions-and-answers/all?comment=a%26b',
  )
  expect(threadPath('p', { type: 'D', id: 'a' }, 'r')).toBe('/project/p/discussions?comment=a#r')
})

it('words are found without regard to case and accents', () => {
  expect(foldedWords('  Žltý KÔŇ ')).toEqual(['zlty', 'kon'])
  expect(foldedWords(' ')).toEqual([])
})

it('a closed database is gone, another failure is none', () => {
  expect(isDatabaseGone(Object.assign(new Error(), { name: 'AbortError' }))).toBe(true)
  expect(isDatabaseGone(new Error())).toBe(false)
  expect(isDatabaseGone({ name: 'AbortError' })).toBe(false)
})

it('a listener hears each value until it leaves, also during a call', () => {
  const { emit, on } = createEmitter<number>()
  const heard: number[] = []
  const leave = on((value) => heard.push(value))
  const once = on((value) => {
    heard.push(-value)
    once()
    leave()
  })
  emit(1)
  emit(2)
  expect(heard).toEqual([1, -1])
})
