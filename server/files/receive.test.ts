import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Refusal } from '#schema/refusal.ts'
import { buildStores, readBytes, type TestStores } from '../../tests/support/blob-stores.ts'
import { outcomeOf } from '../../tests/support/call-context.ts'
import { type EmptyDatabase, NOW, openEmptyDatabase } from '../../tests/support/empty-database.ts'
import type { BlobStore } from './blob-store.ts'
import { type FilePorts, type Piece, receivePiece, receiveWhole, UploadTurns } from './receive.ts'

const PLAN = '%PDF-1.7 the plan'
const [HASH, BYTES] = [createHash('sha256').update(PLAN).digest('hex'), PLAN.length]
const [anna, boris] = [
  { userId: 1, organizationId: 10 },
  { userId: 2, organizationId: 10 },
]
let rows: EmptyDatabase
let stores: TestStores
let blobs: BlobStore
let ports: FilePorts
beforeEach(async () => {
  rows = await openEmptyDatabase()
  stores = await buildStores('folder')
  blobs = stores.open()
  const { database } = rows
  ports = { database, blobs, clock: () => NOW, quotaBytes: 1_000, turns: new UploadTurns() }
})
afterEach(async () => {
  expect(ports.turns.running).toBe(0)
  // No copy of a checked upload stays.
  expect((await readdir(stores.dir)).filter((name) => name.startsWith('incoming-'))).toEqual([])
  await rows.close()
  await stores.close()
})
const bodyOf = (...chunks: string[]) => Readable.from(chunks.map((chunk) => Buffer.from(chunk)))
const piece = (offset: number, text: string | null, changes: Partial<Piece> = {}): Piece => ({
  ...{ sha256: HASH, bytes: BYTES, offset, body: text === null ? null : bodyOf(text) },
  ...changes,
})
const receive = (one: Piece, sender = anna) => receivePiece(ports, sender, one)
const uploads = async () =>
  (
    await rows.database.queries.selectFrom('blob_uploads').selectAll().orderBy('user_id').execute()
  ).map(({ user_id, counted, completed_on }) => [user_id, counted, completed_on])
const stored = async () =>
  (await rows.database.queries.selectFrom('blobs').selectAll().execute()).map(
    ({ sha256, bytes, kind, used_on }) => [sha256, bytes, kind, used_on],
  )

