import { beforeAll, expect, test } from 'vitest'
import { startLocale } from '#client/locales/start-locale.ts'
import { commentWords } from './comment-words.ts'

beforeAll(() => startLocale('en'))

test('a refused comment is shown as the text that was written, without ids', () => {
  const place = { kind: 'project', id: 'p' }
  expect(
    commentWords({
      command: 'comments.create',
      args: { projectId: 'p', id: 'c', place, type: 'Q', severity: null, text: 'Why?\nHow?' },
    }),
  ).toBe('Why?\nHow?')
  expect(
    commentWords({
      command: 'comments.create',
      args: { projectId: 'p', id: 'c', place, type: 'PP', severity: 'CRITICAL', text: 'Too hard' },
    }),
  ).toBe('Severity: Critical\nToo hard')
  expect(
    commentWords({
      command: 'comments.reply',
      args: { projectId: 'p', id: 'r', commentId: 'c', text: 'Ask @[12:Eva Author] or @[3:Ján]' },
    }),
  ).toBe('Ask @Eva Author or @Ján')
  expect(
    commentWords({
      command: 'comments.publish',
      args: { projectId: 'p', id: 'x', commentId: 'c', question: 'Why?', answer: 'So.' },
    }),
  ).toBe('Question\nWhy?\n\nAnswer\nSo.')
  expect(
    commentWords({
      command: 'comments.markOfficial',
      args: { projectId: 'p', id: 'c', replyId: 'r' },
    }),
  ).toBe('')
  expect(commentWords({ command: 'commitments.update', args: {} })).toBeNull()
})
