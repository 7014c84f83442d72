import { connect, createServer, type Socket } from 'node:net'

export interface CutProxy {
  readonly url: string
  readonly port: number
  /** The plug is out: open connections are reset and new ones refused, websockets included. */
  cut(): void
  /** Silence: connections stay open and new ones are taken, but no byte passes. */
  stall(): void
  /** Every byte comes this much later, in both directions. */
  delay(delayMs: number): void
  /** No more than this passes in a second, in each direction of each connection. */
  throttle(bytesPerSecond: number): void
  /** Open connections are reset once; new ones work. */
  reset(): void
  restore(): void
  close(): Promise<void>
}

type Mode = 'open' | 'cut' | 'stalled'

/**
 * A TCP proxy in front of a server, for faults that a browser's offline switch does not make: it
 * leaves open websockets alone.
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
    /** When the line will have carried what was given to it, ms. */
    let freeAt = 0
    from.on('data', (chunk) => {
      if (mode === 'stalled') return
      if (delayMs === 0 && bytesPerSecond === Infinity) return void to.write(chunk)
      freeAt = Math.max(freeAt, Date.now()) + (chunk.length / bytesPerSecond) * 1000
      setTimeout(() => to.writable && to.write(chunk), freeAt - Date.now() + delayMs)
    })
    from.on('close', () =>
      setTimeout(() => to.destroy(), Math.max(0, freeAt - Date.now()) + delayMs),
    )
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
  /** What was swallowed while stalled never comes, so those connections are useless afterwards. */
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
