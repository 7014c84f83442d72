import type { Socket } from 'node:net'
import type { Random } from '../sync/simulator/random.ts'
import { FAST, type LineConditions } from './tcp-faults.ts'

/** One direction of the line: the bytes of all connections leave in one queue. */
export class Line {
  conditions: LineConditions = FAST
  readonly #random: Random
  #freeAt = 0

  constructor(random: Random) {
    this.#random = random
  }

  /** @returns when bytes sent now arrive at the other end, ms of `performance.now()` */
  arrival(bytes: number): number {
    const { latencyMs, jitterMs, bytesPerSecond } = this.conditions
    const start = Math.max(performance.now(), this.#freeAt)
    this.#freeAt = bytesPerSecond === null ? 0 : start + (bytes / bytesPerSecond) * 1_000
    return Math.max(start, this.#freeAt) + latencyMs + this.#random.next() * jitterMs
  }
}

/** Limit for bytes in flight per connection; beyond it the sender is not read. */
const WINDOW_BYTES = 65_536
/** A slow line carries packets, not whole requests. */
const PACKET_BYTES = 1_460

export interface Lane {
  /** Stops every byte, those in flight included. */
  silence(): void
  /** Lets bytes in flight arrive, then ends in order. */
  finish(): void
}
/** How many of the next bytes may pass, and the fault that strikes right after them. */
export type Admission = (bytes: number) => { passed: number; strike: (() => void) | null }

/** Carries the bytes of one direction of one connection, in order. */
export const createLane = (from: Socket, to: Socket, line: Line, admit: Admission): Lane => {
  const under: { at: number; bytes: Buffer | null }[] = []
  let underBytes = 0
  let lastAt = 0
  let isSilent = false
  let isEnded = false
  let timer: NodeJS.Timeout | undefined

  const send = (bytes: Buffer | null): void => {
    // Jitter changes the pace and never the order, as in TCP.
    lastAt = Math.max(lastAt, line.arrival(bytes?.length ?? 0))
    under.push({ at: lastAt, bytes })
    underBytes += bytes?.length ?? 0
    deliver()
  }
  const deliver = (): void => {
    clearTimeout(timer)
    if (isSilent) return
    for (let next = under[0]; next !== undefined && next.at <= performance.now(); next = under[0]) {
      under.shift()
      underBytes -= next.bytes?.length ?? 0
      if (to.destroyed || to.writableEnded) continue
      if (next.bytes === null) to.end()
      else to.write(next.bytes)
    }
    if (under[0] !== undefined)
      timer = setTimeout(deliver, Math.max(0, under[0].at - performance.now()))
    regulate()
  }
  const regulate = (): void => {
    if (underBytes + to.writableLength > WINDOW_BYTES && !to.destroyed) from.pause()
    else from.resume()
  }
  const finish = (): void => {
    if (isEnded) return
    isEnded = true
    send(null)
  }
  to.on('drain', regulate)
  from.on('data', (chunk: Buffer) => {
    if (isSilent || isEnded) return
    const { passed, strike } = admit(chunk.length)
    for (let start = 0; start < passed; start += PACKET_BYTES)
      send(chunk.subarray(start, Math.min(start + PACKET_BYTES, passed)))
    strike?.()
  })
  from.on('end', finish)
  return {
    finish,
    silence: () => {
      isSilent = true
      clearTimeout(timer)
      // Keep reading, so that the sender is not held up and notices nothing.
      from.resume()
    },
  }
}
