import { describe, expect, test } from 'vitest'
import * as v from 'valibot'
import { ENTITY_EXAMPLES } from '../../tests/support/entity-examples.ts'
import { Comment, Publication, Reply } from '../entities/comment.ts'
import { correctPublication, filterComments, markOfficial, officialReplyId, publicationForVendors, publishAnswer, visibleReplies } from './comments.ts'

const example = (name: string): object => ENTITY_EXAMPLES[name]?.example ?? {}
const build = (name: 'Discussion' | 'Question' | 'PainPoint', changes: object = {}): Comment =>
  v.parse(Comment, { ...example(name), officialReplies: [], publicationId: null, ...changes })
const buildReply = (id: string, changes: object = {}): Reply => v.parse(Reply, { ...example('Reply'), id, commentId: 'c1', vendorId: null, ...changes })
const ACT = { by: 1, on: 5 }
const refused = (code: string) => expect.objectContaining({ code })

describe('official replies', () => {
  test('[CT1] one reply counts; another one in its place keeps the former', () => {
    const first = markOfficial(build('Question'), buildReply('a'), ACT)
    expect(officialReplyId(build('Question'))).toBeUndefined()
    expect([officialReplyId(first), first.updatedOn]).toEqual(['a', 5])
    const second = markOfficial(first, buildReply('b'), { by: 2, on: 6 })
    expect(second.officialReplies).toEqual([{ replyId: 'a', by: 1, on: 5 }, { replyId: 'b', by: 2, on: 6 }])
    expect(officialReplyId(second)).toBe('b')
    expect(officialReplyId(markOfficial(second, buildReply('a'), { by: 1, on: 7 }))).toBe('a')
  })

  test('[CT1] marking the one that counts again changes nothing', () => {
    const marked = markOfficial(build('PainPoint'), buildReply('a'), ACT)
    expect(markOfficial(marked, buildReply('a'), { by: 2, on: 9 })).toBe(marked)
  })

  test('[CT2] a vendor\'s reply and one of another question are never official', () => {
    expect(() => markOfficial(build('Question'), buildReply('a', { vendorId: 7 }), ACT)).toThrow(refused('NOT_ALLOWED'))
    expect(() => markOfficial(build('Question'), buildReply('a', { commentId: 'other' }), ACT)).toThrow(refused('NOT_FOUND'))
  })

  test('[CT3] replies are drafts to the asking vendor until one is official; others see none, requestors all', () => {
    const replies = [buildReply('draft'), buildReply('official'), buildReply('former'), buildReply('mine', { vendorId: 7 }), buildReply('elsewhere', { commentId: 'other' })]
    const question = build('Question', { officialReplies: [{ replyId: 'former', by: 1, on: 1 }, { replyId: 'official', by: 1, on: 2 }] })
    const seen = (comment: Comment, relation: 'owner' | 'collaborator' | 'vendor', vendorId: number | null) => visibleReplies(comment, replies, { relation, vendorId }).map(({ id }) => id)
    expect(seen(question, 'vendor', 7)).toEqual(['official', 'former', 'mine'])
    expect(seen(build('Question'), 'vendor', 7)).toEqual(['mine'])
    expect(seen(question, 'vendor', 8)).toEqual([])
    expect(seen(build('Discussion'), 'vendor', 7)).toEqual([])
    expect(seen(build('Discussion'), 'vendor', null)).toEqual([])
    for (const relation of ['owner', 'collaborator'] as const) expect(seen(question, relation, null)).toEqual(['draft', 'official', 'former', 'mine'])
  })
})

describe('publishing', () => {
  const answered = build('Question', { officialReplies: [{ replyId: 'a', by: 1, on: 1 }], text: 'We, Vendor Ltd., ask' })
  const texts = { question: 'How many users?', answer: 'A hundred.' }
  const act = { id: 'qa', by: 2, on: 9 }

  test('[CT4] one QA with both texts as written for the public; nothing in it tells who asked', () => {
    const { comment, publication } = publishAnswer(answered, texts, act)
    expect(comment).toEqual({ ...answered, publicationId: 'qa', updatedOn: 9 })
    expect(v.parse(Publication, publication)).toEqual({
      id: 'qa', projectId: 'project', type: 'QA', place: answered.place, updatedOn: 9, revisions: [{ revision: 1, ...texts, isCorrection: false, by: 2, on: 9 }],
    })
    const told = JSON.stringify(publicationForVendors(publication))
    for (const secret of [answered.text, answered.authorName, answered.id, '"vendorId"', '"by":2']) expect(told).not.toContain(secret)
  })

  test('[CT5] needs an official reply, happens once, and pain points and discussions are never published', () => {
    expect(() => publishAnswer(build('Question'), texts, act)).toThrow(refused('comment.official'))
    expect(() => publishAnswer(publishAnswer(answered, texts, act).comment, texts, act)).toThrow(refused('ENTITY_ALREADY_EXISTS'))
    for (const name of ['PainPoint', 'Discussion'] as const) expect(() => publishAnswer(build(name, { officialReplies: answered.officialReplies }), texts, act)).toThrow(refused('NOT_ALLOWED'))
  })

  test('[CT6] a correction is a new revision marked so, the former ones stay; the same texts are none', () => {
    const { publication } = publishAnswer(answered, texts, act)
    const corrected = correctPublication(publication, { ...texts, answer: 'Two hundred.' }, { by: 3, on: 12 })
    expect(corrected).toEqual({
      ...publication, updatedOn: 12, revisions: [...publication.revisions, { revision: 2, question: texts.question, answer: 'Two hundred.', isCorrection: true, by: 3, on: 12 }],
    })
    expect(correctPublication(publication, texts, { by: 3, on: 12 })).toBe(publication)
    expect(correctPublication(publication, { ...texts, question: 'How many people?' }, { by: 3, on: 12 }).revisions).toHaveLength(2)
  })
})

test('[CT7] the filters: all, without official reply, unpublished', () => {
  const official = { officialReplies: [{ replyId: 'a', by: 1, on: 1 }] }
  const comments = [
    build('Discussion', { id: 'd' }), build('Question', { id: 'q' }), build('Question', { id: 'answered', ...official }),
    build('Question', { id: 'published', ...official, publicationId: 'qa' }), build('PainPoint', { id: 'p' }), build('PainPoint', { id: 'p-answered', ...official }),
  ]
  const ids = (filter: Parameters<typeof filterComments>[1]) => filterComments(comments, filter).map(({ id }) => id)
  expect(ids('all')).toHaveLength(6)
  expect(ids('without official reply')).toEqual(['q', 'p'])
  expect(ids('unpublished')).toEqual(['q', 'answered'])
})

test('[CT8] a pain point has a severity, nothing else has one; only vendors ask and complain', () => {
  const is = (name: 'Discussion' | 'Question' | 'PainPoint', changes: object) => v.is(Comment, { ...example(name), ...changes })
  for (const severity of ['MINOR', 'MAJOR', 'CRITICAL']) {
    expect([is('PainPoint', { severity }), is('Question', { severity }), is('Discussion', { severity })]).toEqual([true, false, false])
  }
  expect([is('PainPoint', { severity: null }), is('PainPoint', { severity: 'BAD' })]).toEqual([false, false])
  expect([is('Discussion', { vendorId: 7 }), is('Question', { vendorId: null }), is('PainPoint', { vendorId: null }), is('Question', { type: 'QA' })]).toEqual([false, false, false, false])
})
