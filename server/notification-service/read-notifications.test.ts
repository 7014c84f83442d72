import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type EmptyDatabase, NOW, openEmptyDatabase } from '../../tests/support/empty-database.ts'
import { buildProject } from '../../tests/support/project-rows.ts'
import {
  actorKey,
  actorOf,
  type NotificationRow,
  notificationsOf,
  toNotification,
} from './read-notifications.ts'

const CITY = 3
/** A notification of a project of City, read by a person of City. */
const row = ({
  detail = {},
  ...changes
}: Omit<Partial<NotificationRow>, 'detail'> & {
  detail?: object
} = {}): NotificationRow => ({
  id: 'n1',
  kind: 'document.assigned',
  createdOn: NOW,
  readOn: null,
  project: JSON.stringify(
    buildProject({ id: 'p', name: 'Bridge', organizationId: CITY, organizationName: 'City' }),
  ),
  organizationId: null,
  organizationName: null,
  ownId: CITY,
  parentId: null,
  language: 'en',
  ...changes,
  detail: JSON.stringify(detail),
})
const VENDOR = { ownId: 9, parentId: CITY }

describe('the person who acted', () => {
  it.each<[string, Parameters<typeof row>[0], object | null]>([
    ['at the requestor, by a reader of the requestor', {}, { id: 5, organizationId: CITY }],
    ['at the requestor, by a reader of a vendor', VENDOR, null],
    ['at a vendor, by a reader of the requestor', { kind: 'question.asked' }, null],
    [
      'at a vendor, by a reader of a vendor',
      { kind: 'answers.submitted', ...VENDOR },
      { id: 5, organizationId: 9 },
    ],
    ['by a reader without an organization', { ownId: null }, null],
    ['on an account, by its owner', { kind: 'organization.roles' }, null],
  ])('%s is known as %o → %o', (_, changes, expected) => {
    expect(actorOf(row({ ...changes, detail: { actorId: 5 } }))).toEqual(expected)
  })

  it('is known for an event that names one', () => {
    expect(actorOf(row())).toBeNull()
  })

  it('is named in the notification only if the reader knows them and the name was read', () => {
    const names = new Map([
      [actorKey({ id: 5, organizationId: CITY }), 'Anna'],
      [actorKey({ id: CITY, organizationId: 5 }), 'Boris'],
      [actorKey({ id: 6, organizationId: CITY }), 'Carl'],
    ])
    const named = (actorId: number, changes: object = {}) =>
      toNotification(row({ ...changes, detail: { actorId } }), names)
    expect(named(5).actor).toEqual({ id: 5, name: 'Anna' })
    for (const nameless of [
      named(7),
      named(5, { ownId: 6 }),
      named(5, VENDOR),
      toNotification(row(), names),
      toNotification(row({ detail: { actorId: 5 } })),
    ])
      expect(nameless).not.toHaveProperty('actor')
  })
})

