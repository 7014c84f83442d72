import { MatchEffort } from '../definition/match-effort.ts'
import { buildProgram, type Program, programSize, runProgram } from './regex-program.ts'
import { parsePattern, type PatternNode, PatternProblem } from './regex-syntax.ts'

/*
 * Patterns come from users and run on the server and on other people's devices. JavaScript's
 * matcher backtracks and cannot be stopped, so regex-program.ts matches them in linear time, and
 * constructs that need backtracking are refused.
 */
export const PATTERN_LENGTH = 200
/** The largest size of one pattern, and of all distinct patterns of a requirement. */
export const PATTERN_SIZE = 1_000
export const PATTERN_SIZES = 5_000
/** The most states × characters of one match; `match-effort.ts` bounds the sum of all matches. */
const MATCH_LIMIT = 1_000_000
/** The total size of the cached patterns; the least recently used one is evicted first. */
const KEPT_SIZE = 100_000

type Read =
  | { kind: 'usable'; tree: PatternNode; size: number; program: Program | null }
  | { kind: 'unusable'; problem: string; size: number }
const UNUSABLE_SIZE = 10

const kept = new Map<string, Read>()
let keptSize = 0

const compiles = (source: string): boolean => {
  try {
    return new RegExp(source, 'u') instanceof RegExp
  } catch {
    return false
  }
}

const ESCAPE = /\\(?:p\{([^}]*)\}|.)/gisu
/** Caches only existing properties, so that patterns cannot make it grow. */
const properties = new Set<string>()
const isProperty = (name: string): boolean => {
  if (!properties.has(name) && compiles(`\\p{${name}}`)) properties.add(name)
  return properties.has(name)
}

/**
 * Tells whether JavaScript accepts the pattern. A class with properties takes JavaScript as long as
 * 100 others, so another escape replaces each property here.
 */
const isExpression = (pattern: string): boolean =>
  compiles(
    pattern.replace(ESCAPE, (escape, name: string | undefined) =>
      name !== undefined && isProperty(name) ? '\\d' : escape,
    ),
  )

const unusable = (problem: string): Read => ({ kind: 'unusable', problem, size: UNUSABLE_SIZE })

function read(pattern: string): Read {
  if (pattern.length > PATTERN_LENGTH)
    return unusable(`is longer than ${PATTERN_LENGTH} characters; shorten it`)
  try {
    const tree = parsePattern(pattern)
    const size = programSize(tree)
    if (size > PATTERN_SIZE) return unusable('repeats too much; use smaller numbers of repetitions')
    if (!isExpression(pattern)) return unusable('is not a regular expression')
    return { kind: 'usable', tree, size, program: null }
  } catch (error) {
    if (error instanceof PatternProblem) return unusable(error.message)
    throw error
  }
}

function keep(pattern: string, found: Read): Read {
  if (pattern.length > PATTERN_LENGTH) return found
  kept.set(pattern, found)
  keptSize += found.size
  for (const [oldest, { size }] of kept) {
    if (keptSize <= KEPT_SIZE) break
    kept.delete(oldest)
    keptSize -= size
  }
  return found
}

function readPattern(pattern: string): Read {
  const known = kept.get(pattern)
  if (known === undefined) return keep(pattern, read(pattern))
  kept.delete(pattern)
  kept.set(pattern, known)
  return known
}

/** Returns the problem of a pattern, completing "it …"; null = usable. */
export function patternProblem(pattern: string): string | null {
  const found = readPattern(pattern)
  return found.kind === 'unusable' ? found.problem : null
}

/** Returns the size of a pattern among those of its requirement; 0 = refused anyway. */
export function patternSize(pattern: string): number {
  const found = readPattern(pattern)
  return found.kind === 'unusable' ? 0 : found.size
}

/**
 * Returns the longest text that can be matched. It is below 20,000, the longest value, only for
 * patterns of more than 50 characters or repetitions.
 */
export function matchLimit(pattern: string): number {
  const found = readPattern(pattern)
  return found.kind === 'unusable' ? 0 : Math.floor(MATCH_LIMIT / (found.size + 1))
}

export type Match = 'yes' | 'no' | 'too-long' | 'too-much' | 'unusable'

/**
 * Tells whether the pattern occurs in the text, with the result of `new RegExp(pattern,
 * 'u').test(text)`, in linear time; `too-much` = the effort ran out.
 */
export function matchPattern(pattern: string, text: string, effort = new MatchEffort()): Match {
  if (effort.left <= 0) return 'too-much'
  const found = readPattern(pattern)
  if (found.kind === 'unusable') return 'unusable'
  if (text.length > matchLimit(pattern)) return 'too-long'
  if (found.program === null) {
    found.program = buildProgram(found.tree)
    effort.takeBuild({ states: found.program.states.length, properties: found.program.properties })
  }
  const { isFound, steps } = runProgram(found.program, text, effort.left)
  effort.takeSteps(steps)
  return isFound === null ? 'too-much' : isFound ? 'yes' : 'no'
}
