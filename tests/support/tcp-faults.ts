import { createRandom, type Random } from '../sync/simulator/random.ts'

/** `up` = from the client to the server. */
export type Direction = 'up' | 'down'
/**
 * After so many bytes of one direction, counted to the byte, or so long after the connection was
 * taken.
 */
export type FaultMoment = { direction: Direction; bytes: number } | { afterMs: number }

/** What befalls one connection, at most once. */
export type Fault =
  /** Reset before a byte has passed. */
  | { kind: 'refuse' }
  /** Both ends are closed in order (FIN); what is under way still arrives. */
  | { kind: 'cut'; at: FaultMoment }
  /** Both ends get an RST; what is under way is lost. */
  | { kind: 'reset'; at: FaultMoment }
  /**
   * The receiver sees an orderly end in the middle of what was sent; the sender learns of nothing
   * until it is closed by the other end.
   */
  | { kind: 'truncate'; at: { direction: Direction; bytes: number } }
  /**
   * No byte passes any more and the named end is told nothing; the other one gets an RST, `both` =
   * neither is.
   */
  | { kind: 'half-open'; unaware: 'client' | 'server' | 'both'; at: FaultMoment }

/** Of the line, shared by all connections. Everything null or 0 = as fast as it goes. */
export interface LineConditions {
  latencyMs: number
  jitterMs: number
  bytesPerSecond: number | null
}
export const FAST: LineConditions = { latencyMs: 0, jitterMs: 0, bytesPerSecond: null }

/** The fault of the n-th connection, n from 0; null = none. */
export type FaultOf = (connection: number) => Fault | null
export interface FaultSchedule {
  line: LineConditions
  faultOf: FaultOf
}

/** How often a connection is spared, and how far into it a fault strikes. */
export interface FaultMix {
  spared: number
  mostBytes: number
  mostMs: number
  mostLatencyMs: number
}
const USUAL: FaultMix = { spared: 0.3, mostBytes: 20_000, mostMs: 1_500, mostLatencyMs: 40 }

/**
 * The same seed gives the same schedule, whatever the timing: each connection draws from a source
 * of its own.
 */
export const seededSchedule = (seed: number, mix: Partial<FaultMix> = {}): FaultSchedule => {
  const whole = { ...USUAL, ...mix }
  return {
    line: drawLine(createRandom(seed), whole),
    faultOf: (connection) => drawFault(createRandom(seed * 1_000_003 + connection), whole),
  }
}

const drawLine = (random: Random, { mostLatencyMs }: FaultMix): LineConditions => ({
  latencyMs: random.below(mostLatencyMs),
  jitterMs: random.below(mostLatencyMs),
  bytesPerSecond: random.chance(0.3) ? 20_000 + random.below(200_000) : null,
})

const drawFault = (random: Random, mix: FaultMix): Fault | null => {
  if (random.chance(mix.spared)) return null
  const kind = random.pick(['refuse', 'cut', 'reset', 'truncate', 'half-open'] as const)
  const inBytes = {
    direction: random.pick(['up', 'down'] as const),
    bytes: 1 + random.below(mix.mostBytes),
  }
  const at: FaultMoment = random.chance(0.5) ? inBytes : { afterMs: random.below(mix.mostMs) }
  switch (kind) {
    case 'refuse':
      return { kind }
    case 'cut':
      return { kind, at }
    case 'reset':
      return { kind, at }
    case 'truncate':
      return { kind, at: inBytes }
    case 'half-open':
      return { kind, unaware: random.pick(['client', 'server', 'both'] as const), at }
  }
}
