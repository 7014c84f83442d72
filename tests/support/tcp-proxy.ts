import { connect, createServer, type Server, type Socket } from 'node:net'
import { createRandom } from '../sync/simulator/random.ts'
import {
  type Direction,
  FAST,
  type Fault,
  type FaultMoment,
  type FaultOf,
  type FaultSchedule,
  type LineConditions,
} from './tcp-faults.ts'
import { type Admission, createLane, type Lane, Line } from './tcp-lane.ts'

export interface TcpProxy {
  readonly url: string
  readonly port: number
  /** Faults that have struck so far, oldest first. */
  readonly struck: readonly Fault[]
  /** Sets latency, jitter and bandwidth from now on, for open connections too. */
  setLine(conditions: Partial<LineConditions>): void
  /** Sets the faults of connections accepted from now on; the first has number 0. */
  setFaults(faultOf: FaultOf): void
  /** Sets line and faults from a schedule. */
  follow(schedule: FaultSchedule): void
  /** Points the proxy to the server's new port. */
  setTarget(port: number): void
  /**
   * Passes everything at full speed from now on. Connections with a fault are reset, as by a router
   * that comes back.
   */
  heal(): void
  close(): Promise<void>
}

/**
 * A TCP proxy that delays, slows, cuts, resets, truncates and half-opens connections by schedule,
 * for HTTP and websockets alike. `cut-proxy.ts` is the one that a test controls by hand.
 */
export const startTcpProxy = async (
  targetPort: number,
  { port = 0, seed = 1 }: { port?: number; seed?: number } = {},
): Promise<TcpProxy> => {
  const lines: Record<Direction, Line> = {
    up: new Line(createRandom(seed)),
    down: new Line(createRandom(seed + 1)),
  }
  const connections = new Set<Connection>()
  const struck: Fault[] = []
  let target = targetPort
  let faultOf: FaultOf = () => null
  let taken = 0

  const listener = createServer({ allowHalfOpen: true, noDelay: true }, (inside) => {
    const fault = faultOf(taken++)
    if (fault?.kind === 'refuse') struck.push(fault)
    if (fault?.kind === 'refuse') return void inside.on('error', ignore).resetAndDestroy()
    const connection = join(
      inside,
      connect({ port: target, host: '127.0.0.1', allowHalfOpen: true, noDelay: true }),
      lines,
      fault,
      () => fault && struck.push(fault),
    )
    connections.add(connection)
    connection.closed.then(() => connections.delete(connection), ignore)
  })
  const setLine = (conditions: Partial<LineConditions>): void => {
    for (const line of Object.values(lines)) line.conditions = { ...line.conditions, ...conditions }
  }
  const setFaults = (next: FaultOf): void => {
    faultOf = next
    taken = 0
  }
  const bound = await listen(listener, port)
  return {
    port: bound,
    url: `http://127.0.0.1:${bound}`,
    struck,
    setLine,
    setFaults,
    follow: (schedule) => {
      setLine(schedule.line)
      setFaults(schedule.faultOf)
    },
    setTarget: (next) => {
      target = next
    },
    heal: () => {
      setLine(FAST)
      setFaults(() => null)
      for (const connection of connections) if (connection.hasFault) connection.reset()
    },
    close: () => {
      for (const connection of connections) connection.reset()
      return new Promise((resolve) => listener.close(() => resolve()))
    },
  }
}

const ignore = (): void => undefined

const listen = (listener: Server, port: number): Promise<number> =>
  new Promise((resolve, reject) => {
    listener.once('error', reject)
    listener.listen(port, '127.0.0.1', () => {
      const address = listener.address()
      if (address && typeof address === 'object') resolve(address.port)
    })
  })

interface Connection {
  readonly hasFault: boolean
  readonly closed: Promise<unknown>
  reset(): void
}

const join = (
  inside: Socket,
  outside: Socket,
  lines: Record<Direction, Line>,
  fault: Exclude<Fault, { kind: 'refuse' }> | null,
  onStruck: () => void,
): Connection => {
  let isStruck = false
  const reset = (): void => {
    for (const socket of [inside, outside]) socket.resetAndDestroy()
  }
  const strike = (): void => {
    if (isStruck || fault === null) return
    isStruck = true
    onStruck()
    apply(fault, { inside, outside, lanes, reset })
  }
  const lanes: Record<Direction, Lane> = {
    up: createLane(inside, outside, lines.up, admission('up', fault, strike)),
    down: createLane(outside, inside, lines.down, admission('down', fault, strike)),
  }
  const timer =
    fault !== null && 'afterMs' in fault.at ? setTimeout(strike, fault.at.afterMs) : undefined
  const settled = [
    [inside, outside],
    [outside, inside],
  ].map(
    ([one, other]) =>
      new Promise<void>((resolve) => {
        one?.on('error', () => {
          // A half-open end does not learn what happened to the other end.
          if (!(isStruck && fault?.kind === 'half-open')) other?.resetAndDestroy()
        })
        one?.once('close', () => {
          clearTimeout(timer)
          resolve()
        })
      }),
  )
  return { hasFault: fault !== null, closed: Promise.all(settled), reset }
}

const admission = (
  direction: Direction,
  fault: { at: FaultMoment } | null,
  strike: () => void,
): Admission => {
  if (fault === null || !('bytes' in fault.at) || fault.at.direction !== direction)
    return (bytes) => ({ passed: bytes, strike: null })
  let left = fault.at.bytes
  return (bytes) => {
    const passed = Math.min(left, bytes)
    left -= passed
    return left > 0 ? { passed, strike: null } : { passed, strike }
  }
}

interface Struck {
  inside: Socket
  outside: Socket
  lanes: Record<Direction, Lane>
  reset: () => void
}

const apply = (
  fault: Exclude<Fault, { kind: 'refuse' }>,
  { inside, outside, lanes, reset }: Struck,
): void => {
  switch (fault.kind) {
    case 'reset':
      return reset()
    case 'truncate':
      return lanes[fault.at.direction].finish()
    case 'cut':
      lanes.up.finish()
      lanes.down.finish()
      return
    case 'half-open':
      lanes.up.silence()
      lanes.down.silence()
      if (fault.unaware === 'client') outside.resetAndDestroy()
      if (fault.unaware === 'server') inside.resetAndDestroy()
      return
  }
}
