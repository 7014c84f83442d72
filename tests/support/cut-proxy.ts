import { connect, createServer, type Socket } from 'node:net'

export interface CutProxy {
  readonly url: string
  readonly port: number
  /** Resets open connections, websockets included, and refuses new ones. */
  cut(): void
  /** Keeps connections open and accepts new ones, but passes no byte. */
  stall(): void
  /** Delays every byte by this long, in both directions. */
  delay(delayMs: number): void
  /** Limits each direction of each connection to this rate. */
  throttle(bytesPerSecond: number): void
  /** Resets open connections once; new ones work. */
  reset(): void
  restore(): void
  close(): Promise<void>
}

type Mode = 'open' | 'cut' | 'stalled'

/**
 * A TCP proxy in front of a server, for faults that a browser's offline switch cannot cause: that
 * switch leaves open websockets alone.
 */
export const startCutProxy = async (targetPort: number): Promise<CutProxy> => {
  let mode: Mode = 'open'
  let delayMs = 0
  let bytesPerSecond = Infinity
  const sockets = new Set<Socket>()
  const track = (socket: Socket): void => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => sockets.delete(socket))
  }
  const forward = (from: Socket, to: Socket): void => {
    /** Time at which the line has carried everything given to it, ms. */
    let freeAt = 0
    /** Bytes on their way, in order, and when they arrive; null = the end of the connection. */
    const line: { chunk: Buffer | null; at: number }[] = []
    let isMoving = false
    // One timer for the first bytes of the line: timers of several would not keep their order.
    const move = (): void => {
      for (let first = line[0]; first !== undefined; first = line[0]) {
        const leftMs = first.at - Date.now()
        if (leftMs > 0) return void setTimeout(move, leftMs)
        line.shift()
        if (first.chunk === null) to.destroy()
        else if (to.writable) to.write(first.chunk)
      }
      isMoving = false
    }
    const carry = (chunk: Buffer | null): void => {
      freeAt = Math.max(freeAt, Date.now()) + ((chunk?.length ?? 0) / bytesPerSecond) * 1000
      line.push({ chunk, at: freeAt + delayMs })
      if (isMoving) return
      isMoving = true
      move()
    }
    from.on('data', (chunk: Buffer) => {
      if (mode !== 'stalled') carry(chunk)
    })
    from.on('close', () => carry(null))
  }

  const listener = createServer((inside) => {
    track(inside)
    if (mode === 'cut') return void inside.resetAndDestroy()
    const outside = connect(targetPort, '127.0.0.1')
    track(outside)
    forward(inside, outside)
    forward(outside, inside)
  })
  const port = await new Promise<number>((resolve, reject) => {
    listener.once('error', reject)
    listener.listen(0, '127.0.0.1', () => {
      const address = listener.address()
      if (address && typeof address === 'object') resolve(address.port)
    })
  })
  const reset = (): void => {
    for (const socket of sockets) socket.resetAndDestroy()
  }
  /** Bytes swallowed while stalled never arrive, so those connections are useless afterwards. */
  const restore = (): void => {
    if (mode === 'stalled') reset()
    mode = 'open'
    delayMs = 0
    bytesPerSecond = Infinity
  }
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    cut: () => {
      mode = 'cut'
      reset()
    },
    stall: () => {
      mode = 'stalled'
    },
    delay: (ms) => {
      delayMs = ms
    },
    throttle: (most) => {
      bytesPerSecond = most
    },
    reset,
    restore,
    close: () => {
      reset()
      return new Promise((resolve) => listener.close(() => resolve()))
    },
  }
}
