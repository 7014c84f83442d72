import { describe, expect, test } from 'vitest'
import { messageText } from '../../tables/messages.ts'
import { type PasswordAttempt, passwordProblems } from './password.ts'

const GOOD = 'Correct-Horse7'
const texts = (password: string, changes: Partial<PasswordAttempt> = {}): string[] =>
  passwordProblems({ password, username: 'somebody', ...changes }).map(({ code, detail }) =>
    messageText(code, detail),
  )

describe('a new password', () => {
  test.each([
    [GOOD, []],
    ['', ['This field is required']],
    ['Horse-Sta7!e', []],
    ['Horse-Sta7!', ['Password too short']],
    ['correct-horse7', ['Password not contains upper case']],
    ['CORRECT-HORSE7', ['Password not contains lower case']],
    ['Correct-Horses', ['Password not contains special character or digit']],
    ['CorrectHorse77', ['Password not contains special character or digit']],
    ['Correct Horse7', ['Password not contains special character or digit']],
    ['Correct\tHorse7', []],
    ['Correct_Horse7', []],
    [
      'aaaaaaaaaaaa',
      ['Password not contains upper case', 'Password not contains special character or digit'],
    ],
    [
      ' ',
      [
        'Password too short',
        'Password not contains upper case',
        'Password not contains lower case',
        'Password not contains special character or digit',
      ],
    ],
  ])('[PW1] %j: %j', (password, problems) => {
    expect(texts(password)).toEqual(problems)
  })

  test('[PW2] letters and digits of every script are letters and digits, and an accent typed apart is no special character', () => {
    expect(texts('Žluťoučký-kůň7')).toEqual([])
    expect(texts('Ωμεγα-άλφα-٣٤')).toEqual([])
    expect(texts('Zlutoucky\u0301kun77')).toEqual([
      'Password not contains special character or digit',
    ])
    expect(texts('Žluťoučký7kůňů')).toEqual(['Password not contains special character or digit'])
  })

  test('[PW2] an emoji and an accented letter count as one character, however they are encoded', () => {
    expect(texts('Aa1-😀😀😀😀😀😀😀')).toEqual(['Password too short'])
    expect(texts('Aa1-😀😀😀😀😀😀😀😀')).toEqual([])
    expect(texts('Aa1-e\u0301e\u0301e\u0301e\u0301e\u0301e\u0301e\u0301')).toEqual([
      'Password too short',
    ])
  })

  test('[PW3] it is not the username, in whatever case', () => {
    expect(texts('Somebody-2026', { username: 'somebody-2026' })).toEqual([
      'Password is same as username',
    ])
    expect(texts('Somebody-2026', { username: 'somebody' })).toEqual([])
  })

  test('[PW4] it is not leaked, not easily guessed, and equals its confirmation', () => {
    expect(texts(GOOD, { isStolen: true })).toEqual([
      'This password is known from a data leak; choose another one',
    ])
    expect(texts(GOOD, { isGuessable: true })).toEqual([
      'This password is too easy to guess. Use more words, or words unrelated to you',
    ])
    expect(texts(GOOD, { isStolen: false, isGuessable: false, confirmation: GOOD })).toEqual([])
    expect(passwordProblems({ password: GOOD, username: '', confirmation: `${GOOD} ` })).toEqual([
      { field: 'confirmation', code: 'PASSWORD_CONFIRMATION', detail: {} },
    ])
    expect(passwordProblems({ password: GOOD, username: '', confirmation: '' })).toEqual([
      { field: 'confirmation', code: 'validation.required', detail: {} },
    ])
    expect(texts('Žluťoučký-kůň7', { confirmation: 'Žluťoučký-kůň7'.normalize('NFD') })).toEqual([])
  })

  test('[PW5] its length is bounded', () => {
    expect(texts(`Aa1-${'x'.repeat(252)}`)).toEqual([])
    expect(texts(`Aa1-${'x'.repeat(253)}`)).toEqual(['Password max length is 256'])
  })
})
