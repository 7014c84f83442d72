// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { expect, it } from 'vitest'
import { type Comment, type Publication, SEVERITIES } from '#schema/entities/comment.ts'
import { buildComment } from '../../../tests/support/comment-project.ts'
import { openPageProject } from '../../../tests/support/page-project.ts'
import { buildOwner, buildRows, PROJECT_ID } from '../../../tests/support/project-rows.ts'
import type { Thread } from './threads.ts'

const publication = { id: 'pub', revisions: [{ question: 'First' }, { question: 'Last' }] }
const thread = (
  kind: Thread['place']['kind'],
  id: string,
  changes: Partial<{ comment: Comment | null; publication: unknown }> = {},
): Thread =>
  ({
    ...{ id: `t-${id}`, place: { kind, id }, at: 5, comment: buildComment(`t-${id}`) },
    ...{ publication: null, ...changes },
  }) as Thread
const reply = (id: string) => ({ id, projectId: PROJECT_ID, commentId: 't-p1', createdOn: 0 })

const open = async () => {
  const device = await openPageProject({
    actor: buildOwner(),
    project: { state: 'PUBLISHED' },
    rows: { ...buildRows(), reply: [reply('a'), reply('b')] } as never,
  })
  const { seenThreads } = await import('./seen-threads.ts')
  const read = (type: 'Q' | 'PP' | 'D', threads: Thread[], changes: object = {}) =>
    seenThreads({
      ...{ projectId: PROJECT_ID, projectName: 'Groupware', type, threads },
      ...{ authorOf: (one: Comment) => one.authorName, vendorUserId: null, team: [] },
      ...changes,
    })
  return { device, read }
}

it('questions come with their place, state, author, time and number of replies', async () => {
  const { read } = await open()
  const answered = buildComment('x', { officialReplies: [{ replyId: 'a' }] as never })
  const table = await read('Q', [
    thread('project', PROJECT_ID),
    thread('package', 'p1'),
    thread('document', 'd1', { comment: answered }),
    thread('requirement', 'r1', { publication }),
    thread('requirement', 'gone', { comment: null, publication: publication as Publication }),
    thread('document', 'gone'),
    thread('package', 'gone'),
  ])
  expect(table.name).toBe('Groupware, Questions & answers')
  expect(table.columns.map(({ header }) => header)).toEqual([
    ...['Item', 'Status', 'Question', 'Who', 'When', 'Replies'],
  ])
  expect(table.rows).toEqual([
    ['The project as a whole', 'No official reply', 't-project', 'Vera', 5, 0],
    ['Core', 'No official reply', 't-p1', 'Vera', 5, 2],
    ['Functions', 'Answered', 'x', 'Vera', 5, 0],
    ['FUN-0001', 'Published', 't-r1', 'Vera', 5, 0],
    ['Deleted', 'Published', 'Last', 'Published for all vendors', 5, 0],
    ['Deleted', 'No official reply', 't-gone', 'Vera', 5, 0],
    ['Deleted', 'No official reply', 't-gone', 'Vera', 5, 0],
  ])
})

it('pain points have a severity, and discussions no state', async () => {
  const { read } = await open()
  const pains = await read('PP', [
    thread('package', 'p1', {
      comment: buildComment('a', { type: 'PP', severity: SEVERITIES[0] }),
    }),
    thread('package', 'p1', { comment: buildComment('b', { type: 'PP' }) }),
  ])
  expect(pains.columns.map(({ header }) => header).slice(0, 3)).toEqual([
    ...['Item', 'Severity', 'Status'],
  ])
  expect(pains.rows.map(([, severity]) => severity)).toEqual([expect.stringMatching(/./), null])
  const talks = await read('D', [
    thread('package', 'p1', { comment: buildComment('t-p1', { type: 'D', vendorId: null }) }),
  ])
  expect(talks.columns.map(({ header }) => header)).toEqual([
    ...['Item', 'Discussion', 'Who', 'When', 'Replies'],
  ])
  expect(talks.rows).toEqual([['Core', 't-p1', 'Vera', 5, 2]])
})

it('mentions read as the names of today, own comments as “you”, and unsent ones without a time', async () => {
  const { device, read } = await open()
  const text = 'See @[9:Eva] and @[8:Old]'
  const [row] = (
    await read('Q', [thread('package', 'p1', { comment: buildComment('t-p1', { text }) })], {
      ...{ vendorUserId: 3, team: [{ id: 9, name: 'Eva Stone' }] },
    })
  ).rows
  expect(row?.slice(2, 5)).toEqual(['See @Eva Stone and @Old', 'you', 5])
  const { startComment } = await import('./comment-edits.ts')
  await openPageProject({
    actor: { ...buildOwner(), userId: 3 },
    project: { state: 'PUBLISHED' },
    rows: buildRows(),
  })
  const place = { kind: 'project', id: PROJECT_ID } as const
  const id = await startComment({
    ...{ projectId: PROJECT_ID, place, type: 'D', severity: null, text: 'New', vendorId: null },
  })
  const { loadRows } = await import('#client/lib/project-store.ts')
  const [stored] = await loadRows(PROJECT_ID, 'comment', { projectId: PROJECT_ID })
  const [unsent] = (
    await read('D', [{ ...thread('project', PROJECT_ID, { comment: stored ?? null }), id }])
  ).rows
  expect(unsent?.[3]).toBe('Not sent yet')
  expect(device.session.userId).toBe(1)
})
