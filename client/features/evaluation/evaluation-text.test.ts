import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Parameter } from '#schema/entities/parameter.ts'
import type { Release } from '#schema/entities/project.ts'
import { answerFilesText } from '#schema/rules/files/answer-files.ts'
import { startLocale } from '#client/locales/start-locale.ts'
import {
  differenceText,
  enteredText,
  releaseText,
  scoreText,
  weightText,
} from './evaluation-text.ts'

describe('numbers of an evaluation', () => {
  it('scores have two decimals, also the zero, and nothing to score is a dash', () => {
    expect([scoreText(0), scoreText(66.666), scoreText(100), scoreText(null)]).toEqual([
      '0.00 %',
      '66.67 %',
      '100.00 %',
      '–',
    ])
  })

  it('Slovak has a decimal comma', async () => {
    await startLocale('sk')
    expect([scoreText(55.44), weightText(12.5), differenceText(10, 11.2)]).toEqual([
      '55,44 %',
      '12,5',
      '+1,20',
    ])
    await startLocale('en')
  })

  it('weights have the decimals that were typed, two at most', () => {
    expect([weightText(25), weightText(12.5), weightText(33.333), weightText(0)]).toEqual([
      '25',
      '12.5',
      '33.33',
      '0',
    ])
  })

  it('a difference has its sign, and none is shown where both read the same', () => {
    expect([
      differenceText(10, 11.2),
      differenceText(10.5, 10),
      differenceText(0, 0.005),
      differenceText(0, 0.0049),
      differenceText(0.0049, 0),
      differenceText(null, 1),
      differenceText(1, null),
    ]).toEqual(['+1.20', '−0.50', '+0.01', null, null, null, null])
  })
})

const parameter = (changes: Partial<Parameter>): Parameter =>
  ({ type: 'TEXT', ...changes }) as Parameter
const WORDS = { yes: 'Yes', no: 'No' }

describe('what a vendor entered', () => {
  it('nothing is nothing, and neither No nor zero is nothing', () => {
    const text = (value: Parameters<typeof enteredText>[1]) =>
      enteredText(parameter({}), value, WORDS)
    expect([text(null), text(undefined), text('')]).toEqual([null, null, null])
    expect([text(false), text(true), text(0), text('word')]).toEqual(['No', 'Yes', '0', 'word'])
  })

  it('a statement is a percentage, a date reads as one, and an option by its label', () => {
    expect(enteredText(parameter({ isStatement: true }), 80, WORDS)).toBe('80 %')
    expect(enteredText(parameter({ isStatement: false }), 80, WORDS)).toBe('80')
    expect(enteredText(parameter({ type: 'DATE_PICKER' }), '2029-06-01', WORDS)).toBe('01.06.2029')
    const options = [
      { key: 'a', label: 'First' },
      { key: 'b', label: 'Second' },
    ] as Parameter['options']
    expect(enteredText(parameter({ options }), 'b', WORDS)).toBe('Second')
    expect(enteredText(parameter({ options }), 'gone', WORDS)).toBe('gone')
  })

  it('files of an answer are shown by name and size, and other text as it is', () => {
    const files = ['plan.pdf', 'list.png'].map((name) => ({
      name,
      bytes: 12_345,
      mime: 'image/png',
      contentHash: 'a'.repeat(64),
    }))
    const field = parameter({ type: 'INPUT', inputType: 'file' })
    expect(enteredText(field, answerFilesText(files), WORDS)).toBe(
      'plan.pdf (12 kB), list.png (12 kB)',
    )
    expect(enteredText(field, 'typed by an older version', WORDS)).toBe('typed by an older version')
  })
})

it('a release reads as now, not planned, or its version and date', () => {
  const releases = [
    { number: 1, version: '1.0', date: '2029-06-01' },
    { number: 2, version: '2.0', date: null },
  ] as Release[]
  const words = { now: 'Now', notPlanned: 'Not planned' }
  const read = (release: number | undefined) => releaseText(release, releases, words)
  expect([read(-2), read(-1), read(1), read(2), read(3), read(undefined)]).toEqual([
    'Now',
    'Not planned',
    '1.0 · 01.06.2029',
    '2.0',
    null,
    null,
  ])
})

const score = fc.integer({ min: 0, max: 100_000 }).map((thousandths) => thousandths / 1_000)
const cents = (text: string): number => Math.round(Number.parseFloat(text) * 100)
/** Parses a shown difference such as +1.20 or −0.50 into hundredths; null counts as 0. */
const shownDifference = (text: string | null): number =>
  text === null ? 0 : cents(text.replace('−', '-'))

it('the difference that a what-if shows is the one between the two shown scores', () => {
  // Pairs of scores: some so close that rounding decides what is shown, and arbitrary ones.
  const near = fc
    .tuple(score, fc.integer({ min: -20, max: 20 }))
    .map(([before, by]) => [before, Math.min(100, Math.max(0, before + by / 1_000))] as const)
  fc.assert(
    fc.property(fc.oneof(near, fc.tuple(score, score)), ([before, after]) => {
      expect(shownDifference(differenceText(before, after))).toBe(
        cents(scoreText(after)) - cents(scoreText(before)),
      )
    }),
  )
})

it('shows no difference where one of the scores is missing or both read the same', () => {
  expect(differenceText(null, 1)).toBeNull()
  expect(differenceText(1, null)).toBeNull()
  expect(differenceText(50.001, 50.004)).toBeNull()
  expect(differenceText(50, 48.5)).toBe('−1.50')
})
