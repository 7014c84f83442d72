import { describe, expect, test } from 'vitest'
import { lookOf, nameProblem, normalName, normalUsername, usernameProblem } from './names.ts'

describe('names of people', () => {
  test.each([
    ['  Eva   Malá ', 'Eva Malá'],
    ['Ｅｖａ', 'Eva'],
    ['ﬁlip', 'filip'],
    ['Mala\u0301', 'Malá'],
    ['Eva\u00A0M', 'Eva M'],
  ])('[NM1] %j is kept as %j', (written, kept) => {
    expect(normalName(written)).toBe(kept)
  })

  test.each([
    'Eva',
    "O'Brien",
    'Jean-Luc',
    'Nguyễn',
    'Иван',
    'محمد',
    'می\u200Cخواهم',
    '李',
    'श्री',
    'A',
    'Müller-Lüdenscheidt',
    'X Æ 12',
  ])('[NM2] %j is a name', (name) => {
    expect(nameProblem(normalName(name))).toBeNull()
  })

  test.each([
    '\u202Eave',
    'E\u0000va',
    'E\tva',
    'E\nva',
    'E\u200Bva',
    'E\u200Dva\u200D',
    '\u2066Eva\u2069',
    'Eva\u00AD',
    'E\uFEFFva',
    '\u3164',
    '\u2800',
    '\u{E0041}',
    '\uD800',
    '\uE000',
    'E\u0301\u0302\u0303\u0304\u0305va',
    '...',
    '\u{1F600}',
    '\u061Cx',
  ])('[NM2] %j is no name', (name) => {
    expect(nameProblem(normalName(name))).toBe('NAME_SIGNS')
  })

  test('[NM2] an empty name is refused', () => {
    for (const name of ['', ' ', '\u00A0'])
      expect(nameProblem(normalName(name))).toBe('validation.required')
  })
})

describe('usernames', () => {
  test.each([
    [' Eva ', 'eva'],
    ['ＥＶＡ', 'eva'],
    ['ﬁlip', 'filip'],
    ['Ⅷ', 'viii'],
    ['K\u212Aim', 'kkim'],
  ])('[NM3] %j is kept as %j', (written, kept) => {
    expect(normalUsername(written)).toBe(kept)
  })

  test.each([
    'eva',
    'eva.mala',
    'eva_2+x',
    'e-va',
    'ľuboš',
    'иван',
    'ιωάννης',
    '田中さん',
    '김철수',
    'אבי12',
    '123',
    'श्री',
  ])('[NM4] %j may be a username', (name) => {
    expect(usernameProblem(normalUsername(name))).toBeNull()
  })

  test.each([
    ['eva@city.example', 'USERNAME_ADDRESS'],
    ['@eva', 'USERNAME_ADDRESS'],
    ['eva＠city.example', 'USERNAME_ADDRESS'],
    ['ev', 'USERNAME_SIGNS'],
    ['', 'USERNAME_SIGNS'],
    ['e va', 'USERNAME_SIGNS'],
    ['e\u200Bva', 'USERNAME_SIGNS'],
    ['\u202Eave', 'USERNAME_SIGNS'],
    ['e\u200Dva', 'USERNAME_SIGNS'],
    ['eva\u0000', 'USERNAME_SIGNS'],
    ['...', 'USERNAME_SIGNS'],
    ['eva/x', 'USERNAME_SIGNS'],
    ['eva<b>', 'USERNAME_SIGNS'],
    ['eva٣', 'USERNAME_SIGNS'],
    ['e\u0301\u0302\u0303\u0304\u0305va', 'USERNAME_SIGNS'],
    ['x'.repeat(201), 'USERNAME_SIGNS'],
    ['\uFDFA'.repeat(40), 'USERNAME_SIGNS'],
    ['аdmin', 'USERNAME_SCRIPTS'],
    ['αdmin', 'USERNAME_SCRIPTS'],
    ['иvan', 'USERNAME_SCRIPTS'],
    ['田中kun', 'USERNAME_SCRIPTS'],
    ['ひ김a', 'USERNAME_SCRIPTS'],
    ['ひ김', 'USERNAME_SIGNS'],
    ['ひ김김', 'USERNAME_SCRIPTS'],
    ['ᏣᎳᎩ', 'USERNAME_SCRIPTS'],
  ])('[NM4] %j may not: %s', (name, code) => {
    expect(usernameProblem(normalUsername(name))).toBe(code)
  })

  test.each([
    ['сосо', 'coco'],
    ['ѕсоре', 'scope'],
    ['οαν', 'oav'],
    ['Eva  Malá', 'evamalá'],
    ['E\u200Bva', 'eva'],
    ['ＥＶＡ', 'eva'],
  ])('[NM5] %j looks like %j', (one, other) => {
    expect(lookOf(one)).toBe(lookOf(other))
  })

  test('[NM5] names that look different are told apart', () => {
    const names = ['eva', 'eve', 'éva', 'иван', 'ivan', 'adam', 'eva2', 'ewa']
    expect(new Set(names.map(lookOf)).size).toBe(names.length)
  })
})
