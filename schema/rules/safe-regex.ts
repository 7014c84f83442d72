import { buildProgram, type Program, programSize, runProgram } from './regex-program.ts'
import { parsePattern, PatternProblem } from './regex-syntax.ts'

/*
 * Patterns come from users and run on the server and on everybody's device. JavaScript's own matcher backtracks and cannot be stopped, so it never
 * runs them: they are matched in linear time by regex-program.ts, and what only a backtracking matcher can do is refused.
 */
export const PATTERN_LENGTH = 200
export const STATE_LIMIT = 1_000
/** States × characters of one match at most, some tens of milliseconds: a submit checks hundreds of answers in one go. */
const MATCH_LIMIT = 1_000_000
const CACHE_LIMIT = 500

type Compiled = { program: Program } | { problem: string }
const compiled = new Map<string, Compiled>()

const isExpression = (pattern: string): boolean => {
  try {
    return new RegExp(pattern, 'u') instanceof RegExp
  } catch {
    return false
  }
}

function compile(pattern: string): Compiled {
  if (pattern.length > PATTERN_LENGTH) return { problem: `is longer than ${PATTERN_LENGTH} characters` }
  if (!isExpression(pattern)) return { problem: 'is not a regular expression' }
  try {
    const tree = parsePattern(pattern)
    return programSize(tree) > STATE_LIMIT ? { problem: 'repeats too much' } : { program: buildProgram(tree) }
  } catch (error) {
    if (error instanceof PatternProblem) return { problem: error.message }
    throw error
  }
}

function compiledPattern(pattern: string): Compiled {
  const known = compiled.get(pattern)
  if (known !== undefined) return known
  if (compiled.size >= CACHE_LIMIT) compiled.clear()
  const fresh = compile(pattern)
  compiled.set(pattern, fresh)
  return fresh
}

/** What is wrong with a pattern, completing "it …"; null = it may be used. */
export function patternProblem(pattern: string): string | null {
  const found = compiledPattern(pattern)
  return 'problem' in found ? found.problem : null
}

/** How long a text may be at most to be matched; below 20,000, the longest value, only for patterns of more than 50 characters or repetitions. */
export function matchLimit(pattern: string): number {
  const found = compiledPattern(pattern)
  return 'problem' in found ? 0 : Math.floor(MATCH_LIMIT / found.program.states.length)
}

export type Match = 'yes' | 'no' | 'too-long' | 'unusable'

/** Whether the pattern is found in the text, as `new RegExp(pattern, 'u').test(text)` says, in time linear in the text. */
export function matchPattern(pattern: string, text: string): Match {
  const found = compiledPattern(pattern)
  if ('problem' in found) return 'unusable'
  if (text.length > matchLimit(pattern)) return 'too-long'
  return runProgram(found.program, text).isFound ? 'yes' : 'no'
}
