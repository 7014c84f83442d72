import { describe, expect, test } from 'vitest'
import * as v from 'valibot'
import { Comment, Publication, Reply } from '#schema/entities/comment.ts'
import { ENTITY_EXAMPLES } from '../../../tests/support/entity-examples.ts'
import { filtersOf, findThread, findThreads, parseCommentsSearch, threadsOf } from './threads.ts'

const build = (name: 'Question' | 'PainPoint' | 'Discussion', changes: object): Comment =>
  v.parse(Comment, {
    ...ENTITY_EXAMPLES[name]?.example,
    officialReplies: [],
    publicationId: null,
    ...changes,
  })
const buildPair = (id: string, on: number): Publication =>
  v.parse(Publication, {
    id,
    projectId: 'p',
    type: 'QA',
    packageId: null,
    documentId: null,
    requirementId: null,
    updatedOn: on,
    revisions: [{ revision: 1, question: 'a', answer: 'b', isCorrection: false, by: 0, on }],
  })
const OFFICIAL = { officialReplies: [{ replyId: 'r', by: 1, on: 1 }] }

const COMMENTS = [
  build('Question', { id: 'old', createdOn: 1, vendorId: 7 }),
  build('Question', {
    id: 'published',
    createdOn: 5,
    vendorId: 7,
    publicationId: 'qa',
    ...OFFICIAL,
  }),
  build('Question', { id: 'answered', createdOn: 3, vendorId: 8, ...OFFICIAL }),
  build('PainPoint', { id: 'minor', severity: 'MINOR' }),
  build('PainPoint', { id: 'critical', severity: 'CRITICAL' }),
  build('Discussion', { id: 'd' }),
]
const PAIRS = [buildPair('qa', 6), buildPair('other', 4)]
const questions = threadsOf('Q', COMMENTS, PAIRS)
const ids = (threads: readonly { id: string }[]) => threads.map(({ id }) => id)

describe('comment threads', () => {
  test('are sorted newest first; a published pair belongs to its question’s thread if that question is visible, else it is a thread', () => {
    expect(ids(questions)).toEqual(['published', 'other', 'answered', 'old'])
    expect(questions[0]?.publication?.id).toBe('qa')
    expect(ids(threadsOf('PP', COMMENTS, PAIRS)).toSorted()).toEqual(['critical', 'minor'])
    expect(ids(threadsOf('D', COMMENTS, PAIRS))).toEqual(['d'])
  })
  test('are found by their own id and by the id of their published pair', () => {
    expect([
      findThread(questions, 'qa')?.id,
      findThread(questions, 'old')?.id,
      findThread(questions, 'other')?.id,
      findThread(questions, 'gone'),
      findThread(questions, undefined),
    ]).toEqual(['published', 'old', 'other', undefined, undefined])
  })
  test('are filtered by missing reply or publication, vendor and severity, and the open thread stays in the list', () => {
    expect(ids(findThreads(questions, {}))).toHaveLength(4)
    expect(ids(findThreads(questions, { show: 'without official reply' }))).toEqual(['old'])
    expect(
      ids(findThreads(questions, { show: 'without official reply', comment: 'answered' })),
    ).toEqual(['answered', 'old'])
    expect(ids(findThreads(questions, { show: 'unpublished' }))).toEqual(['answered', 'old'])
    expect(ids(findThreads(questions, { vendor: 8 }))).toEqual(['answered'])
    expect(ids(findThreads(threadsOf('PP', COMMENTS, PAIRS), { severity: 'CRITICAL' }))).toEqual([
      'critical',
    ])
  })
  test('are found by the words of all their texts, ignoring case and diacritics, and by no other words', () => {
    const talk = threadsOf(
      'Q',
      [
        build('Question', { id: 'a', text: 'Stačí šifrovanie?' }),
        build('Question', { id: 'b', text: 'Something else', publicationId: 'qa', ...OFFICIAL }),
      ],
      PAIRS.slice(0, 1),
    )
    const replies = [
      v.parse(Reply, {
        ...ENTITY_EXAMPLES['Reply']?.example,
        id: 'r',
        commentId: 'a',
        text: 'AES does.',
      }),
    ]
    const found = (find: string, comment?: string) =>
      ids(
        findThreads(talk, comment === undefined ? { find } : { find, comment }, replies),
      ).toSorted()
    expect([
      found('SIFROVANIE staci'),
      found('aes sifrovanie'),
      found('else'),
      found('aes else'),
      found(' '),
      found('aes', 'b'),
    ]).toEqual([['a'], ['a'], ['b'], [], ['a', 'b'], ['a', 'b']])
  })
  test('offer filters that fit their type', () => {
    expect([
      filtersOf('Q', false),
      filtersOf('Q', true),
      filtersOf('PP', false),
      filtersOf('D', false),
    ]).toEqual([
      ['all', 'without official reply', 'unpublished'],
      ['all', 'without official reply'],
      ['all', 'without official reply'],
      [],
    ])
  })
  test('unknown search parameters are dropped', () => {
    expect(
      parseCommentsSearch({ show: 'nothing', vendor: 'x', severity: 'BAD', comment: 5, other: 1 }),
    ).toEqual({})
    expect(
      parseCommentsSearch({ show: 'unpublished', vendor: 7, severity: 'MINOR', comment: 'c' }),
    ).toEqual({ show: 'unpublished', vendor: 7, severity: 'MINOR', comment: 'c' })
  })
})
