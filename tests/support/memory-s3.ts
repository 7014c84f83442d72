import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { S3Bucket } from '#server/files/s3/s3-bucket.ts'
import { S3Client } from '#server/files/s3/s3-client.ts'
import { parseS3Url, type S3Place } from '#server/files/s3/s3-place.ts'

interface Stored {
  bytes: Buffer
  /** ms since the epoch */
  writtenOn: number
}
interface Asked {
  method: string
  /** Key in the place, or null for the bucket. */
  key: string | null
  query: URLSearchParams
}
/** `cutAfter` = bytes of the answer after which the connection breaks. */
type Fault = { status: number; code: string } | { cutAfter: number }

/** S3's calls on objects in memory, over HTTP, with faults where a test wants them. */
export interface MemoryS3 {
  place: S3Place
  bucket: S3Bucket
  /** By their keys in the place. */
  objects: Map<string, Stored>
  /** Requests as `METHOD key`. */
  asked: string[]
  /** Called before an answer, which it may replace. */
  before: (asked: Asked) => Fault | undefined
  keys(): string[]
  close(): Promise<void>
}

const PREFIX = 'files/'
const CREDENTIALS = { accessKeyId: 'id', secretAccessKey: 'secret' }
/** A storage in this process answers at once. */
export const QUICK = { silenceMs: 10_000, tries: 1, pauseMs: 1 }

export const startMemoryS3 = async (): Promise<MemoryS3> => {
  const objects = new Map<string, Stored>()
  const server = createServer((request, response) => void answer(s3, request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const url = `s3://tenders/files?endpoint=http://127.0.0.1:${port}&region=eu-test-1`
  const place = parseS3Url(url, CREDENTIALS)
  const s3: MemoryS3 = {
    ...{ place, objects, asked: [] },
    bucket: new S3Bucket(new S3Client(place, QUICK)),
    before: () => undefined,
    keys: () => [...objects.keys()].toSorted(),
    close: async () => {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
  return s3
}

const answer = async (
  s3: MemoryS3,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> => {
  const body = Buffer.concat(await request.toArray())
  const { pathname, searchParams: query } = new URL(request.url ?? '', 'http://s3')
  const path = decodeURIComponent(pathname).slice('/tenders/'.length)
  const key = path === '' ? null : path.slice(PREFIX.length)
  const { method = '' } = request
  s3.asked.push(`${method} ${key ?? 'list'}`)
  const fault = s3.before({ method, key, query })
  if (fault !== undefined && 'status' in fault) return void fail(response, fault)
  const content = key === null ? listOf(s3, query) : contentOf(s3, { method, key, body })
  if (content === null) return void fail(response, { status: 404, code: 'NoSuchKey' })
  const [, from = '0'] = /^bytes=(\d+)-$/.exec(request.headers.range ?? '') ?? []
  const sent = content.subarray(Number(from))
  response.writeHead(200, { 'content-length': sent.length })
  if (fault === undefined) return void response.end(sent)
  response.write(sent.subarray(0, fault.cutAfter), () => request.socket.destroy())
}

const fail = (response: ServerResponse, { status, code }: { status: number; code: string }) =>
  response.writeHead(status).end(`<Error><Code>${code}</Code></Error>`)

const contentOf = (
  { objects }: MemoryS3,
  { method, key, body }: { method: string; key: string; body: Buffer },
): Buffer | null => {
  if (method === 'PUT') objects.set(key, { bytes: body, writtenOn: Date.now() })
  if (method === 'DELETE') objects.delete(key)
  return method === 'GET' ? (objects.get(key)?.bytes ?? null) : Buffer.alloc(0)
}

const listOf = ({ objects }: MemoryS3, query: URLSearchParams): Buffer => {
  const prefix = (query.get('prefix') ?? '').slice(PREFIX.length)
  const found = query.has('list-type') ? [...objects.keys()].toSorted() : []
  const items = found
    .filter((key) => key.startsWith(prefix))
    .map((key) => {
      const { bytes, writtenOn = 0 } = objects.get(key) ?? {}
      const time = new Date(writtenOn).toISOString()
      return (
        `<Contents><Key>${PREFIX}${key}</Key><Size>${bytes?.length}</Size>` +
        `<LastModified>${time}</LastModified></Contents>`
      )
    })
  return Buffer.from(`<List>${items.join('')}</List>`)
}
