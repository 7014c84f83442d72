import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * EICAR, the text that every scanner reports as a virus by convention. It is written in two pieces
 * so that no scanner reports this file.
 */
export const EICAR = [
  'X5O!P%@AP[4\\PZX54(P^)7CC)7}',
  '$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*',
].join('')

export interface ClamdDouble {
  /** Value for CLAMD_URL. */
  readonly url: string
  /** Number of bytes received for each examined file. */
  readonly examined: number[]
  /**
   * `silent` accepts everything and never answers, `rude` closes at once, `small` has a limit of
   * 1,000 bytes.
   */
  mood: 'fine' | 'silent' | 'rude' | 'small'
  close(): Promise<void>
}

const COMMAND = Buffer.from('zINSTREAM\0')
const LIMIT = 1_000

/** Speaks clamd's INSTREAM protocol on a real socket and detects only EICAR. */
export const startClamd = async ({ isUnix = false } = {}): Promise<ClamdDouble> => {
  const dir = await mkdtemp(join(tmpdir(), 'tenderbook-clamd-'))
  const sockets = new Set<Socket>()
  const double = { url: '', examined: [] as number[], mood: 'fine' as ClamdDouble['mood'] }
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket))
    if (double.mood === 'rude') return socket.destroy()
    let held = Buffer.alloc(0)
    let file = Buffer.alloc(0)
    let isBegun = false
    socket.on('data', (chunk: Buffer) => {
      held = Buffer.concat([held, chunk])
      if (!isBegun && held.length >= COMMAND.length) {
        if (!held.subarray(0, COMMAND.length).equals(COMMAND))
          return socket.end('UNKNOWN COMMAND\0')
        isBegun = true
        held = held.subarray(COMMAND.length)
      }
      while (isBegun && held.length >= 4) {
        const length = held.readUInt32BE(0)
        if (held.length < 4 + length) return
        file = Buffer.concat([file, held.subarray(4, 4 + length)])
        held = held.subarray(4 + length)
        if (double.mood === 'small' && file.length > LIMIT)
          return socket.end('INSTREAM size limit exceeded. ERROR\0')
        if (length > 0 || double.mood === 'silent') continue
        double.examined.push(file.length)
        socket.end(file.includes(EICAR) ? 'stream: Eicar-Test-Signature FOUND\0' : 'stream: OK\0')
      }
    })
  })
  const path = join(dir, 'clamd.sock')
  await new Promise<void>((resolve) => {
    if (isUnix) server.listen(path, resolve)
    else server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  double.url =
    typeof address === 'object' && address !== null
      ? `tcp://127.0.0.1:${address.port}`
      : `unix:${path}`
  return Object.assign(double, {
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
      await rm(dir, { recursive: true, force: true })
    },
  })
}
