import * as v from 'valibot'
import { expect, test } from 'vitest'
import { contentLanguage } from '../../entities/fields.ts'
import { textLanguage } from './text-language.ts'

test.each([
  ['en', { lang: 'en', dir: 'ltr' }],
  ['sk', { lang: 'sk', dir: 'ltr' }],
  ['ar', { lang: 'ar', dir: 'rtl' }],
  ['he', { lang: 'he', dir: 'rtl' }],
  ['ar-Latn', { lang: 'ar-Latn', dir: 'ltr' }],
  ['az', { lang: 'az', dir: 'ltr' }],
  ['az-Arab', { lang: 'az-Arab', dir: 'rtl' }],
  ['ur-PK', { lang: 'ur-PK', dir: 'rtl' }],
  ['qqq', { lang: 'qqq' }],
  [null, {}],
  [undefined, {}],
])('[PJ9] the direction of a text follows the script of its language: %s', (language, expected) => {
  expect(textLanguage(language)).toEqual(expected)
})

test.each(['en', 'pt-BR', 'sr-Latn-RS', 'es-419', 'de-CH-1996', 'sl-rozaj', 'nb', null])(
  '[PJ9] %s is a language that a project can state',
  (language) => {
    expect(v.is(contentLanguage, language)).toBe(true)
    expect(() => textLanguage(language)).not.toThrow()
  },
)

test.each([
  '',
  'e',
  'english',
  'en_GB',
  'en-',
  'en--GB',
  'x-own',
  'sl-rozaj-rozaj',
  'en-u-ca-buddhist',
  'sk ',
  '中文',
])('[PJ9] “%s” is none, and the message says what is', (language) => {
  const { issues } = v.safeParse(contentLanguage, language)
  expect(issues?.[0].message).toBe('is no language tag such as en, sk or pt-BR')
})
