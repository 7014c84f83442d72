import { describe, expect, test } from 'vitest'
import {
  buildCollaborator,
  buildOwner,
  buildVendorContact,
} from '../../../tests/support/project-rows.ts'
import type { Notification } from '../../entities/notification.ts'
import type { ProjectActor } from '../../mutations/mutation.ts'
import {
  EVENTS,
  type Happening,
  markAllRead,
  type ProjectEvent,
  recipientsOf,
  sortNotifications,
} from './notifications.ts'

const people: Record<string, ProjectActor> = {
  owner: buildOwner({ userId: 1 }),
  author: buildCollaborator('role-project-req-author', { userId: 2 }),
  silent: buildCollaborator('', { userId: 3, permissions: ['PROJECT_BROWSE'] }),
  asker: buildVendorContact({ userId: 4, vendorId: 7 }),
  restricted: buildVendorContact({ userId: 5, vendorId: 7, packageIds: ['p2'] }),
  other: buildVendorContact({ userId: 6, vendorId: 8 }),
}
const told = (
  event: ProjectEvent,
  changes: Partial<Happening> = {},
  notificationsEnabled = true,
): string[] => {
  const happening: Happening = {
    event,
    project: { state: 'PUBLISHED', sealed: true, publishedOn: 1 },
    by: null,
    vendorId: null,
    packageId: null,
    ...changes,
  }
  const ids = recipientsOf(
    happening,
    Object.values(people).map((actor) => ({ actor, notificationsEnabled })),
  )
  return Object.keys(people).filter((name) => ids.includes(people[name]?.userId ?? 0))
}
const ALL = Object.keys(people)

describe('recipients', () => {
  test.each<[ProjectEvent, string[]]>([
    ['project.ready', ['owner']],
    ['project.prepared', ['author', 'silent']],
    ['project.published', ALL],
    ['project.republished', ALL],
    ['project.ended', ALL],
    ['project.closed', ['owner', 'author', 'silent']],
    ['project.message', ALL],
    ['question.asked', ['owner', 'author']],
    ['painPoint.reported', ['owner', 'author']],
    ['answer.published', ['asker', 'restricted', 'other']],
  ])('[NT1] of %s: %j', (event, names) => {
    expect(told(event)).toEqual(names)
  })

  test('[NT1] the table above and the reply to one vendor are all events', () => {
    expect(Object.keys(EVENTS)).toHaveLength(11)
  })

  test('[NT2] only the vendor that asked is notified of an official reply; people who cannot see a package get no notification about it', () => {
    expect(told('reply.official', { vendorId: 7 })).toEqual(['asker', 'restricted'])
    expect(told('reply.official', { vendorId: 7, packageId: 'p1' })).toEqual(['asker'])
    expect(told('answer.published', { packageId: 'p1' })).toEqual(['asker', 'other'])
    expect(told('answer.published', { packageId: 'p2' })).toEqual(['asker', 'restricted', 'other'])
    expect(
      JSON.stringify([EVENTS['reply.official'].message, EVENTS['answer.published'].message]),
    ).not.toMatch(/\{(?!project\})/)
  })

  test('[NT3] people get no notification about projects closed to them, their own actions, or against their settings', () => {
    expect(
      told('project.message', {
        project: { state: 'PREPARATION', sealed: true, publishedOn: null },
      }),
    ).toEqual(['owner', 'author', 'silent'])
    expect(
      told('project.message', { project: { state: 'DRAFT', sealed: true, publishedOn: null } }),
    ).toEqual(['owner'])
    expect(told('project.message', { by: 1 })).toEqual(ALL.filter((name) => name !== 'owner'))
    expect(told('project.message', {}, false)).toEqual([])
  })

  test('[NT3] a person who listens twice is notified once', () => {
    const twice = [buildOwner(), buildOwner()].map((actor) => ({
      actor,
      notificationsEnabled: true,
    }))
    expect(
      recipientsOf(
        {
          event: 'project.ready',
          project: { state: 'DRAFT', sealed: true, publishedOn: null },
          by: null,
          vendorId: null,
          packageId: null,
        },
        twice,
      ),
    ).toEqual([1])
  })
})

test('[NT4] the panel shows the newest first, and closing it marks all read', () => {
  const build = (id: string, createdOn: number, read: boolean): Notification => ({
    id,
    userId: 1,
    message: 'x',
    createdOn,
    read,
    project: null,
    organization: null,
  })
  const list = [build('a', 1, true), build('b', 2, false), build('c', 2, false)]
  expect(sortNotifications(list).map(({ id }) => id)).toEqual(['c', 'b', 'a'])
  expect(sortNotifications(list.toReversed()).map(({ id }) => id)).toEqual(['c', 'b', 'a'])
  const read = markAllRead(list)
  expect(read.map((notification) => notification.read)).toEqual([true, true, true])
  expect(read[0]).toBe(list[0])
  expect(list[1]?.read).toBe(false)
})
