import { expect, test } from 'vitest'
import type { Notification } from '#schema/entities/notification.ts'
import { groupNotices, groupText } from './group-notices.ts'

const HOUR_MS = 3_600_000
const ANA = { id: 2, name: 'Ana Nová' }
const notification = (id: string, changes: Partial<Notification> = {}): Notification => ({
  id,
  message: 'You own the document “Functions” in Groupware',
  createdOn: 1_000 * HOUR_MS,
  read: false,
  project: { id: 'p', name: 'Groupware' },
  organization: null,
  link: '/project/p/documents/d1',
  kind: 'document.assigned',
  actor: ANA,
  ...changes,
})
/** Ids of the groups' items, and how many are unread. */
const groupsOf = (...items: Notification[]) =>
  groupNotices(items).map((group) => [group.items.map(({ id }) => id).join(''), group.unread])

test('one kind in one project by one person is one group, whatever stands between and is read', () => {
  expect(
    groupsOf(
      notification('a'),
      notification('b', { kind: 'part.given' }),
      notification('c', {
        read: true,
        message: 'Another document',
        link: '/project/p/documents/d2',
      }),
      notification('d', { project: { id: 'q', name: 'Other' } }),
      notification('e', { actor: { id: 3, name: 'Ján Malý' } }),
    ),
  ).toEqual([
    ['ac', 1],
    ['b', 1],
    ['d', 1],
    ['e', 1],
  ])
})

test('a group reaches back a week from its newest', () => {
  const at = (id: string, hour: number) => notification(id, { createdOn: 7 * hour * HOUR_MS })
  expect(groupsOf(at('a', 100), at('b', 76), at('c', 75), at('d', 60), at('e', 50))).toEqual([
    ['ab', 2],
    ['cd', 2],
    ['e', 1],
  ])
})

test('kinds without a text of many are joined only with equal ones', () => {
  const message = (id: string, text: string) => {
    const { kind: _kind, ...rest } = notification(id, { message: text })
    return rest
  }
  const groups = groupNotices([message('a', 'Come'), message('b', 'Go'), message('c', 'Come')])
  expect(groups.map(({ items }) => items.length)).toEqual([2, 1])
  expect(groupText(groups[0] as (typeof groups)[0], 'en')).toBe('Come')
})

test('a group says how often it happened, one alone says what', () => {
  const text = (...items: Notification[]) => groupNotices(items).map((one) => groupText(one, 'en'))
  const other = notification('b', { message: 'Another' })
  expect(text(notification('a'), other)).toEqual(['2 documents in Groupware were assigned to you'])
  expect(text(notification('a'))).toEqual(['You own the document “Functions” in Groupware'])
})

test('a group stays the same while newer ones join it and older ones are loaded', () => {
  const [middle] = groupNotices([notification('b')])
  const [grown] = groupNotices([notification('a'), notification('b'), notification('c')])
  expect(grown?.key).toBe(middle?.key)
  const keys = groupNotices([notification('a'), notification('c', { createdOn: 1 })])
  expect(new Set(keys.map(({ key }) => key)).size).toBe(2)
})
