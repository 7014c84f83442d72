import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Reply } from '#schema/entities/comment.ts'
import type { Row } from '#schema/entities/rows.ts'
import {
  type EmptyDatabase,
  NOW,
  openEmptyDatabase,
} from '../../../tests/support/empty-database.ts'
import type { RowSet } from '../../../tests/support/memory-tx.ts'
import {
  buildDocument,
  buildPackage,
  buildProject,
  buildProjectVendor,
  buildRows,
  buildSection,
  PROJECT_ID,
} from '../../../tests/support/project-rows.ts'
import { inProject, storeRows } from '../../../tests/support/stored-project.ts'
import { namedDetail, peopleOf } from './event-detail.ts'
import type { EventDetail } from './write-events.ts'

type Event = Parameters<typeof peopleOf>[1]
const event = (
  kind: Event['kind'],
  detail: EventDetail = {},
  more: Partial<Event> = {},
): Event => ({
  ...{ id: 'e1', project_id: PROJECT_ID, kind, actor_id: null, vendor_id: null },
  ...{ package_ids: null, user_ids: null, detail: JSON.stringify(detail), created_on: NOW },
  ...more,
})
const place = { packageId: 'p1', documentId: 'd1', requirementId: 'r1' }
const written = { text: 'x', authorName: 'x', createdOn: 0, updatedOn: 0 }
const comment = (id: string, authorId: number): Row<'comment'> => ({
  ...{ type: 'D', id, projectId: PROJECT_ID, ...place, ...written, authorId },
  ...{ officialReplies: [], publicationId: null, vendorId: null, severity: null },
})
const reply = (id: string, commentId: string, authorId: number): Reply => ({
  ...{ id, projectId: PROJECT_ID, commentId, ...place, ...written, authorId },
  ...{ vendorId: null, isByVendor: false, officialOn: null },
})
/** The rows of both projects have the same ids, but other people, names and states. */
const setOf = (first: number, name: string): RowSet =>
  buildRows({
    comment: [comment('c1', first), comment('c2', first + 1)],
    reply: [
      reply('a1', 'c1', first + 2),
      reply('a2', 'c1', first + 3),
      reply('a3', 'c2', first + 4),
    ],
    package: [buildPackage({ name: `${name} core` })],
    document: [
      buildDocument({ name: `${name} functions`, ownerId: first, members: [first + 5, first + 6] }),
      buildDocument({ id: 'd2', name: `${name} rest`, ownerId: first + 7 }),
      buildDocument({ id: 'd3', members: [first + 8] }),
    ],
    section: [buildSection({ name: `${name} general` })],
  })

let rows: EmptyDatabase
beforeEach(async () => {
  rows = await openEmptyDatabase()
  const vendors = [true, false, false].map((started, at) => ({
    ...buildProjectVendor(7 + at),
    started,
  }))
  await storeRows(rows, { ...setOf(10, 'Own'), projectVendor: vendors })
  const other = { ...setOf(50, 'Other'), project: [buildProject({ organizationId: 2 })] }
  await storeRows(rows, inProject({ ...other, projectVendor: [buildProjectVendor(7)] }, 'other'))
})
afterEach(() => rows.close())
const people = (one: Event) => peopleOf(rows.database.queries, one)
const named = (one: Event) => namedDetail(rows.database.queries, one)

describe('the people of an event', () => {
  it('are those that it names, or everyone who listens', async () => {
    const user_ids = '[3,4]'
    expect(await people(event('access.changed', {}, { user_ids }))).toEqual([3, 4])
    expect(await people(event('access.changed', { documentId: 'd1' }, { actor_id: 9 }))).toBeNull()
  })

  it('of a reply are those who wrote in its discussion, without those it mentions', async () => {
    const of = (detail: EventDetail) => people(event('discussion.replied', detail))
    expect(await of({ commentId: 'c1' })).toEqual([10, 12, 13])
    expect(await of({ commentId: 'c2' })).toEqual([11, 14])
    expect(await of({ commentId: 'c1', mentioned: [12, 14] })).toEqual([10, 13])
    expect(await of({ commentId: 'c9' })).toEqual([])
    const elsewhere = event('discussion.replied', { commentId: 'c1' })
    expect(await people({ ...elsewhere, project_id: 'other' })).toEqual([50, 52, 53])
  })

  it('of an overridden document are its owner', async () => {
    const of = (documentId: string, more: Partial<Event> = {}) =>
      people(event('document.overridden', { documentId }, { actor_id: 9, ...more }))
    expect([await of('d1'), await of('d2'), await of('d3')]).toEqual([[10], [17], []])
    expect([await of('d9'), await of('d1', { project_id: 'other' })]).toEqual([[], [50]])
    expect(await people(event('document.overridden', {}, { user_ids: '[3]' }))).toEqual([])
  })

  it('of a finished import are also the members of its document and the one who imported', async () => {
    const of = (documentId: string, actor_id: number | null) =>
      people(event('import.finished', { documentId }, { actor_id }))
    expect(await of('d1', 9)).toEqual([10, 15, 16, 9])
    expect(await of('d2', null)).toEqual([17])
    expect(await of('d3', 9)).toEqual([18, 9])
    expect(await of('d9', 9)).toEqual([9])
  })
})

describe('the detail of a notification', () => {
  it('names who acted, if a person did', async () => {
    const detail = { addendum: 2 }
    expect(await named(event('access.changed', detail))).toEqual(detail)
    expect(await named(event('access.changed', detail, { actor_id: 9 }))).toEqual({
      ...detail,
      actorId: 9,
    })
  })

  it('names the innermost place of this project that is still there', async () => {
    const of = async (detail: EventDetail, project_id = PROJECT_ID) =>
      (await named(event('document.overridden', detail, { project_id }))).thing
    const [packageId, documentId, sectionId] = ['p1', 'd1', 's1']
    expect(await of({ packageId, documentId, sectionId })).toBe('Own general')
    expect(await of({ packageId, documentId, sectionId: null })).toBe('Own functions')
    expect(await of({ packageId, documentId: 'd2' })).toBe('Own rest')
    expect(await of({ packageId })).toBe('Own core')
    expect(await of({ packageId, documentId: 'd9', sectionId: 's9' })).toBe('Own core')
    expect(await of({ packageId, sectionId }, 'other')).toBe('Other general')
    expect(await named(event('document.overridden', { packageId: 'p9' }))).toEqual({
      packageId: 'p9',
    })
  })

  it('counts the vendors that have not started, of this project', async () => {
    const of = (project_id = PROJECT_ID) =>
      named(event('vendors.notStarted', { packageId: 'p1' }, { project_id, actor_id: 9 }))
    expect(await of()).toEqual({ packageId: 'p1', actorId: 9, count: 2 })
    expect(await of('other')).toMatchObject({ count: 1 })
  })
})