describe('a piece of an upload', () => {
  it('goes on where the one before ended, and the last completes the file', async () => {
    expect(await receive(piece(0, null))).toEqual({ received: 0, isComplete: false })
    expect(await receive(piece(0, PLAN.slice(0, 5)))).toEqual({ received: 5, isComplete: false })
    // Where to go on, without bytes.
    expect(await receive(piece(0, null))).toEqual({ received: 5, isComplete: false })
    expect([await uploads(), await stored()]).toEqual([[[1, BYTES, null]], []])
    expect(await receive(piece(5, PLAN.slice(5)))).toEqual({ received: BYTES, isComplete: true })
    expect([await uploads(), await stored()]).toEqual([
      [[1, BYTES, NOW]],
      [[HASH, BYTES, 'pdf', NOW]],
    ])
    expect(String(await readBytes(blobs, HASH))).toBe(PLAN)
    expect(await blobs.received(1, HASH)).toBe(0)
  })

  it('that begins elsewhere is not written, and the answer says where to go on', async () => {
    await receive(piece(0, PLAN.slice(0, 5)))
    for (const offset of [4, 6])
      expect(await receive(piece(offset, 'xx'))).toEqual({ received: 5, isComplete: false })
    await receive(piece(5, PLAN.slice(5)))
    expect(String(await readBytes(blobs, HASH))).toBe(PLAN)
  })

  it('may come in chunks, whose bytes follow each other', async () => {
    const body = bodyOf(PLAN.slice(0, 3), PLAN.slice(3, 9), PLAN.slice(9))
    expect(await receive(piece(0, null, { body }))).toMatchObject({ isComplete: true })
    expect(String(await readBytes(blobs, HASH))).toBe(PLAN)
  })

  it('of a file that the person has sent whole is answered from what is there', async () => {
    await receive(piece(0, PLAN))
    const [body] = [bodyOf('other bytes')]
    expect(await receive(piece(0, null, { body }))).toEqual({ received: BYTES, isComplete: true })
    expect(body.readableFlowing).toBeNull()
    // Another person’s upload tells nothing of it.
    expect(await receive(piece(0, null), boris)).toEqual({ received: 0, isComplete: false })
    expect(await uploads()).toEqual([
      [1, BYTES, NOW],
      [2, BYTES, null],
    ])
  })

  it('of a file whose bytes are gone is taken again', async () => {
    await receive(piece(0, PLAN))
    await blobs.removeUnless(HASH, async () => false)
    expect(await receive(piece(0, null))).toEqual({ received: 0, isComplete: false })
    expect(await receive(piece(0, PLAN))).toEqual({ received: BYTES, isComplete: true })
    expect(String(await readBytes(blobs, HASH))).toBe(PLAN)
  })

  it('needs room in the quota of the organization, to the last byte', async () => {
    ports = { ...ports, quotaBytes: BYTES - 1 }
    expect(await outcomeOf(receive(piece(0, PLAN)))).toBe('FILE_QUOTA')
    expect([await uploads(), await blobs.received(1, HASH)]).toEqual([[], 0])
    ports = { ...ports, quotaBytes: BYTES }
    expect(await receive(piece(0, PLAN))).toMatchObject({ isComplete: true })
    expect(await outcomeOf(receive(piece(0, PLAN), boris))).toBe('FILE_QUOTA')
  })

  it('that makes the file longer than announced ends the upload', async () => {
    await receive(piece(0, PLAN.slice(0, 5)))
    expect(await outcomeOf(receive(piece(5, `${PLAN.slice(5)}!`)))).toBe('FILE_DAMAGED')
    expect([await uploads(), await stored(), await blobs.received(1, HASH)]).toEqual([[], [], 0])
  })

  it('keeps the bytes that came before a connection broke', async () => {
    const body = Readable.from(
      (async function* () {
        yield Buffer.from(PLAN.slice(0, 4))
        yield Buffer.from(PLAN.slice(4, 6))
        throw new Error('gone')
      })(),
    )
    expect(await outcomeOf(receive(piece(0, null, { body })))).toBe('UNAVAILABLE')
    expect(await receive(piece(0, null))).toEqual({ received: 6, isComplete: false })
  })
})

describe('a whole file', () => {
  const sent = async (text: string, { sha256 = HASH, bytes = text.length } = {}) => {
    const { path, handle } = await blobs.openIncoming()
    await handle.writeFile(text)
    await handle.close()
    try {
      await receiveWhole(ports, anna, { sha256, bytes, path })
    } finally {
      await blobs.dropIncoming(path)
    }
  }

  it('is stored as if it had come in pieces', async () => {
    await sent(PLAN)
    expect([await uploads(), await stored()]).toEqual([
      [[1, BYTES, NOW]],
      [[HASH, BYTES, 'pdf', NOW]],
    ])
    expect(String(await readBytes(blobs, HASH))).toBe(PLAN)
  })

  it('that is not what was announced is refused, and leaves nothing', async () => {
    expect(await outcomeOf(sent(PLAN.replace('plan', 'plot')))).toBe('FILE_DAMAGED')
    expect(await outcomeOf(sent(PLAN, { bytes: BYTES + 1 }))).toBe('FILE_DAMAGED')
    const text = '\u0001 no known kind'
    const sha256 = createHash('sha256').update(text).digest('hex')
    expect(await outcomeOf(sent(text, { sha256 }))).toBe('validation.mimes')
    ports = { ...ports, quotaBytes: BYTES - 1 }
    expect(await outcomeOf(sent(PLAN))).toBe('FILE_QUOTA')
    expect([await uploads(), await stored(), await readBytes(blobs, HASH)]).toEqual([[], [], null])
    expect(await blobs.received(1, HASH)).toBe(0)
  })
})

