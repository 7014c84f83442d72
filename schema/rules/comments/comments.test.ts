import { describe, expect, test } from 'vitest'
import * as v from 'valibot'
import { ENTITY_EXAMPLES } from '../../../tests/support/entity-examples.ts'
import { Comment, Publication, Reply } from '../../entities/comment.ts'
import {
  commentForAsker,
  correctPublication,
  filterComments,
  markOfficial,
  officialReplyId,
  publicationForVendors,
  publishAnswer,
  replyForAsker,
  visibleReplies,
} from './comments.ts'

const example = (name: string): object => ENTITY_EXAMPLES[name]?.example ?? {}
const build = (name: 'Discussion' | 'Question' | 'PainPoint', changes: object = {}): Comment =>
  v.parse(Comment, { ...example(name), officialReplies: [], publicationId: null, ...changes })
const buildReply = (id: string, changes: object = {}): Reply =>
  v.parse(Reply, { ...example('Reply'), id, commentId: 'c1', officialOn: null, ...changes })
const ACT = { by: 1, on: 5 }
const refused = (code: string) => expect.objectContaining({ code })

describe('official replies', () => {
  test('[CT1] one reply is official; a change keeps the former one', () => {
    const { comment: first, reply } = markOfficial(build('Question'), buildReply('a'), ACT)
    expect(reply.officialOn).toBe(5)
    expect(officialReplyId(build('Question'))).toBeUndefined()
    expect([officialReplyId(first), first.updatedOn]).toEqual(['a', 5])
    const { comment: second } = markOfficial(first, buildReply('b'), { by: 2, on: 6 })
    expect(second.officialReplies).toEqual([
      { replyId: 'a', by: 1, on: 5 },
      { replyId: 'b', by: 2, on: 6 },
    ])
    expect(officialReplyId(second)).toBe('b')
    const again = markOfficial(second, reply, { by: 1, on: 7 })
    expect([officialReplyId(again.comment), again.reply]).toEqual(['a', reply])
  })

  test('[CT1] marking the official reply again changes nothing', () => {
    const marked = markOfficial(build('PainPoint'), buildReply('a'), ACT)
    const again = markOfficial(marked.comment, marked.reply, { by: 2, on: 9 })
    expect([again.comment, again.reply]).toEqual([marked.comment, marked.reply])
  })

  test('[CT1] a hundred marks are enough, and so are a hundred revisions', () => {
    const many = build('Question', {
      officialReplies: Array.from({ length: 100 }, (_, n) => ({ replyId: `r${n}`, by: 1, on: n })),
    })
    expect(() => markOfficial(many, buildReply('a'), ACT)).toThrow(refused('INPUT_INVALID'))
    const { publication } = publishAnswer(
      { ...many, publicationId: null },
      { question: 'a', answer: 'b' },
      { id: 'qa', ...ACT },
    )
    const revised = {
      ...publication,
      revisions: Array.from({ length: 100 }, () => publication.revisions[0]).filter(
        (one) => one !== undefined,
      ),
    }
    expect(() => correctPublication(revised, { question: 'a', answer: 'c' }, ACT)).toThrow(
      refused('INPUT_INVALID'),
    )
  })

  test("[CT2] a vendor's reply and one of another question are never official", () => {
    expect(() =>
      markOfficial(build('Question'), buildReply('a', { isByVendor: true }), ACT),
    ).toThrow(refused('NOT_ALLOWED'))
    expect(() =>
      markOfficial(build('Question'), buildReply('a', { commentId: 'other' }), ACT),
    ).toThrow(refused('NOT_FOUND'))
  })

  test('[CT3] replies are drafts to the asking vendor until one is official; others see none, requestors all', () => {
    const replies = [
      buildReply('draft'),
      buildReply('official', { officialOn: 2 }),
      buildReply('former', { officialOn: 1 }),
      buildReply('mine', { isByVendor: true }),
      buildReply('elsewhere', { commentId: 'other' }),
    ]
    const question = build('Question', {
      officialReplies: [
        { replyId: 'former', by: 1, on: 1 },
        { replyId: 'official', by: 1, on: 2 },
      ],
    })
    const seen = (
      comment: Comment,
      relation: 'owner' | 'collaborator' | 'vendor',
      vendorId: number | null,
    ) => visibleReplies(comment, replies, { relation, vendorId }).map(({ id }) => id)
    expect(seen(question, 'vendor', 7)).toEqual(['official', 'former', 'mine'])
    expect(seen(question, 'vendor', 8)).toEqual([])
    expect(seen(build('Discussion'), 'vendor', 7)).toEqual([])
    expect(seen(build('Discussion'), 'vendor', null)).toEqual([])
    for (const relation of ['owner', 'collaborator'] as const)
      expect(seen(question, relation, null)).toEqual(['draft', 'official', 'former', 'mine'])
  })
})

