import { readdir } from 'node:fs/promises'
import { request } from 'node:http'
import { once } from 'node:events'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import type { BlobStore } from '#server/files/blob-store.ts'
import type { ApiClient } from '../support/api-client.ts'
import { buildStores, readBytes, STORE_KINDS, type TestStores } from '../support/blob-stores.ts'
import { testDatabaseKind } from '../support/test-database.ts'
import { type Answer, hashOf, pdf, sendPiece } from './send-file.ts'
import { buildWorld, type World } from './world.ts'

// The stores know no database, so one of the two runs is enough for S3.
const KINDS = testDatabaseKind === 'sqlite' ? STORE_KINDS : (['folder'] as const)

describe.each(KINDS)('uploads to two servers, with files in a store: %s', (kind) => {
  /** Two servers with one database and one store of files. */
  let stores: TestStores
  let world: World
  let second: FastifyInstance
  let blobs: BlobStore
  let one: ApiClient
  let two: Pick<ApiClient, 'url' | 'token'>
  beforeAll(async () => {
    stores = await buildStores(kind)
    blobs = stores.open()
    world = await buildWorld({ blobs, project: { state: 'PUBLISHED', publishedOn: 0 } })
    second = await buildApp({
      database: world.database,
      databaseUrl: world.databaseUrl,
      filesDir: world.filesDir,
      blobs: stores.open(),
      clock: () => world.clock.now,
      baseUrl: 'https://tenders.example',
    })
    one = await world.as('alpha-contact')
    two = { url: await second.listen({ port: 0, host: '127.0.0.1' }), token: one.token }
  })
  afterAll(async () => {
    await second.close()
    await world.close()
    await stores.close()
  })

  let serial = 0
  let bytes: Buffer
  let hash: string
  beforeEach(() => {
    bytes = pdf(`file ${++serial}`, 60_000)
    hash = hashOf(bytes)
  })

  type To = Pick<ApiClient, 'url' | 'token'>
  const send = async (to: To, from: number, until: number): Promise<Answer['body']> =>
    (await sendPiece(to, bytes.subarray(from, until), { offset: from, total: bytes.length, hash }))
      .body
  const COMPLETE = () => ({ received: bytes.length, isComplete: true })
  const stored = (): Promise<Buffer | null> => readBytes(blobs, hash)
  const expectStored = async (): Promise<void> => {
    expect((await stored())?.equals(bytes)).toBe(true)
    expect(await blobs.received(world.users['alpha-contact'], hash)).toBe(0)
    const left = await readdir(stores.dir, { recursive: true })
    expect(left.filter((name) => name.includes(`-${hash}`) || name.includes('incoming'))).toEqual(
      [],
    )
  }

  /** A piece whose connection stays open: `begin` sends a part of it, `end` the rest. */
  const slowPiece = (to: To, [from, until]: [number, number], content = bytes) => {
    const piece = content.subarray(from, until)
    const sent = request(`${to.url}/api/sync/blobs/${hash}?bytes=${bytes.length}&offset=${from}`, {
      method: 'PUT',
      headers: {
        'x-auth-token': to.token,
        'content-type': 'application/octet-stream',
        'content-length': piece.length,
      },
    })
    const answered = once(sent, 'response').then(async ([answer]) => {
      let text = ''
      for await (const chunk of answer as AsyncIterable<Buffer>) text += chunk.toString()
      return { status: answer.statusCode as number, body: JSON.parse(text) as Answer['body'] }
    })
    return {
      begin: (count: number) => void sent.write(piece.subarray(0, count)),
      end: async (count: number) => {
        sent.end(piece.subarray(count))
        return await answered
      },
    }
  }
  const untilReceived = async (count: number): Promise<void> =>
    await expect.poll(() => blobs.received(world.users['alpha-contact'], hash)).toBe(count)

  test('[FI25] an upload goes on at another server while the first still writes the old connection', async () => {
    const old = slowPiece(one, [0, 50_000])
    old.begin(20_000)
    await untilReceived(20_000)
    // The device has reconnected, by a proxy that chose the other server.
    expect(await send(two, 20_000, 20_000)).toEqual({ received: 20_000, isComplete: false })
    expect(await send(two, 20_000, 40_000)).toEqual({ received: 40_000, isComplete: false })
    expect((await old.end(20_000)).status).toBe(200)
    expect(await send(two, 50_000, bytes.length)).toEqual(COMPLETE())
    await expectStored()
  })

  test('[FI25] a piece that both servers get at once is written once', async () => {
    const [first, again] = [slowPiece(one, [0, bytes.length]), slowPiece(two, [0, bytes.length])]
    first.begin(0)
    again.begin(0)
    first.begin(10_000)
    again.begin(10_000)
    await untilReceived(10_000)
    const answers = await Promise.all([first.end(10_000), again.end(10_000)])
    expect(answers.map(({ status }) => status)).toContain(200)
    // A server that found the upload taken by the other asks the device to send again.
    expect(answers.filter(({ status }) => status !== 200 && status !== 503)).toEqual([])
    expect(await send(two, 0, 0)).toEqual(COMPLETE())
    await expectStored()
  })

  test('[FI25] pieces that come reversed or overlap are not written, and the answer tells where to go on', async () => {
    expect(await send(two, 40_000, bytes.length)).toEqual({ received: 0, isComplete: false })
    expect(await send(one, 0, 30_000)).toEqual({ received: 30_000, isComplete: false })
    expect(await send(two, 20_000, 50_000)).toEqual({ received: 30_000, isComplete: false })
    expect(await send(one, 0, 30_000)).toEqual({ received: 30_000, isComplete: false })
    expect(await send(two, 30_000, bytes.length)).toEqual(COMPLETE())
    await expectStored()
  })

  test('[FI25] a piece with another length is refused and starts the upload over, on both servers', async () => {
    expect(await send(one, 0, 30_000)).toEqual({ received: 30_000, isComplete: false })
    const longer = await sendPiece(two, Buffer.alloc(40_000), {
      offset: 30_000,
      total: bytes.length,
      hash,
    })
    expect([longer.status, longer.body.messageCodes]).toEqual([422, ['FILE_DAMAGED']])
    expect(await send(one, 30_000, bytes.length)).toEqual({ received: 0, isComplete: false })
    const shorter = await sendPiece(two, bytes.subarray(0, 1_000), { total: 1_000, hash })
    expect([shorter.status, shorter.body.messageCodes]).toEqual([422, ['FILE_DAMAGED']])
    expect(await stored()).toBe(null)
    expect(await send(one, 0, 30_000)).toEqual({ received: 30_000, isComplete: false })
    expect(await send(two, 30_000, bytes.length)).toEqual(COMPLETE())
    await expectStored()
  })

  /** Begins like the file. */
  const wrongEnd = (): Buffer =>
    Buffer.concat([bytes.subarray(0, 10_000), Buffer.alloc(bytes.length - 10_000, 'x')])

  test('[FI25] bytes that arrive after the file is complete change nothing', async () => {
    const late = slowPiece(one, [0, bytes.length], wrongEnd())
    late.begin(10_000)
    await untilReceived(10_000)
    expect(await send(two, 10_000, bytes.length)).toEqual(COMPLETE())
    await expectStored()
    // The first server still has the file open to which it wrote.
    expect([200, 503]).toContain((await late.end(10_000)).status)
    await expectStored()
    expect(await send(two, 0, 0)).toEqual(COMPLETE())
    expect((await sendPiece(one, wrongEnd(), { hash })).body).toEqual(COMPLETE())
    await expectStored()
  })

  test('[FI25] whatever another connection writes while a file is checked, only checked bytes are kept', async () => {
    const late = slowPiece(one, [0, bytes.length], wrongEnd())
    late.begin(10_000)
    await untilReceived(10_000)
    const [right, wrong] = await Promise.all([send(two, 10_000, bytes.length), late.end(10_000)])
    // Either the right bytes were copied before the others came, or the upload starts over: the
    // server that checked it refuses the bytes, and the other one may find the upload gone.
    if ((await stored()) === null) {
      expect([right.messageCodes, wrong.body.messageCodes]).toContainEqual(['FILE_DAMAGED'])
      expect(right.isComplete).not.toBe(true)
    } else expect((await stored())?.equals(bytes)).toBe(true)
  })

  test("[FI25] the pieces of two people with the same file stay apart, also on another's server", async () => {
    const other = await world.as('beta-primary')
    const beta = { url: two.url, token: other.token }
    expect(await send(one, 0, 30_000)).toEqual({ received: 30_000, isComplete: false })
    expect(await send(beta, 30_000, bytes.length)).toEqual({ received: 0, isComplete: false })
    expect(await send(beta, 0, 0)).toEqual({ received: 0, isComplete: false })
    expect(await send(two, 30_000, bytes.length)).toEqual(COMPLETE())
    expect(await send(beta, 0, 0)).toEqual({ received: 0, isComplete: false })
    await expectStored()
  })
})