describe('a notification', () => {
  it('of a project names it, its organization and its screen', () => {
    const detail = { thing: 'Offer', documentId: 'd1', packageId: 'p1' }
    const organization = { organizationId: 8, organizationName: 'Village' }
    expect(toNotification(row({ detail, readOn: NOW + 1, ...organization }))).toEqual({
      id: 'n1',
      message: 'You own the document “Offer” in Bridge',
      createdOn: NOW,
      read: true,
      project: { id: 'p', name: 'Bridge' },
      organization: { id: CITY, name: 'City' },
      link: '/project/p/documents/d1',
      kind: 'document.assigned',
    })
  })

  it('of an organization leads the reader to their own screens, and names no project', () => {
    const organization = { organizationId: 8, organizationName: 'Village' }
    const changes = { kind: 'organization.roles', project: null, ...organization } as const
    const notification = {
      id: 'n1',
      message: 'Your roles in Village have changed',
      createdOn: NOW,
      read: false,
      project: null,
      organization: { id: 8, name: 'Village' },
      link: '/organization/8/projects',
    }
    expect(toNotification(row(changes))).toEqual(notification)
    expect(toNotification(row({ ...changes, ...VENDOR }))).toEqual({
      ...notification,
      link: '/vendor/dashboard/projects',
    })
    expect(toNotification(row({ ...changes, organizationName: null })).organization).toEqual({
      id: 8,
      name: '',
    })
  })

  it('of an account names neither', () => {
    expect(toNotification(row({ kind: 'account.password', project: null }))).toMatchObject({
      message: 'The password of your account was changed',
      project: null,
      organization: null,
      link: '/settings/account',
    })
  })

  it.each([
    [
      'deadline.changed',
      { until: { date: '2030-01-31', zone: 'Asia/Tokyo' } },
      'The deadline of Bridge is now 31.01.2030 (Asia/Tokyo)',
    ],
    ['deadline.changed', { until: null }, 'The deadline of Bridge is now '],
    ['deadline.changed', {}, 'The deadline of Bridge is now '],
    ['project.republished', { addendum: 4 }, 'Bridge was changed: addendum 4'],
    ['message.team', { text: 'Hello' }, 'Bridge: Hello'],
  ] as const)('%s tells its values %j', (kind, detail, message) => {
    const notification = toNotification(row({ kind, detail }))
    expect(notification.message).toBe(message)
    expect(notification).not.toHaveProperty('kind')
  })

  it('is written in the language of its receiver', () => {
    expect(toNotification(row({ language: 'sk', detail: { thing: 'Ponuka' } })).message).toBe(
      'Vlastníte dokument „Ponuka“ v projekte Bridge',
    )
  })
})

describe('the rows of notifications', () => {
  let rows: EmptyDatabase
  beforeEach(async () => {
    rows = await openEmptyDatabase()
  })
  afterEach(() => rows.close())

  it('come with the project, the organizations and the language of each receiver', async () => {
    const { queries } = rows.database
    const city = await rows.organization('City')
    const village = await rows.organization('Village')
    const alpha = await rows.organization('Alpha', { parent_id: city })
    await rows.project('p', city)
    await rows.project('other', village)
    const anna = await rows.person('anna', { active_organization_id: city, language: 'sk' })
    const vera = await rows.person('vera', { active_organization_id: alpha })
    const paul = await rows.person('paul')
    const add = (id: string, userId: number, row: object) =>
      queries
        .insertInto('notifications')
        .values({
          ...{ id, user_id: userId, event_id: id, project_id: 'p', organization_id: null },
          ...{ kind: 'message.team' as const, detail: '{"text":"Hi"}', created_on: NOW },
          ...{ read_on: null, ...row },
        })
        .execute()
    await add('n1', anna, { read_on: NOW + 1 })
    await add('n2', vera, { project_id: '', organization_id: village })
    await add('n3', paul, { project_id: 'gone', created_on: NOW + 2 })
    const body = (await queries.selectFrom('projects').select('body').execute())[0]?.body
    const kept = { kind: 'message.team', detail: '{"text":"Hi"}', createdOn: NOW, readOn: null }
    const none = { project: null, organizationId: null, organizationName: null }
    expect(await notificationsOf(queries).orderBy('notifications.id').execute()).toEqual([
      {
        ...{ ...kept, ...none, id: 'n1', userId: anna, readOn: NOW + 1, project: body },
        ...{ language: 'sk', ownId: city, parentId: null },
      },
      {
        ...{ ...kept, ...none, id: 'n2', userId: vera, language: 'en' },
        ...{ organizationId: village, organizationName: 'Village', ownId: alpha, parentId: city },
      },
      {
        ...{ ...kept, ...none, id: 'n3', userId: paul, language: 'en', createdOn: NOW + 2 },
        ...{ ownId: null, parentId: null },
      },
    ])
  })
})