test('[CT9] the asking vendor does not learn who answered, who marked it, or how long the reply had been a draft', () => {
  const reply = buildReply('a', { authorId: 41, authorName: 'Olga Owner', createdOn: 3 })
  expect(replyForAsker(reply)).toBeNull()
  const marked = markOfficial(build('Question'), reply, { by: 42, on: 8 })
  expect(replyForAsker(marked.reply)).toEqual({
    ...marked.reply,
    authorId: 0,
    authorName: '',
    createdOn: 8,
  })
  expect(commentForAsker(marked.comment)).toEqual({
    ...marked.comment,
    officialReplies: [{ replyId: 'a', by: 0, on: 8 }],
  })
  const own = buildReply('b', { isByVendor: true })
  expect(replyForAsker(own)).toBe(own)
})

describe('publishing', () => {
  const answered = build('Question', {
    officialReplies: [{ replyId: 'a', by: 1, on: 1 }],
    text: 'We, Vendor Ltd., ask',
  })
  const texts = { question: 'How many users?', answer: 'A hundred.' }
  const act = { id: 'qa', by: 2, on: 9 }

  test('[CT4] one QA with both texts as written for the public; nothing in it tells who asked', () => {
    const { comment, publication } = publishAnswer(answered, texts, act)
    expect(comment).toEqual({ ...answered, publicationId: 'qa', updatedOn: 9 })
    expect(v.parse(Publication, publication)).toEqual({
      id: 'qa',
      projectId: 'project',
      type: 'QA',
      packageId: 'p1',
      documentId: 'd1',
      requirementId: 'r1',
      updatedOn: 9,
      revisions: [{ revision: 1, ...texts, isCorrection: false, by: 2, on: 9 }],
    })
    const told = JSON.stringify(publicationForVendors(publication))
    for (const secret of [answered.text, answered.authorName, answered.id, '"vendorId"', '"by":2'])
      expect(told).not.toContain(secret)
  })

  test('[CT5] needs an official reply, happens once, and pain points and discussions are never published', () => {
    expect(() => publishAnswer(build('Question'), texts, act)).toThrow(refused('comment.official'))
    expect(() => publishAnswer(publishAnswer(answered, texts, act).comment, texts, act)).toThrow(
      refused('ENTITY_ALREADY_EXISTS'),
    )
    for (const name of ['PainPoint', 'Discussion'] as const)
      expect(() =>
        publishAnswer(build(name, { officialReplies: answered.officialReplies }), texts, act),
      ).toThrow(refused('NOT_ALLOWED'))
  })

  test('[CT6] a correction is a new revision marked so, the former ones stay; the same texts are none', () => {
    const { publication } = publishAnswer(answered, texts, act)
    const corrected = correctPublication(
      publication,
      { ...texts, answer: 'Two hundred.' },
      { by: 3, on: 12 },
    )
    expect(corrected).toEqual({
      ...publication,
      updatedOn: 12,
      revisions: [
        ...publication.revisions,
        {
          revision: 2,
          question: texts.question,
          answer: 'Two hundred.',
          isCorrection: true,
          by: 3,
          on: 12,
        },
      ],
    })
    expect(correctPublication(publication, texts, { by: 3, on: 12 })).toBe(publication)
    expect(
      correctPublication(publication, { ...texts, question: 'How many people?' }, { by: 3, on: 12 })
        .revisions,
    ).toHaveLength(2)
  })
})

test('[CT7] the filters: all, without official reply, unpublished', () => {
  const official = { officialReplies: [{ replyId: 'a', by: 1, on: 1 }] }
  const comments = [
    build('Discussion', { id: 'd' }),
    build('Question', { id: 'q' }),
    build('Question', { id: 'answered', ...official }),
    build('Question', { id: 'published', ...official, publicationId: 'qa' }),
    build('PainPoint', { id: 'p' }),
    build('PainPoint', { id: 'p-answered', ...official }),
  ]
  const ids = (filter: Parameters<typeof filterComments>[1]) =>
    filterComments(comments, filter).map(({ id }) => id)
  expect(ids('all')).toHaveLength(6)
  expect(ids('without official reply')).toEqual(['q', 'p'])
  expect(ids('unpublished')).toEqual(['q', 'answered'])
})

test('[CT8] a pain point has a severity, nothing else has one; only vendors ask and complain', () => {
  const is = (name: 'Discussion' | 'Question' | 'PainPoint', changes: object) =>
    v.is(Comment, { ...example(name), ...changes })
  for (const severity of ['MINOR', 'MAJOR', 'CRITICAL']) {
    expect([
      is('PainPoint', { severity }),
      is('Question', { severity }),
      is('Discussion', { severity }),
    ]).toEqual([true, false, false])
  }
  expect([is('PainPoint', { severity: null }), is('PainPoint', { severity: 'BAD' })]).toEqual([
    false,
    false,
  ])
  expect([
    is('Discussion', { vendorId: 7 }),
    is('Question', { vendorId: null }),
    is('PainPoint', { vendorId: null }),
    is('Question', { type: 'QA' }),
  ]).toEqual([false, false, false, false])
})
