import { createContext, Script } from 'node:vm'
import fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { ANSWER_STEPS, MatchEffort } from '../definition/match-effort.ts'
import { buildProgram, runProgram } from './regex-program.ts'
import { parsePattern } from './regex-syntax.ts'
import {
  matchLimit,
  matchPattern,
  PATTERN_LENGTH,
  PATTERN_SIZE,
  patternProblem,
  patternSize,
} from './safe-regex.ts'

const stepsOf = (pattern: string, text: string) => {
  const program = buildProgram(parsePattern(pattern))
  return { ...runProgram(program, text), states: program.states.length }
}

test.each([
  ['^[A-Z]{2}-\\d+$', 'AB-12', 'AB-x'],
  ['^(?:yes|no)$', 'no', 'none'],
  ['a+b*', 'caab', 'ccb'],
  ['[)(+*]+', '+', 'x'],
  ['^\\(a\\)+$', '(a))', '(a'],
  ['^(abc)+$', 'abcabc', 'abcab'],
  ['(?<year>\\d{4})-\\d\\d', '2026-01', '26-01'],
  ['^[^\\]]+$', 'ab', 'a]'],
  ['^x{2,3}?$', 'xxx', 'xxxx'],
  ['^(\\d{1,3}\\.){3}\\d{1,3}$', '192.168.0.1', '192.168.0'],
  ['^([0-9A-F]{2}:){5}[0-9A-F]{2}$', '00:1B:44:11:3A:B7', '00:1B:44:11:3A'],
  ['^https?://[^\\s/]+(/\\S*)?$', 'https://example.org/a', 'https:///'],
  ['^(ab|cd)*(ef)?$', 'abcdef', 'abce'],
  ['\\bword\\b', 'a word.', 'swords'],
  ['\\Bor', 'word', 'or'],
  ['^\\p{Lu}\\p{Ll}+$', 'Žilina', 'žilina'],
  ['^.$', '😀', '\n'],
  ['^\\u{1F600}$', '😀', '😁'],
  ['^\\uD83D\\uDE00$', '😀', '😁'],
  ['^\\x41\\cA?$', 'A', 'B'],
  ['^a{3,}$', 'aaaa', 'aa'],
  ['^a{2}$', 'aa', 'aaa'],
  ['^(a|)b$', 'b', 'c'],
  ['^$', '', 'a'],
  ['(?:)', 'anything', null],
] as const)('[RX1] %s may be used: it is found in %j, not in %j', (pattern, yes, no) => {
  expect(patternProblem(pattern)).toBeNull()
  expect(matchPattern(pattern, yes)).toBe('yes')
  if (no !== null) expect(matchPattern(pattern, no)).toBe('no')
})

test.each([
  ['(.*)\\1', 'refers back'],
  ['(?<n>a)\\k<n>', 'refers back'],
  ['^(?=a)b', 'looks ahead'],
  ['^(?!.*(.)\\1)', 'looks ahead'],
  ['(?<!a)b', 'looks ahead'],
  ['(?<=a)b', 'looks ahead'],
  ['a{2000}', 'repeats too much'],
  ['((a{100}){100}){100}', 'repeats too much'],
  ['(((?:){1000}){1000}){1000}', 'repeats too much'],
  ['a{1,2000}', 'repeats too much'],
  ['(', 'is not a regular'],
  ['a**', 'is not a regular'],
  ['a'.repeat(PATTERN_LENGTH + 1), 'is longer'],
])('[RX2] %s is refused: it %s', (pattern, reason) => {
  expect(patternProblem(pattern)).toContain(reason)
  expect(matchPattern(pattern, 'aaaa')).toBe('unusable')
})

