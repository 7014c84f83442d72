/** A pattern as a tree, without back references and lookaround, which have no linear matcher. */
export type PatternNode =
  /** One character that the source (a literal, an escape or a class) accepts. */
  | { kind: 'character'; source: string }
  | { kind: 'assertion'; at: 'start' | 'end' | 'boundary' | 'noBoundary' }
  | { kind: 'sequence'; parts: PatternNode[] }
  | { kind: 'choice'; parts: PatternNode[] }
  /** `most` is Infinity for an open repetition. */
  | { kind: 'repetition'; part: PatternNode; least: number; most: number }

const ASSERTIONS: Readonly<Record<string, (PatternNode & { kind: 'assertion' })['at']>> = {
  '^': 'start',
  $: 'end',
  '\\b': 'boundary',
  '\\B': 'noBoundary',
}
const ASSERTION = /[\^$]|\\[bB]/uy
const GROUP = /\((?:\?(?:<[^=!][^>]*>|:))?/uy
const QUANTIFIER = /(?:[*+?]|\{(\d+)(,?)(\d*)\})\??/uy
// Two escaped surrogates are one character.
const CHARACTER =
  /\[(?:\\.|[^\]\\])*\]|\\(?:u\{[\da-f]+\}|u[d][89ab][\da-f]{2}\\u[d][c-f][\da-f]{2}|u[\da-f]{4}|x[\da-f]{2}|c[a-z]|p\{[^}]*\}|.)|./isuy

/**
 * Constructs that the tree cannot express. Each message completes "it …" and tells how to fix the
 * pattern.
 */
const REFUSED: readonly [RegExp, string][] = [
  [/\\(?:[1-9]|k)/y, 'refers back to a group; write the group out'],
  [/\(\?<?[=!]/y, 'looks ahead or behind; use several expressions instead'],
  [/\(\?(?![:<])/y, 'sets flags for a part; write out both cases'],
]

export class PatternProblem extends Error {}

class Reader {
  #at = 0
  readonly #text: string

  constructor(text: string) {
    this.#text = text
  }

  /** Matches the sticky expression here and moves past it; null = no match. */
  take(expression: RegExp): RegExpExecArray | null {
    expression.lastIndex = this.#at
    const found = expression.exec(this.#text)
    if (found !== null) this.#at += found[0].length
    return found
  }

  next(): string {
    return this.#text.charAt(this.#at)
  }

  skip(): void {
    this.#at += 1
  }
}

function readChoice(reader: Reader): PatternNode {
  const parts = [readSequence(reader)]
  while (reader.next() === '|') {
    reader.skip()
    parts.push(readSequence(reader))
  }
  const [only] = parts
  return only !== undefined && parts.length === 1 ? only : { kind: 'choice', parts }
}

function readSequence(reader: Reader): PatternNode {
  const parts: PatternNode[] = []
  while (!['', '|', ')'].includes(reader.next())) parts.push(readRepetition(reader))
  return { kind: 'sequence', parts }
}

function readRepetition(reader: Reader): PatternNode {
  const part = readPart(reader)
  const quantifier = reader.take(QUANTIFIER)
  if (quantifier === null) return part
  const [text, low, comma, high] = quantifier
  if (low === undefined)
    return {
      kind: 'repetition',
      part,
      least: text.startsWith('+') ? 1 : 0,
      most: text.startsWith('?') ? 1 : Infinity,
    }
  const least = Number(low)
  return {
    kind: 'repetition',
    part,
    least,
    most: comma === '' ? least : high === '' ? Infinity : Number(high),
  }
}

function readPart(reader: Reader): PatternNode {
  for (const [expression, problem] of REFUSED)
    if (reader.take(expression) !== null) throw new PatternProblem(problem)
  const assertion = ASSERTIONS[reader.take(ASSERTION)?.[0] ?? '']
  if (assertion !== undefined) return { kind: 'assertion', at: assertion }
  if (reader.take(GROUP) === null)
    return { kind: 'character', source: reader.take(CHARACTER)?.[0] ?? '' }
  const inner = readChoice(reader)
  reader.skip()
  return inner
}

/**
 * Parses a pattern that `new RegExp(pattern, 'u')` accepts; throws PatternProblem if it needs more
 * than a linear matcher.
 */
export const parsePattern = (pattern: string): PatternNode => readChoice(new Reader(pattern))
