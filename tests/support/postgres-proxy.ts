import { connect, createServer, type Socket } from 'node:net'

export interface PostgresFault {
  /** Ends each connection once so many messages have passed in this direction. */
  cut?: { direction: 'up' | 'down'; after: number }
  /** Replaces this text in statements; both have the same length in bytes. */
  spoil?: { text: string; by: string }
}

export interface PostgresProxy {
  readonly port: number
  /** Faults of connections that open from now on. */
  setFault(fault: PostgresFault): void
  /** Messages of the last connection that have passed in each direction. */
  passed(): Readonly<Record<'up' | 'down', number>>
  /** How often a client sent something while no answer was under way to it; all connections. */
  flights(): number
  close(): Promise<void>
}

/** Messages that PostgreSQL answers with READY: Query and Sync. */
const ASKS = new Set(['Q', 'S'])
const READY = 'Z'

/** Splits a stream into messages: a letter and a length; the first of a client has no letter. */
const messagesOf = (isClient: boolean): ((chunk: Buffer) => Buffer[]) => {
  let rest = Buffer.alloc(0)
  let hasLetter = !isClient
  return (chunk) => {
    rest = Buffer.concat([rest, chunk])
    const messages: Buffer[] = []
    for (;;) {
      const letter = Number(hasLetter)
      if (rest.length < letter + 4) return messages
      const bytes = letter + rest.readUInt32BE(letter)
      if (rest.length < bytes) return messages
      messages.push(rest.subarray(0, bytes))
      rest = rest.subarray(bytes)
      hasLetter = true
    }
  }
}

/** A proxy in front of PostgreSQL that knows where messages end. */
export const startPostgresProxy = async (targetPort: number): Promise<PostgresProxy> => {
  const sockets = new Set<Socket>()
  let fault: PostgresFault = {}
  let passed = { up: 0, down: 0 }
  let flights = 0
  const listener = createServer((inside) => {
    const outside = connect(targetPort, '127.0.0.1')
    const { cut, spoil } = fault
    const counted = { up: 0, down: 0 }
    passed = counted
    let underWay = 0
    const follow = (letter: string, direction: 'up' | 'down'): void => {
      // The first READY ends the start of the connection.
      if (direction === 'down') underWay = Math.max(0, underWay - (letter === READY ? 1 : 0))
      else if (ASKS.has(letter)) {
        if (underWay === 0) flights += 1
        underWay += 1
      }
    }
    const end = (): void => {
      for (const socket of [inside, outside]) socket.destroy()
    }
    const pass = (from: Socket, to: Socket, direction: 'up' | 'down'): void => {
      const split = messagesOf(direction === 'up')
      sockets.add(from)
      from.on('error', end)
      from.on('close', () => {
        sockets.delete(from)
        to.end()
      })
      from.on('data', (chunk) => {
        for (const message of split(chunk)) {
          const isCut = cut?.direction === direction && counted[direction] >= cut.after
          // What was sent before still arrives, as from a process that died.
          if (isCut) return void (direction === 'up' ? to.end() : end())
          counted[direction] += 1
          follow(String.fromCharCode(message[0] ?? 0), direction)
          const at = spoil === undefined ? -1 : message.indexOf(spoil.text)
          if (at >= 0) message.write(spoil?.by ?? '', at)
          to.write(message)
        }
      })
    }
    pass(inside, outside, 'up')
    pass(outside, inside, 'down')
  })
  const port = await new Promise<number>((resolve, reject) => {
    listener.once('error', reject)
    listener.listen(0, '127.0.0.1', () => {
      const address = listener.address()
      if (address !== null && typeof address === 'object') resolve(address.port)
    })
  })
  return {
    port,
    setFault: (next) => {
      fault = next
    },
    passed: () => passed,
    flights: () => flights,
    close: () => {
      for (const socket of sockets) socket.destroy()
      return new Promise((resolve) => listener.close(() => resolve()))
    },
  }
}
