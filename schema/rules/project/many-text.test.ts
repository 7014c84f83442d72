import { expect, test } from 'vitest'
import { LANGUAGES } from '../../tables/languages.ts'
import { type ManyKind, NOTICE_MANY } from '../../tables/notice-many.ts'
import { NOTICE_KINDS, type NoticeKind, NOTICES } from '../../tables/notices.ts'
import { isManyKind, manyText } from './many-text.ts'

const kinds = Object.keys(NOTICE_MANY) as ManyKind[]
const project = 'Groupware'

test('several notifications have one text with their number, in the form of the language', () => {
  const questions = (language: 'en' | 'sk', count: number) =>
    manyText('question.asked', language, { count, project })
  expect(questions('en', 2)).toBe('2 questions were asked in Groupware')
  expect(questions('sk', 4)).toBe('V projekte Groupware pribudli 4 otázky')
  expect(questions('sk', 5)).toBe('V projekte Groupware pribudlo 5 otázok')
  const taken = (count: number) => manyText('document.reassigned', 'sk', { count, project })
  expect(taken(3)).toBe('Už nevlastníte 3 dokumenty v projekte Groupware')
  expect(taken(5)).toBe('Už nevlastníte 5 dokumentov v projekte Groupware')
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

/** Written by hand: their texts say all that matters, so that only equal ones are joined. */
const ALONE: readonly NoticeKind[] = [
  'project.ready',
  'project.prepared',
  'project.published',
  'project.republished',
  'project.invited',
  'project.ended',
  'project.opened',
  'project.evaluation',
  'project.closed',
  'message.team',
  'message.vendors',
  'message.vendor',
  'deadline.changed',
  'deadline.week',
  'deadline.day',
  'deadline.hours',
  'vendors.notStarted',
  'late.waiting',
  'owner.changed',
  'member.added',
  'roles.changed',
  'access.changed',
  'export.ready',
  'export.failed',
  'account.signedIn',
  'account.password',
  'account.twoFactorOn',
  'account.twoFactorOff',
  'account.address',
  'organization.roles',
  'member.removed',
]

test('every kind has a text of many or is known to stand alone', () => {
  expect([...kinds, ...ALONE].toSorted()).toEqual(NOTICE_KINDS.toSorted())
})

test('every kind that names a package or document can be told of several', () => {
  const naming = NOTICE_KINDS.filter((kind) => NOTICES[kind].texts.en.includes('{thing}'))
  expect(naming).toContain('document.reassigned')
  expect(naming.filter((kind) => !isManyKind(kind))).toEqual([])
})

/** What the texts of a kind are filled with. */
const valuesIn = (text: string): string[] =>
  [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '').toSorted()

test.each(NOTICE_KINDS)('%s has a text in each language, with the same values', (kind) => {
  const { texts } = NOTICES[kind]
  expect(Object.keys(texts).toSorted()).toEqual(LANGUAGES.toSorted())
  for (const text of Object.values(texts)) {
    expect(text.trim().length).toBeGreaterThan(kind.startsWith('message.') ? 0 : 10)
    expect(valuesIn(text)).toEqual(valuesIn(texts.en))
  }
})

test.each(kinds)('many %s: a text in each language, not one taken over from English', (kind) => {
  const forms = LANGUAGES.map((language) => NOTICE_MANY[kind][language].other)
  expect(new Set(forms).size).toBe(LANGUAGES.length)
})

test('messages have no text of many: each says something of its own', () => {
  expect(
    ['message.team', 'message.vendor', 'message.vendors', undefined].filter(isManyKind),
  ).toEqual([])
  expect(isManyKind('toString')).toBe(false)
})