describe('a scan', () => {
  const seen: string[] = []
  const scanning = (error: Error | null) => {
    seen.length = 0
    ports = {
      ...ports,
      scan: async (bytes) => {
        for await (const one of bytes) seen.push(String(one))
        if (error !== null) throw error
      },
    }
  }
  it('reads the whole file before it can be used', async () => {
    scanning(null)
    await receive(piece(0, PLAN))
    expect(seen.join('')).toBe(PLAN)
  })

  it('that finds something leaves nothing', async () => {
    scanning(new Refusal('FILE_STORAGE_NOT_CLEAN_REJECTED', { detail: { name: 'x' } }))
    expect(await outcomeOf(receive(piece(0, PLAN)))).toBe('FILE_STORAGE_NOT_CLEAN_REJECTED')
    expect([await uploads(), await stored(), await blobs.received(1, HASH)]).toEqual([[], [], 0])
  })

  it('that cannot run keeps all: the next request scans again', async () => {
    scanning(new Refusal('UNAVAILABLE'))
    expect(await outcomeOf(receive(piece(0, PLAN)))).toBe('UNAVAILABLE')
    expect([await uploads(), await stored()]).toEqual([[[1, BYTES, null]], []])
    expect(await blobs.received(1, HASH)).toBe(BYTES)
    scanning(null)
    expect(await receive(piece(0, null))).toEqual({ received: BYTES, isComplete: true })
    expect(seen.join('')).toBe(PLAN)
  })
})

describe('an upload that another server writes too', () => {
  it('and has finished is complete here, and one that it gave up is asked for again', async () => {
    const gone = (isFinished: boolean): BlobStore =>
      Object.assign(stores.open(), {
        copyPart: async () => {
          if (!isFinished) return null
          await rows.database.queries
            .insertInto('blobs')
            .values({ sha256: HASH, bytes: BYTES, kind: 'pdf', used_on: NOW })
            .execute()
          await rows.database.queries
            .updateTable('blob_uploads')
            .set({ completed_on: NOW })
            .execute()
          return null
        },
      })
    ports = { ...ports, blobs: gone(false) }
    expect(await outcomeOf(receive(piece(0, PLAN)))).toBe('UNAVAILABLE')
    ports = { ...ports, blobs: gone(true) }
    expect(await receive(piece(0, null))).toEqual({ received: BYTES, isComplete: true })
  })

  it('and has begun again is not written behind its end', async () => {
    await receive(piece(0, PLAN.slice(0, 8)))
    const shorter: BlobStore = Object.assign(stores.open(), {
      openPart: async (userId: number, sha256: string) => {
        await blobs.dropPart(userId, sha256)
        return await blobs.openPart(userId, sha256)
      },
    })
    ports = { ...ports, blobs: shorter }
    expect(await receive(piece(8, PLAN.slice(8)))).toEqual({ received: 0, isComplete: false })
    expect(await blobs.received(1, HASH)).toBe(0)
  })
})

describe('the turns of uploads', () => {
  const waiting = () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    return { promise, resolve }
  }
  it('let a newer request end the older one of the same upload, and wait for it', async () => {
    const turns = new UploadTurns()
    const [first, order] = [waiting(), [] as string[]]
    const body = bodyOf('x')
    body.on('error', () => first.resolve())
    const one = turns.take({ userId: 1, sha256: 'a' }, body, async () => {
      await first.promise
      order.push('first')
      throw new Error('broken')
    })
    const two = turns.take({ userId: 1, sha256: 'a' }, null, async () => order.push('second'))
    const beside = turns.take({ userId: 2, sha256: 'a' }, null, async () => 'beside')
    expect(await beside).toBe('beside')
    await expect(one).rejects.toThrow('broken')
    await two
    expect([body.destroyed, order, turns.running]).toEqual([true, ['first', 'second'], 0])
  })

  it('are twenty at once for one person', async () => {
    const turns = new UploadTurns()
    const end = waiting()
    const take = (userId: number, name: string) =>
      turns.take({ userId, sha256: name }, null, () => end.promise)
    const running = Array.from({ length: 20 }, (_, index) => take(1, `file ${index}`))
    expect(turns.running).toBe(20)
    expect(await outcomeOf(take(1, 'one more'))).toBe('UNAVAILABLE')
    const others = [take(11, 'a'), take(2, 'one more'), take(1, 'file 3')]
    end.resolve()
    await Promise.all([...running, ...others])
    expect(turns.running).toBe(0)
    expect(await outcomeOf(take(1, 'one more'))).toBe('done')
  })
})