test.each([
  '[\\p{L}-z]',
  '\\p{Nothing}',
  '[\\p{L}',
  '\\\\p{L}',
  '\\p{L',
  '\\p',
  '[\\P{Lu}\\p{Script=Greek}]',
  '\\p{Script=Greek}+',
  '\\P{L}?',
  '[^\\p{L}\\]]',
  '\\p{L}{2}',
  '\\\\\\p{L}',
])('[RX2] %s with properties may be used exactly where the language knows it', (pattern) => {
  let isKnown = true
  try {
    new RegExp(pattern, 'u').test('')
  } catch {
    isKnown = false
  }
  expect(patternProblem(pattern)).toBe(isKnown ? null : 'is not a regular expression')
  expect(matchPattern(pattern, 'λz')).toBe(
    isKnown ? (new RegExp(pattern, 'u').test('λz') ? 'yes' : 'no') : 'unusable',
  )
})

test('[RX2] inline flags are refused where JavaScript accepts them', () => {
  expect(patternProblem('(?i:a)')).toMatch(/sets flags|is not a regular/)
})

/**
 * Patterns of every kind on which backtracking matchers hang, each with the repeated piece and the
 * ending that makes the match fail.
 */
const EXPLOSIVE = [
  ['nested quantifiers', '^(a+)+$', 'a', '!'],
  ['nested stars', '((a*)*)*$', 'a', '!'],
  ['nested counted', '^(a{1,9}){1,9}(a{1,9})*$', 'a', '!'],
  ['nested behind a prefix', '^x(\\w+\\s?)*$', 'w ', '!'],
  ['nested with optional', '^(a?){30}(a?)+$', 'a', '!'],
  ['evil numbers', '^(([0-9])+.)+$', '1', '\n'],
  ['overlapping alternation', '^(a|aa)+$', 'a', '!'],
  ['equal alternatives', '^(a|a)*$', 'a', '!'],
  ['alternation of classes', '^(\\w|\\d)+$', '1', '!'],
  ['alternation with empty', '^(a|b|)*$', 'ab', '!'],
  ['three ways', '^(a|ab|b)*c$', 'ab', '!'],
  ['neighbours that overlap', '\\d+\\d+\\d+\\d+$', '1', 'x'],
  ['polynomial stars', '^a*a*a*a*a*a*a*a*a*$', 'a', '!'],
  ['polynomial search', 'a*b', 'a', ''],
  ['trailing blanks', '\\s+$', ' ', 'x'],
  ['dots', '.*.*.*=.*', 'x', ''],
  ['leading any', '^.*a.*a.*a.*$', 'b', ''],
  [
    'an address',
    '^([a-zA-Z0-9])(([\\-.]|[_]+)?([a-zA-Z0-9]+))*(@){1}[a-z0-9]+[.]{1}(([a-z]{2,3})|([a-z]{2,3}[.]{1}[a-z]{2,3}))$',
    'a',
    '!',
  ],
  ['a name', "^([a-zA-Z]+(([',. -][a-zA-Z ])?[a-zA-Z]*)*)$", 'a', '!'],
  ['a Java class', '^(([a-z])+.)+[A-Z]([a-z])+$', 'a', '!'],
  ['a comment', '/\\*([^*]|\\*+[^*/])*\\*+/', '**', ''],
  ['an address of the web', '^(https?://)?([\\da-z.-]+)\\.([a-z.]{2,6})([/\\w .-]*)*/?$', 'a', '!'],
  ['counted and open', '(a{2,}){3,}$', 'a', '!'],
  ['lazy', '^(a+?)+?$', 'a', '!'],
  ['words', '^(\\b\\w+\\b\\s*)+$', 'w ', '!'],
  ['empty loops', '^((a*)*(b*)*)*$', 'ab', '!'],
] as const

