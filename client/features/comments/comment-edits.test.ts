// @vitest-environment jsdom
import { cleanup } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import type { Comment, Publication, Reply } from '#schema/entities/comment.ts'
import type { ProjectActor } from '#schema/mutations/mutation.ts'
import type { OpenDevice } from '#client/lib/device.ts'
import { openCommentProject } from '../../../tests/support/comment-project.ts'
import { buildVendorContact, PROJECT_ID } from '../../../tests/support/project-rows.ts'

afterEach(cleanup)
const byVera = { authorId: 3, authorName: 'Vera', createdOn: 0, updatedOn: 0 }
const nowhere = { packageId: null, documentId: null, requirementId: null }
const question = {
  ...{ id: 'q.7', projectId: PROJECT_ID, vendorId: 7, type: 'Q', severity: null, text: 'When?' },
  officialReplies: [],
  ...{ publicationId: null, ...nowhere, ...byVera },
} as unknown as Comment
const reply = {
  ...{ id: 'answer', projectId: PROJECT_ID, commentId: 'q.7', vendorId: 7, ...nowhere },
  ...{ text: 'On  Monday', authorId: 1, authorName: 'Owner', createdOn: 1, updatedOn: 1 },
} as unknown as Reply
const later = { ...reply, id: 'later', text: 'On  Tuesday' }
const publication = {
  ...{ id: 'pair', projectId: PROJECT_ID, question: 'When?', answer: 'On Monday', ...nowhere },
  ...{ commentId: 'other.7', revisions: [], createdOn: 1, updatedOn: 1 },
} as unknown as Publication

const officialReplies = [{ replyId: 'answer', by: 1, on: 1 }]
const open = (actor?: ProjectActor) =>
  openCommentProject({
    ...(actor === undefined ? {} : { actor }),
    rows: {
      comment: [{ ...question, officialReplies }],
      reply: [reply, later],
      publication: [publication],
    },
  })
const written = async ({ database }: OpenDevice) =>
  (await database.outbox.orderBy(':id').toArray()).map(({ command, args, label }) => ({
    ...{ command, args, label },
  }))

describe('an edit of comments is named in the list of unsent edits', () => {
  it('by its pain point and the person mentioned in it', async () => {
    const device = await open(buildVendorContact())
    const { startComment } = await import('./comment-edits.ts')
    const id = await startComment({
      ...{ projectId: PROJECT_ID, place: { kind: 'document', id: 'd1' }, type: 'PP' },
      ...{ severity: 'MAJOR', text: ' Too   strict ', vendorId: 7 },
    })
    expect(await written(device)).toEqual([
      {
        command: 'comments.create',
        args: {
          ...{ projectId: PROJECT_ID, id: id.replace(/\.7$/, '') },
          ...{ place: { kind: 'document', id: 'd1' }, type: 'PP', severity: 'MAJOR' },
          text: 'Too   strict',
        },
        label: 'Pain point: Too strict',
      },
    ])
  })

  it('by a reply, and by the same reply as the official one', async () => {
    const device = await open()
    const { replyTo } = await import('./comment-edits.ts')
    await replyTo(question, ' On  Friday ', { isOfficial: true })
    const [said, official] = await written(device)
    expect(said).toMatchObject({
      command: 'comments.reply',
      args: { projectId: PROJECT_ID, commentId: 'q.7', text: 'On  Friday' },
      label: 'Reply: On Friday',
    })
    expect(official).toMatchObject({
      command: 'comments.markOfficial',
      args: { projectId: PROJECT_ID, id: 'q.7', replyId: Object(said?.args).id },
      label: 'Official: Reply: On Friday',
    })
  })

  it('by the text of a reply that becomes official later', async () => {
    const device = await open()
    const { markOfficialReply } = await import('./comment-edits.ts')
    await markOfficialReply(question, later)
    expect(await written(device)).toEqual([
      {
        command: 'comments.markOfficial',
        args: { projectId: PROJECT_ID, id: 'q.7', replyId: 'later' },
        label: 'Official reply: On Tuesday',
      },
    ])
  })

  it('by the question that is published, or corrected later', async () => {
    const device = await open()
    const { correctPair, publishPair } = await import('./comment-edits.ts')
    await publishPair(question, { question: 'When does it begin?', answer: 'On Monday' })
    await correctPair(publication, { question: 'When does it end?', answer: 'On Friday' })
    const [published, corrected] = await written(device)
    expect(published).toMatchObject({
      command: 'comments.publish',
      args: { commentId: 'q.7', question: 'When does it begin?', answer: 'On Monday' },
      label: 'Published answer: When does it begin?',
    })
    expect(Object(published?.args).id).not.toBe('q.7')
    expect(corrected).toMatchObject({
      command: 'comments.correct',
      args: { id: 'pair', question: 'When does it end?', answer: 'On Friday' },
      label: 'Correction: When does it end?',
    })
  })
})
