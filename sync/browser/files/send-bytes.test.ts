import { afterEach, expect, it, vi } from 'vitest'
import { createFileNetwork, isFinal } from './file-network.ts'
import type { FileRecord } from './file-records.ts'
import { PIECE_BYTES, sendBytes } from './send-bytes.ts'

afterEach(() => vi.unstubAllGlobals())
const { signal } = new AbortController()
const SIZE = 262_144 * 2 + 5
const record = {
  id: 'f',
  blob: new Blob([new Uint8Array(SIZE)]),
  args: { file: { contentHash: 'hash', bytes: SIZE } },
} as FileRecord

/** Sends the file; the server has this many bytes after each request. */
const sending = (received: readonly number[], isStillWanted: () => boolean = () => true) => {
  const pieces: [offset: number, size: number | null][] = []
  const told: number[] = []
  const done = sendBytes(
    {
      network: {
        send: async ({ contentHash, bytes, offset, blob }, given) => {
          expect([contentHash, bytes, given]).toEqual(['hash', SIZE, signal])
          pieces.push([offset, blob === null ? null : blob.size])
          const has = received[pieces.length - 1] ?? 0
          return { received: has, isComplete: has === SIZE }
        },
      },
      tell: (progress, isChanged) => {
        expect([progress?.id, isChanged]).toEqual(['f', false])
        told.push(progress?.sent ?? -1)
      },
      signal,
      isStillWanted: async () => isStillWanted(),
    },
    record,
  )
  return { done, pieces, told }
}

it('asks where to go on, and sends the rest in pieces of 256 KB', async () => {
  const { done, pieces, told } = sending([0, PIECE_BYTES, PIECE_BYTES * 2, SIZE])
  expect(await done).toBe(true)
  expect(pieces).toEqual([
    [0, null],
    [0, 262_144],
    [262_144, 262_144],
    [524_288, 5],
  ])
  expect(told).toEqual([0, 262_144, 524_288])
  const resumed = sending([524_290, SIZE])
  expect([await resumed.done, resumed.pieces.at(-1)]).toEqual([true, [524_290, 3]])
})

it('sends nothing that the server has, and nothing that is not wanted any more', async () => {
  const whole = sending([SIZE])
  expect([await whole.done, whole.pieces.length]).toEqual([true, 1])
  expect(await sending([SIZE], () => false).done).toBe(false)
  let looks = 0
  const stopped = sending([0, 10, 20, 30], () => (looks += 1) < 2)
  expect([await stopped.done, stopped.pieces.length]).toEqual([false, 2])
})

it('gives up for now after three pieces in a row of which no byte arrived', async () => {
  const stalled = sending([0, 0, 5, 5, 5, 5, SIZE])
  await expect(stalled.done).rejects.toMatchObject({ kind: 'busy' })
  expect(stalled.pieces).toHaveLength(6)
  const slow = sending([0, 0, 0, 9, 9, 9, SIZE])
  expect(await slow.done).toBe(true)
})

const tokens = {
  current: async () => 'token' as string | null,
  renewed: async (_rejected: string) => 'next' as string | null,
  forget: () => undefined,
}
const refusal = (code: string, detail?: object): string =>
  JSON.stringify({ messageCodes: [code], detail })

it('puts each piece under the hash, with its place, and reads the content of a row', async () => {
  const asked: unknown[] = []
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    asked.push([path, init.method, init.headers, init.body])
    return new Response('{"received":3,"isComplete":false}')
  })
  const network = createFileNetwork(tokens)
  const blob = new Blob(['abc'])
  const piece = { contentHash: 'hash', bytes: 9, offset: 6, blob }
  expect(await network.send(piece, signal)).toEqual({ received: 3, isComplete: false })
  await network.send({ ...piece, offset: 0, blob: null }, signal)
  expect(await (await network.content('a/1')).text()).toContain('received')
  const token = { 'x-auth-token': 'token' }
  expect(asked).toEqual([
    [
      '/api/sync/blobs/hash?bytes=9&offset=6',
      'PUT',
      { ...token, 'content-type': 'application/octet-stream' },
      blob,
    ],
    ['/api/sync/blobs/hash?bytes=9&offset=0', 'PUT', token, undefined],
    ['/api/projects-service/attachments/a%2F1/content', 'GET', token, undefined],
  ])
})

it.each([
  [413, refusal('TOO_LARGE', { most: 5 }), { code: 'TOO_LARGE', detail: { most: 5 } }],
  [409, refusal('FILE_QUOTA'), { code: 'FILE_QUOTA', detail: {} }],
  [413, '<html>too large</html>', { kind: 'blocked' }],
  [500, refusal('NO_SUCH_CODE'), { kind: 'blocked' }],
  [503, refusal('INTERNAL'), { kind: 'busy' }],
  [401, refusal('WRONG_TOKEN'), { kind: 'unauthorized' }],
  [200, '{"received', { kind: 'offline' }],
])('an answer %i %s is told as what it is', async (status, body, failure) => {
  vi.stubGlobal('fetch', async () => new Response(body, { status }))
  const piece = { contentHash: 'h', bytes: 1, offset: 0, blob: null }
  await expect(createFileNetwork(tokens).send(piece, signal)).rejects.toMatchObject(failure)
})

it('renews a refused token once, and asks nothing without a session', async () => {
  const sent: string[] = []
  vi.stubGlobal('fetch', async (_path: string, init: { headers: Record<string, string> }) => {
    sent.push(init.headers['x-auth-token'] ?? '')
    return new Response(refusal('WRONG_TOKEN'), { status: 401 })
  })
  await expect(createFileNetwork(tokens).content('a')).rejects.toMatchObject({
    kind: 'unauthorized',
  })
  expect(sent).toEqual(['token', 'next'])
  for (const other of [
    { ...tokens, current: async () => null },
    { ...tokens, renewed: async () => null },
  ])
    await expect(createFileNetwork(other).content('a')).rejects.toMatchObject({
      kind: 'unauthorized',
    })
  expect(sent).toHaveLength(3)
  expect([isFinal('FILE_QUOTA'), isFinal('WRONG_TOKEN')]).toEqual([true, false])
})

it('a request that the sender stops is no verdict on the file', async () => {
  const control = new AbortController()
  vi.stubGlobal('fetch', async (_path: string, { signal: own }: { signal: AbortSignal }) => {
    control.abort()
    expect(own.aborted).toBe(true)
    throw new TypeError('aborted')
  })
  const piece = { contentHash: 'h', bytes: 1, offset: 0, blob: null }
  await expect(createFileNetwork(tokens).send(piece, control.signal)).rejects.toMatchObject({
    kind: 'offline',
  })
})