describe('patterns on which a backtracking matcher hangs', () => {
  test.each(EXPLOSIVE)(
    '[RX3] %s, %s: 20,000 characters take at most three steps a state and character',
    (_, pattern, piece, end) => {
      expect(patternProblem(pattern)).toBeNull()
      const text = piece.repeat(20_000 / piece.length).slice(0, 20_000 - end.length) + end
      const { steps, states } = stepsOf(pattern, text)
      expect(states).toBeLessThanOrEqual(PATTERN_SIZE + 1)
      expect(steps).toBeLessThanOrEqual(3 * states * (text.length + 1))
    },
  )

  test('[RX3] the largest pattern takes a text of some thousand characters in a bounded number of steps, and no longer text runs', () => {
    const pattern = `(a?){${PATTERN_SIZE / 2 - 20}}b`
    const length = matchLimit(pattern)
    expect(length).toBeGreaterThan(1_000)
    expect(matchPattern(pattern, 'a'.repeat(length), new MatchEffort(Infinity))).toBe('no')
    const { steps, states } = stepsOf(pattern, 'a'.repeat(length))
    expect(states * length).toBeLessThanOrEqual(1_000_000)
    expect(steps).toBeLessThanOrEqual(3 * states * (length + 1))
    expect(matchPattern(pattern, 'a'.repeat(length + 1))).toBe('too-long')
  })

  test('[RX3] ordinary patterns take the longest value, and one that may not be used takes none', () => {
    expect(matchLimit('^[A-Z]{2}-\\d{4}(\\.\\d+)*$')).toBeGreaterThan(20_000)
    expect(matchLimit('(a)\\1')).toBe(0)
  })

  test('[RX3] ten times the text takes about ten times the steps', () => {
    for (const [, pattern, piece, end] of EXPLOSIVE) {
      const [short, long] = [1_000, 10_000].map(
        (length) => stepsOf(pattern, piece.repeat(length) + end).steps,
      )
      expect((long ?? 0) / (short ?? 1)).toBeLessThan(11)
    }
  })
})

describe('the effort of one answer', () => {
  const heavy = `(a?){${PATTERN_SIZE / 2 - 20}}b`
  const text = 'a'.repeat(900)

  test('[RX5] a match stops once the steps run out, at the cost of one character more', () => {
    const program = buildProgram(parsePattern(heavy))
    const { isFound, steps } = runProgram(program, text, 50_000)
    expect(isFound).toBeNull()
    expect(steps).toBeLessThanOrEqual(50_000 + 3 * program.states.length)
  })

  test('[RX5] matches share the effort, and what they leave is used up by the next', () => {
    const effort = new MatchEffort(ANSWER_STEPS)
    expect(matchPattern('^a+$', text, effort)).toBe('yes')
    expect(ANSWER_STEPS - effort.left).toBeLessThan(10 * text.length)
    expect(matchPattern(heavy, text, effort)).toBe('too-much')
    expect(matchPattern('^a+$', text, effort)).toBe('too-much')
    expect(effort.spent).toBeLessThan(2 * ANSWER_STEPS)
  })

  test('[RX5] ordinary texts take a small part of it', () => {
    const effort = new MatchEffort(ANSWER_STEPS)
    const ordinary = [
      ['^[A-Z]{2}-\\d{4}(\\.\\d+)*$', 'AB-1234.5.6'],
      ['^[\\s\\S]{10,480}$', 'word '.repeat(90)],
      ['^https?://[^\\s/]+(/\\S*)?$', `https://example.org/${'path/'.repeat(60)}`],
      ['\\d', 'word '.repeat(400)],
      ["^[\\p{L}\\p{N} .'-]{1,60}$", 'Žilina, Banská Bystrica'.replace(',', '')],
    ] as const
    for (const [pattern, value] of ordinary)
      expect(matchPattern(pattern, value, effort)).not.toBe('too-much')
    expect(ANSWER_STEPS - effort.left).toBeLessThan(ANSWER_STEPS / 10)
  })

  test('[RX6] classes that name properties count more, as JavaScript takes long to read them', () => {
    expect(patternSize('[a-z]')).toBe(1)
    expect(patternSize('\\p{L}')).toBe(1)
    expect(patternSize('[\\p{L}\\p{N}x]')).toBe(101)
    expect(patternProblem(`[${'\\p{L}'.repeat(25)}]`)).toContain('repeats too much')
  })
})

