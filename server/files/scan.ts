import { connect, type Socket } from 'node:net'
import { Refusal } from '#schema/refusal.ts'
import type { Log } from '../log.ts'

/**
 * Scans a complete file for malware. Throws FILE_STORAGE_NOT_CLEAN_REJECTED, or UNAVAILABLE if the
 * scan could not run.
 */
export type ScanFile = (bytes: AsyncIterable<Uint8Array>) => Promise<void>

export interface ClamdOptions {
  /** Address of clamd: `tcp://host:port` or `unix:/path`. */
  url: string
  /** Whether a file is accepted when it cannot be scanned. */
  isOptional: boolean
  log: Log
  /** How long to wait for clamd while it is silent, in ms. */
  patienceMs?: number
}

const COMMAND = Buffer.from('zINSTREAM\0')
const END = Buffer.alloc(4)
const PIECE_BYTES = 65_536
const PATIENCE_MS = 60_000
/** clamd answers with one line; a longer answer is not from clamd. */
const MOST_ANSWER = 10_000

export const placeOfClamd = (url: string): { host: string; port: number } | { path: string } => {
  if (url.startsWith('unix:')) return { path: url.slice('unix:'.length) }
  const { hostname, port } = new URL(url)
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port === '' ? '3310' : port) }
}

/**
 * Scans with clamd's command INSTREAM: each piece is preceded by its length, a length of 0 ends the
 * file, and the answer is one line.
 */
export const clamdScanner =
  ({ url, isOptional, log, patienceMs = PATIENCE_MS }: ClamdOptions): ScanFile =>
  async (bytes) => {
    const answer = await ask(url, bytes, patienceMs).catch((error: unknown) => {
      log.error('scanner.failed', error)
      return null
    })
    if (answer === 'stream: OK') return
    // Only a finding of clamd makes a file malware. The log records its name; the sender does not
    // learn it.
    if (answer?.endsWith(' FOUND') === true) log.info({ event: 'scanner.found', finding: answer })
    else if (answer !== null) log.info({ event: 'scanner.refused', answer })
    if (answer?.endsWith(' FOUND') !== true && isOptional) return
    // A file over clamd's size limit would fail again on every retry, so refuse it for good.
    if (answer?.endsWith(' FOUND') === true || answer?.includes('size limit exceeded') === true)
      throw new Refusal('FILE_STORAGE_NOT_CLEAN_REJECTED')
    throw new Refusal('UNAVAILABLE')
  }

const ask = async (
  url: string,
  bytes: AsyncIterable<Uint8Array>,
  patienceMs: number,
): Promise<string> => {
  const socket = connect(placeOfClamd(url))
  socket.setTimeout(patienceMs, () => socket.destroy(new Error('clamd says nothing')))
  const answered = readAnswer(socket)
  // clamd may answer or disconnect before everything is sent. Sending then fails, and the answer
  // counts.
  const sent = send(socket, bytes).then(
    () => answered,
    async (error: unknown) =>
      await answered.catch(() => {
        throw error
      }),
  )
  try {
    return await Promise.race([answered, sent])
  } finally {
    socket.destroy()
    await sent.catch(() => undefined)
  }
}

const send = async (socket: Socket, bytes: AsyncIterable<Uint8Array>): Promise<void> => {
  await write(socket, COMMAND)
  for await (const chunk of bytes) {
    for (let from = 0; from < chunk.length; from += PIECE_BYTES) {
      const piece = chunk.subarray(from, from + PIECE_BYTES)
      const length = Buffer.alloc(4)
      length.writeUInt32BE(piece.length)
      await write(socket, Buffer.concat([length, piece]))
    }
  }
  await write(socket, END)
}
const write = (socket: Socket, bytes: Buffer): Promise<void> =>
  new Promise((resolve, reject) => {
    if (socket.destroyed) return reject(new Error('clamd has left'))
    const left = (): void => reject(new Error('clamd has left'))
    socket.once('close', left)
    socket.write(bytes, (error) => {
      socket.off('close', left)
      if (error) reject(error)
      else resolve()
    })
  })

const readAnswer = (socket: Socket): Promise<string> =>
  new Promise((resolve, reject) => {
    let text = ''
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('utf8')
      const end = text.indexOf('\0')
      if (end >= 0) resolve(text.slice(0, end).trim())
      else if (text.length > MOST_ANSWER) reject(new Error('clamd answers too much'))
    })
    socket.on('error', reject)
    socket.on('close', () => reject(new Error('clamd has left without an answer')))
  })
