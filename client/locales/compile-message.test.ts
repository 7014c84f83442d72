import { setupI18n } from '@lingui/core'
import { compileMessage as fullCompiler } from '@lingui/message-utils/compileMessage'
import { expect, test } from 'vitest'
import { compileMessage } from './compile-message.ts'

const MESSAGES = [
  'Saved',
  '{name} was deleted.',
  "The row's end",
  "It''s {name}",
  "A '{literal}' brace",
  '{count, plural, one {# project} other {# projects}}',
  'Look at {count, plural, =0 {nothing} one {# edit that needs you} other {# edits of {name}}}.',
  '<0>{name}</0> and <1/>',
  '{count, plural, one {# deň} few {# dni} many {# dňa} other {# dní}}',
  '{kind, select, a {Ann} other {Somebody}} left',
  '{count, selectordinal, one {#st} two {#nd} other {#th}}',
]
const VALUES = [
  { name: 'Ann', count: 0, kind: 'a' },
  { name: "O'Neil", count: 1, kind: 'b' },
  { name: '', count: 2, kind: 'a' },
  { name: 'x', count: 1.5, kind: '' },
]

const render = (
  compiler: typeof compileMessage,
  locale: string,
  message: string,
  values: Record<string, unknown>,
) => {
  const i18n = setupI18n({ locale, messages: { [locale]: {} } })
  i18n.setMessagesCompiler(compiler)
  return i18n._(message, values, { message })
}

test.each(MESSAGES)('%s reads as with the full ICU compiler, in English and Slovak', (message) => {
  for (const locale of ['en', 'sk']) {
    for (const values of VALUES)
      expect(render(compileMessage, locale, message, values)).toBe(
        render(fullCompiler, locale, message, values),
      )
  }
})

test('a malformed message throws instead of being shown in part', () => {
  expect(() => compileMessage('{count, plural, one {# a')).toThrow(SyntaxError)
})
