import { expect, test } from 'vitest'
import { LANGUAGES } from '../../tables/languages.ts'
import { type ManyKind, NOTICE_MANY } from '../../tables/notice-many.ts'
import { isManyKind, manyText } from './many-text.ts'

const kinds = Object.keys(NOTICE_MANY) as ManyKind[]
const project = 'Groupware'

test('several notifications have one text with their number, in the form of the language', () => {
  const questions = (language: 'en' | 'sk', count: number) =>
    manyText('question.asked', language, { count, project })
  expect(questions('en', 2)).toBe('2 questions were asked in Groupware')
  expect(questions('sk', 4)).toBe('V projekte Groupware pribudli 4 otázky')
  expect(questions('sk', 5)).toBe('V projekte Groupware pribudlo 5 otázok')
})

test.each(kinds.flatMap((kind) => LANGUAGES.map((language) => [kind, language] as const)))(
  'the text of many %s in %s names only number and project',
  (kind, language) => {
    for (const count of [2, 5, 12]) {
      const text = manyText(kind, language, { count, project })
      expect(text).toContain(project)
      expect(text).toContain(String(count))
      expect(text).not.toMatch(/[{}]/)
    }
  },
)

test('messages have no text of many: each says something of its own', () => {
  expect(
    ['message.team', 'message.vendor', 'message.vendors', undefined].filter(isManyKind),
  ).toEqual([])
  expect(isManyKind('toString')).toBe(false)
})
