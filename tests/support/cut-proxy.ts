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
