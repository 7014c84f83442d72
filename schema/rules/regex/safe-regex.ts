import { MatchEffort } from '../definition/match-effort.ts'
import { buildProgram, type Program, programSize, runProgram } from './regex-program.ts'
import { parsePattern, type PatternNode, PatternProblem } from './regex-syntax.ts'

/*
 * Patterns come from users and run on the server and on everybody's device. JavaScript's own matcher backtracks and cannot be stopped, so it never
 * runs them: they are matched in linear time by regex-program.ts, and what only a backtracking matcher can do is refused.
 */
export const PATTERN_LENGTH = 200
/** Size of one pattern at most, and of all different ones of a requirement. */
export const PATTERN_SIZE = 1_000
export const PATTERN_SIZES = 5_000
/** States × characters of one match at most; `match-effort.ts` bounds what all matches take. */
const MATCH_LIMIT = 1_000_000
/** Sizes of the patterns that are kept; what has not been used for longest goes first. */
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
/** Of properties that exist, so that no pattern makes it grow. */
const properties = new Set<string>()
const isProperty = (name: string): boolean => {
  if (!properties.has(name) && compiles(`\\p{${name}}`)) properties.add(name)
  return properties.has(name)
}

/**
 * Whether JavaScript knows the pattern. A class with properties takes it as long as 100 others, so
 * that it reads another escape in their place.
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

/** What is wrong with a pattern, completing "it …"; null = it may be used. */
export function patternProblem(pattern: string): string | null {
  const found = readPattern(pattern)
  return found.kind === 'unusable' ? found.problem : null
}

/** What a pattern counts among those of its requirement; 0 for one that is refused anyway. */
export function patternSize(pattern: string): number {
  const found = readPattern(pattern)
  return found.kind === 'unusable' ? 0 : found.size
}

/**
 * How long a text may be at most to be matched; below 20,000, the longest value, only for patterns
 * of more than 50 characters or repetitions.
 */
export function matchLimit(pattern: string): number {
  const found = readPattern(pattern)
  return found.kind === 'unusable' ? 0 : Math.floor(MATCH_LIMIT / (found.size + 1))
}

export type Match = 'yes' | 'no' | 'too-long' | 'too-much' | 'unusable'

/**
 * Whether the pattern is found in the text, as `new RegExp(pattern, 'u').test(text)` says, in time
 * linear in the text; `too-much` = the effort ran out.
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