const atom = fc.constantFrom(
  'a',
  'b',
  'c',
  '.',
  '[ab]',
  '[^a]',
  '\\w',
  '\\W',
  '\\d',
  '\\s',
  '\\.',
  'é',
  '😀',
  '\\p{L}',
  '[\\p{Lu}\\p{N}]',
  '\\P{L}',
  '^',
  '$',
  '\\b',
  '\\B',
)
const isAssertion = (source: string): boolean => ['^', '$', '\\b', '\\B'].includes(source)
const quantifier = fc.constantFrom(
  '',
  '',
  '*',
  '+',
  '?',
  '*?',
  '+?',
  '{2}',
  '{0}',
  '{1,3}',
  '{0,2}?',
  '{2,}',
)
const { pattern: anyPattern } = fc.letrec<{ pattern: string; sequence: string; part: string }>(
  (tie) => ({
    pattern: fc
      .array(tie('sequence'), { minLength: 1, maxLength: 3 })
      .map((parts) => parts.join('|')),
    sequence: fc.array(tie('part'), { maxLength: 4 }).map((parts) => parts.join('')),
    part: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc
        .tuple(atom, quantifier)
        .map(([source, times]) => (isAssertion(source) ? source : source + times)),
      fc
        .tuple(tie('pattern'), quantifier, fc.constantFrom('(', '(?:'))
        .map(([source, times, open]) => `${open}${source})${times}`),
    ),
  }),
)
const anyText = fc
  .array(fc.constantFrom('a', 'b', 'c', '1', ' ', '.', '\n', 'é', '😀', '\uD83D', 'Z'), {
    maxLength: 8,
  })
  .map((parts) => parts.join(''))

/**
 * Asks JavaScript's own matcher; null = it backtracks too long. `vm` is needed, because only its
 * timeout stops a match.
 */
const findInJavaScript = (() => {
  const context = createContext({ pattern: '', texts: [] })
  const script = new Script('texts.map((text) => new RegExp(pattern, "u").test(text))')
  return (pattern: string, texts: readonly string[]): unknown[] | null => {
    Object.assign(context, { pattern, texts })
    try {
      return [...script.runInContext(context, { timeout: 500 })]
    } catch (error) {
      // The error belongs to the other context, so `instanceof Error` does not hold.
      if (v.is(TimedOut, error)) return null
      throw error
    }
  }
})()
const TimedOut = v.looseObject({ code: v.literal('ERR_SCRIPT_EXECUTION_TIMEOUT') })

test('[RX4] a pattern matches exactly where JavaScript finds it', () => {
  let used = 0
  fc.assert(
    fc.property(anyPattern, fc.array(anyText, { minLength: 1, maxLength: 6 }), (pattern, all) => {
      if (patternProblem(pattern) !== null) return
      // V8 finds \B inside a character of two code units, contrary to the language specification.
      const texts = all.filter((one) => !pattern.includes('\\B') || !one.includes('😀'))
      const found = findInJavaScript(pattern, texts)
      if (found === null) return
      used++
      expect([pattern, texts, texts.map((text) => matchPattern(pattern, text))]).toEqual([
        pattern,
        texts,
        found.map((isFound) => (isFound === true ? 'yes' : 'no')),
      ])
    }),
    { numRuns: 1_500 },
  )
  // The other patterns are too long or invalid in JavaScript too.
  expect(used).toBeGreaterThan(500)
}, 30_000)

test('[RX4] results do not depend on the cache of patterns', () => {
  for (let i = 0; i < 1_100; i++) expect(matchPattern(`^${i}$`, String(i))).toBe('yes')
  expect(matchPattern('^0$', '1')).toBe('no')
})
