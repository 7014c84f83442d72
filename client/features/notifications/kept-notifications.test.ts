import { describe, expect, test } from 'vitest'
import type { Notification } from '#schema/entities/notification.ts'
import { addMarks, idsByMark, joinPages, withMarks, withoutSent } from './kept-notifications.ts'

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
const read = { read: true, was: false }
const unread = { read: false, was: true }

describe('marks', () => {
  test('change what is shown and the number of unread ones, until the server knows them', () => {
    const own = kept([notification('a'), notification('b', { read: true }), notification('c')], 5)
    const seen = withMarks(own, { a: read, b: unread })
    expect(seen.items.map((item) => item.read)).toEqual([true, false, false])
    expect(seen).toMatchObject({ total: 9, unread: 5, projects: [] })
    expect(withMarks(own, { a: read, c: read }).unread).toBe(3)
    expect(withMarks(own, { b: unread }).unread).toBe(6)
    expect(withMarks(kept([notification('a')], 0), { a: read }).unread).toBe(0)
  })

  test('that the server has already do not count twice', () => {
    const own = kept([notification('a', { read: true })], 4)
    expect(withMarks(own, { a: read }).unread).toBe(4)
  })

  test('of notifications that the device does not keep count as well', () => {
    const own = kept([notification('z')], 7)
    const older = [notification('a'), notification('b', { read: true })]
    const first = addMarks({}, older.slice(0, 1), true)
    expect(withMarks(own, first).unread).toBe(6)
    expect(withMarks(own, addMarks(first, older.slice(1), false)).unread).toBe(7)
    const back = addMarks(first, [notification('a', { read: true })], false)
    expect(withMarks(own, back).unread).toBe(7)
  })

  test('stay if they were changed while they were sent', () => {
    const now = { a: read, b: { read: false, was: false }, c: read }
    expect(withoutSent(now, { a: read, b: read })).toEqual({ b: unread, c: read })
    expect(idsByMark({ a: read, b: unread, c: read })).toEqual({ read: ['a', 'c'], unread: ['b'] })
  })
})

describe('pages', () => {
  const list = (ids: string) => [...ids].map((id) => notification(id))
  const ids = (items: readonly Notification[]) => items.map(({ id }) => id).join('')

  test('have each notification once, whether the device keeps it or loaded it', () => {
    expect(ids(joinPages(list('fed'), []))).toBe('fed')
    expect(ids(joinPages(list('fed'), list('fedcb')))).toBe('fedcb')
    expect(ids(joinPages([], list('fedcb')))).toBe('')
  })

  test('keep what newer arrivals pushed out of the kept ones', () => {
    expect(ids(joinPages(list('hgf'), list('fedcb')))).toBe('hgfedcb')
    expect(ids(joinPages(list('gfe'), list('fedcb')))).toBe('gfedcb')
  })

  test('show what the server has no longer only where the device cannot know it', () => {
    expect(ids(joinPages(list('fd'), list('fedcb')))).toBe('fdcb')
  })

  test('begin again when more arrived than the device keeps', () => {
    expect(ids(joinPages(list('zyx'), list('fedcb')))).toBe('zyx')
  })
})
