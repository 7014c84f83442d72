import type { PatternNode } from './regex-syntax.ts'

/*
 * Thompson's construction: a pattern becomes states, and a text is read once with the set of all
 * possible states. No state is entered twice at one place of the text, so a match takes at most
 * states × (characters + 1) steps, whatever the pattern.
 */
type Assertion = (PatternNode & { kind: 'assertion' })['at']
type State =
  | { kind: 'character'; atom: number; next: number }
  | { kind: 'assertion'; at: Assertion; next: number }
  | { kind: 'fork'; next: number; other: number }
  | { kind: 'end' }

export interface Program {
  states: readonly State[]
  start: number
  /** One expression per single character, so that classes and escapes have JavaScript's meaning. */
  atoms: readonly RegExp[]
  /** The number of Unicode properties in the classes of the atoms. */
  properties: number
}

/** JavaScript takes as long to parse a class with a Unicode property as for this many states. */
const PROPERTY_SIZE = 50
const PROPERTY = /\\p\{/gi
const propertiesIn = (source: string): number =>
  source.startsWith('[') ? [...source.matchAll(PROPERTY)].length : 0

/**
 * Returns the cost of building a pattern: its states, with repetitions expanded, and its classes.
 */
export function programSize(node: PatternNode): number {
  if (node.kind === 'character') return 1 + PROPERTY_SIZE * propertiesIn(node.source)
  if (node.kind === 'assertion') return 1
  if (node.kind === 'repetition') {
    const size = programSize(node.part)
    return size * node.least + (size + 1) * (node.most === Infinity ? 1 : node.most - node.least)
  }
  const forks = node.kind === 'choice' ? node.parts.length - 1 : 0
  // An empty part has a cost too, because a million repetitions of it take time.
  return Math.max(
    1,
    node.parts.reduce((sum, part) => sum + programSize(part), forks),
  )
}

/** Builds from the end to the start, so that every part knows its next state. */
class Builder {
  readonly states: State[] = [{ kind: 'end' }]
  readonly atoms: RegExp[] = []
  properties = 0
  readonly #atomsBySource = new Map<string, number>()

  build(node: PatternNode, next: number): number {
    if (node.kind === 'character')
      return this.#add({ kind: 'character', atom: this.#atom(node.source), next })
    if (node.kind === 'assertion') return this.#add({ kind: 'assertion', at: node.at, next })
    if (node.kind === 'repetition') return this.#repeat(node, next)
    if (node.kind === 'sequence')
      return node.parts.reduceRight((follower, part) => this.build(part, follower), next)
    return node.parts
      .map((part) => this.build(part, next))
      .reduceRight((other, first) => this.#add({ kind: 'fork', next: first, other }))
  }

  #repeat({ part, least, most }: PatternNode & { kind: 'repetition' }, next: number): number {
    let start = most === Infinity ? this.#loop(part, next) : next
    if (most !== Infinity) {
      for (let count = least; count < most; count++)
        start = this.#add({ kind: 'fork', next: this.build(part, start), other: next })
    }
    for (let count = 0; count < least; count++) start = this.build(part, start)
    return start
  }

  #loop(part: PatternNode, next: number): number {
    const fork = { kind: 'fork' as const, next: 0, other: next }
    const at = this.#add(fork)
    fork.next = this.build(part, at)
    return at
  }

  #atom(source: string): number {
    const known = this.#atomsBySource.get(source)
    if (known !== undefined) return known
    this.#atomsBySource.set(source, this.atoms.length)
    this.properties += propertiesIn(source)
    return this.atoms.push(new RegExp(`^${source}$`, 'u')) - 1
  }

  #add(state: State): number {
    return this.states.push(state) - 1
  }
}

export function buildProgram(node: PatternNode): Program {
  const builder = new Builder()
  const start = builder.build(node, 0)
  return { states: builder.states, start, atoms: builder.atoms, properties: builder.properties }
}

const WORD = /^\w$/
const isWord = (character: string | undefined): boolean =>
  character !== undefined && WORD.test(character)

const HOLDS: Record<Assertion, (before: string | undefined, after: string | undefined) => boolean> =
  {
    start: (before) => before === undefined,
    end: (_, after) => after === undefined,
    boundary: (before, after) => isWord(before) !== isWord(after),
    noBoundary: (before, after) => isWord(before) === isWord(after),
  }

/** The cost, in steps, of testing one character with JavaScript's matcher. */
const EXPRESSION_STEPS = 3

interface Position {
  place: number
  /** The characters around the place; undefined at the start or end of the text. */
  before: string | undefined
  after: string | undefined
}

class Run {
  steps = 0
  readonly #program: Program
  /** By state: the place in the text at which it was last entered. */
  readonly #entered: Int32Array
  readonly #accepts = new Map<string, Int8Array>()

  constructor(program: Program) {
    this.#program = program
    this.#entered = new Int32Array(program.states.length).fill(-1)
  }

  /**
   * Follows forks and assertions from a state, and adds to `waiting` the states that read a
   * character. Returns true if the end is reached.
   */
  enter(from: number, waiting: number[], { place, before, after }: Position): boolean {
    const open = [from]
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      this.steps++
      if (this.#entered[at] === place) continue
      this.#entered[at] = place
      const state = this.#program.states[at]
      if (state === undefined || state.kind === 'end') return true
      if (state.kind === 'character') waiting.push(at)
      else if (state.kind === 'fork') open.push(state.other, state.next)
      else if (HOLDS[state.at](before, after)) open.push(state.next)
    }
    return false
  }

  /** Returns the state after a waiting one if it accepts the character; null = it does not. */
  follow(at: number, character: string): number | null {
    this.steps++
    const state = this.#program.states[at]
    return state?.kind === 'character' && this.#isAccepted(state.atom, character)
      ? state.next
      : null
  }

  #isAccepted(atom: number, character: string): boolean {
    let answers = this.#accepts.get(character)
    if (answers === undefined)
      this.#accepts.set(character, (answers = new Int8Array(this.#program.atoms.length)))
    if (answers[atom] !== 0) return answers[atom] === 1
    this.steps += EXPRESSION_STEPS
    answers[atom] = this.#program.atoms[atom]?.test(character) === true ? 1 : -1
    return answers[atom] === 1
  }
}

export interface Outcome {
  /** Null = the steps ran out first. */
  isFound: boolean | null
  steps: number
}

/**
 * Searches the text for the pattern. Stops after `mostSteps`, plus at most the steps of one more
 * character. The number of steps depends on pattern and text alone, so that every machine gives the
 * same answer.
 */
export function runProgram(program: Program, text: string, mostSteps = Infinity): Outcome {
  const run = new Run(program)
  const characters = [...text]
  let waiting: number[] = []
  for (let place = 0; place <= characters.length; place++) {
    if (run.steps > mostSteps) return { isFound: null, steps: run.steps }
    const before = characters[place - 1]
    const position = { place, before, after: characters[place] }
    const next: number[] = []
    for (const at of waiting) {
      const follower = before === undefined ? null : run.follow(at, before)
      if (follower !== null && run.enter(follower, next, position))
        return { isFound: true, steps: run.steps }
    }
    if (run.enter(program.start, next, position)) return { isFound: true, steps: run.steps }
    waiting = next
  }
  return { isFound: false, steps: run.steps }
}
