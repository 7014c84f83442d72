import { connect, type Socket } from 'node:net'
import { Refusal } from '#schema/refusal.ts'
import type { Log } from '../log.ts'

/**
 * Scans a complete file for malware. Throws FILE_STORAGE_NOT_CLEAN_REJECTED, or UNAVAILABLE where
 * the scan could not run.
 */
export type ScanFile = (bytes: AsyncIterable<Uint8Array>) => Promise<void>

export interface ClamdOptions {
  /** `tcp://host:port` or `unix:/path` of clamd. */
  url: string
  /** What cannot be examined is taken nevertheless. */
  isOptional: boolean
  log: Log
  /** So long may clamd say nothing, ms. */
  patienceMs?: number
}

const COMMAND = Buffer.from('zINSTREAM\0')
const END = Buffer.alloc(4)
const PIECE_BYTES = 65_536
const PATIENCE_MS = 60_000
/** Its answer is a line; more is not clamd. */
const MOST_ANSWER = 10_000

export const placeOfClamd = (url: string): { host: string; port: number } | { path: string } => {
  if (url.startsWith('unix:')) return { path: url.slice('unix:'.length) }
  const { hostname, port } = new URL(url)
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port === '' ? '3310' : port) }
}

/**
 * clamd by its command INSTREAM: pieces with their length before them, a length of 0 at the end,
 * one line as the answer.
 */
export const clamdScanner =
  ({ url, isOptional, log, patienceMs = PATIENCE_MS }: ClamdOptions): ScanFile =>
  async (bytes) => {
    const answer = await ask(url, bytes, patienceMs).catch((error: unknown) => {
      log.error('scanner.failed', error)
      return null
    })
    if (answer === 'stream: OK') return
    // Only clamd's own finding makes a file bad; the log gets its name, the sender does not.
    if (answer?.endsWith(' FOUND') === true) log.info({ event: 'scanner.found', finding: answer })
    else if (answer !== null) log.info({ event: 'scanner.refused', answer })
    if (answer?.endsWith(' FOUND') !== true && isOptional) return
    // However often it is sent, it stays too large to be examined.
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
  // It may answer, or leave, before all is sent: then sending fails, and what counts is the answer.
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
