import { createRandom, type Random } from '../sync/simulator/random.ts'

/** `up` = from the client to the server. */
export type Direction = 'up' | 'down'
/**
 * Strikes after this many bytes of one direction, exact to the byte, or this long after the
 * connection was accepted.
 */
export type FaultMoment = { direction: Direction; bytes: number } | { afterMs: number }

/** The fault of one connection; it strikes at most once. */
export type Fault =
  /** Resets before any byte has passed. */
  | { kind: 'refuse' }
  /** Closes both ends in order (FIN); bytes in flight still arrive. */
  | { kind: 'cut'; at: FaultMoment }
  /** Sends an RST to both ends; bytes in flight are lost. */
  | { kind: 'reset'; at: FaultMoment }
  /**
   * The receiver sees an orderly end in the middle of the data; the sender learns of it only when
   * the receiver closes.
   */
  | { kind: 'truncate'; at: { direction: Direction; bytes: number } }
  /**
   * No byte passes any more. The unaware end is told nothing, the other end gets an RST; with
   * `both`, neither end is told.
   */
  | { kind: 'half-open'; unaware: 'client' | 'server' | 'both'; at: FaultMoment }

/** Conditions of the line, which all connections share. All null or 0 = full speed. */
export interface LineConditions {
  latencyMs: number
  jitterMs: number
  bytesPerSecond: number | null
}
export const FAST: LineConditions = { latencyMs: 0, jitterMs: 0, bytesPerSecond: null }

/** The fault of the n-th connection, counted from 0; null = no fault. */
export type FaultOf = (connection: number) => Fault | null
export interface FaultSchedule {
  line: LineConditions
  faultOf: FaultOf
}

/** Share of connections without a fault, and how far into the others a fault strikes. */
export interface FaultMix {
  spared: number
  mostBytes: number
  mostMs: number
  mostLatencyMs: number
}
const USUAL: FaultMix = { spared: 0.3, mostBytes: 20_000, mostMs: 1_500, mostLatencyMs: 40 }

/**
 * Builds the same schedule from the same seed, whatever the timing: each connection has its own
 * random source.
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
