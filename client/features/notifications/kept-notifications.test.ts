import { describe, expect, test } from 'vitest'
import type { Notification } from '#schema/entities/notification.ts'
import { groupAlike, idsByMark, projectsOf, withMarks, withoutSent } from './kept-notifications.ts'

const notification = (id: string, changes: Partial<Notification> = {}): Notification => ({
  id,
  message: 'Groupware is published',
  createdOn: 1,
  read: false,
  project: { id: 'p', name: 'Groupware' },
  organization: null,
  link: '/project/p/detail',
  ...changes,
})
const kept = (items: Notification[], unread: number) => ({ items, total: 9, unread })

describe('marks', () => {
  test('change what is shown and the number of unread ones, until the server knows them', () => {
    const own = kept([notification('a'), notification('b', { read: true }), notification('c')], 5)
    const seen = withMarks(own, { a: true, b: false, gone: true })
    expect(seen.items.map(({ read }) => read)).toEqual([true, false, false])
    expect(seen).toMatchObject({ total: 9, unread: 5 })
    expect(withMarks(own, { a: true, c: true }).unread).toBe(3)
    expect(withMarks(own, { b: false }).unread).toBe(6)
    expect(withMarks(kept([notification('a')], 0), { a: true }).unread).toBe(0)
  })

  test('that the server has already do not count twice', () => {
    expect(withMarks(kept([notification('a', { read: true })], 4), { a: true }).unread).toBe(4)
  })

  test('stay if they were changed while they were sent', () => {
    expect(withoutSent({ a: true, b: false, c: true }, { a: true, b: true })).toEqual({
      b: false,
      c: true,
    })
    expect(idsByMark({ a: true, b: false, c: true })).toEqual({ read: ['a', 'c'], unread: ['b'] })
  })
})

describe('lines', () => {
  test('neighbours with the same text, link and state are one line', () => {
    const other = { message: 'Groupware is closed' }
    const groups = groupAlike([
      notification('a'),
      notification('b'),
      notification('c', { read: true }),
      notification('d', other),
      notification('e', { ...other, link: null }),
      notification('f', other),
    ])
    expect(groups.map(({ ids, isRead }) => [ids.join(''), isRead])).toEqual([
      ['ab', false],
      ['c', true],
      ['d', false],
      ['e', false],
      ['f', false],
    ])
    expect(groups[0]?.first.id).toBe('a')
  })

  test('the filter names each project once, by name', () => {
    const project = (id: string, name: string) => ({ project: { id, name } })
    expect(
      projectsOf([
        notification('a', project('2', 'Zoo')),
        notification('b', project('1', 'Archive')),
        notification('c', project('2', 'Zoo')),
        notification('d', { project: null }),
      ]),
    ).toEqual([
      { value: '1', label: 'Archive' },
      { value: '2', label: 'Zoo' },
    ])
  })
})
