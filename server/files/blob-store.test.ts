import { createHash, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  buildStores,
  keepBytes,
  readBytes,
  STORE_KINDS,
  type TestStores,
  writePiece,
} from '../../tests/support/blob-stores.ts'
import type { BlobStore } from './blob-store.ts'

const USER = 7

describe.each(STORE_KINDS)('files in a store: %s', (kind) => {
  let stores: TestStores
  /** The store as two servers have it. */
  let one: BlobStore
  let two: BlobStore
  let bytes: Buffer
  let sha256: string
  beforeAll(async () => {
    stores = await buildStores(kind)
    one = stores.open()
    two = stores.open()
  })
  afterAll(() => stores.close())
  beforeEach(() => {
    bytes = randomBytes(35_000)
    sha256 = createHash('sha256').update(bytes).digest('hex')
  })
  const send = (store: BlobStore, from: number, until: number): Promise<void> =>
    writePiece(store, { userId: USER, sha256, offset: from }, bytes.subarray(from, until))
  const copied = async (store: BlobStore) => {
    const copy = await store.copyPart(USER, sha256)
    if (copy !== null) await store.dropIncoming(copy.path)
    return copy
  }

  test('[FI25] pieces that two servers write, also doubled and over a gap, become one upload', async () => {
    expect(await one.received(USER, sha256)).toBe(0)
    expect(await copied(one)).toBe(null)
    await send(one, 0, 12_000)
    expect(await two.received(USER, sha256)).toBe(12_000)
    await send(two, 12_000, 30_000)
    await send(one, 0, 15_000)
    await send(one, 12_000, 14_000)
    expect(await one.received(USER, sha256)).toBe(30_000)
    await send(one, 30_000, bytes.length)
    const copy = await copied(two)
    expect([copy?.sha256, copy?.bytes]).toEqual([sha256, bytes.length])
    expect(copy?.head.length).toBe(4_096)
    expect(await one.received(USER + 1, sha256)).toBe(0)
    await one.dropPart(USER, sha256)
    expect(await two.received(USER, sha256)).toBe(0)
  })

  test('[FI25] an adopted file is an upload that arrived in pieces', async () => {
    const { path, handle } = await one.openIncoming()
    await handle.writeFile(bytes)
    await handle.close()
    await one.adoptIncoming(path, USER, sha256)
    expect(await two.received(USER, sha256)).toBe(bytes.length)
    expect((await copied(two))?.sha256).toBe(sha256)
    await two.dropPart(USER, sha256)
  })

  test('[FI26] stored bytes are read by every server, also after they were stored again', async () => {
    expect([await one.size(sha256), await readBytes(one, sha256)]).toEqual([null, null])
    await keepBytes(one, bytes, sha256)
    await keepBytes(two, bytes, sha256)
    expect(await one.size(sha256)).toBe(bytes.length)
    expect((await readBytes(one, sha256))?.equals(bytes)).toBe(true)
    await two.remove(sha256)
    expect([await one.size(sha256), await readBytes(one, sha256)]).toEqual([null, null])
  })

  test('[FI24] a removal removes unused bytes only', async () => {
    await keepBytes(one, bytes, sha256)
    await two.removeUnless(sha256, async () => true)
    expect(await one.size(sha256)).toBe(bytes.length)
    await two.removeUnless(sha256, async () => false)
    expect(await one.size(sha256)).toBe(null)
    await two.removeUnless(sha256, async () => false)
  })

  test.each([1, 2])(
    '[FI24] bytes stay that another server stores around question %i of a removal that then freezes',
    async (meeting) => {
      await keepBytes(one, bytes, sha256)
      let asked = 0
      let isUsed = false
      await two.removeUnless(sha256, async () => {
        asked += 1
        const answer = isUsed
        if (asked !== meeting) return answer
        // A sender writes its row, then its bytes; another removal runs through at the same time.
        isUsed = true
        await keepBytes(one, bytes, sha256)
        await one.removeUnless(sha256, async () => true)
        return answer
      })
      // A folder asks twice; S3 does not.
      if (asked < meeting) return expect(kind).toBe('s3')
      expect((await readBytes(one, sha256))?.equals(bytes)).toBe(true)
      await one.remove(sha256)
    },
  )

  test('[FI24] a used file can be read at every moment of a removal that finds it used', async () => {
    await keepBytes(one, bytes, sha256)
    let isUsed = false
    await two.removeUnless(sha256, async () => {
      expect([await one.size(sha256), await readBytes(one, sha256)]).toEqual([bytes.length, bytes])
      const answer = isUsed
      isUsed = true
      return answer
    })
    if (kind === 'folder') expect(await readBytes(one, sha256)).toEqual(bytes)
    await one.remove(sha256)
  })

  test('[FI26] of servers that store the same bytes at once, one copy at least stays, and the next leaves one', async () => {
    await Promise.all([one, two, one, two].map((store) => keepBytes(store, bytes, sha256)))
    expect((await readBytes(two, sha256))?.equals(bytes)).toBe(true)
    await keepBytes(one, bytes, sha256)
    await one.remove(sha256)
    expect(await one.size(sha256)).toBe(null)
  })

  test('[FI26] abandoned pieces go, others stay', async () => {
    await send(one, 0, 12_000)
    await one.dropOldParts(Date.now() - 60_000)
    expect(await two.received(USER, sha256)).toBe(12_000)
    await two.dropOldParts(Date.now() + 60_000)
    expect(await one.received(USER, sha256)).toBe(0)
  })

  test('[EX21] the file of an export appears whole, for every server, until one removes it', async () => {
    const name = 'an-export.1'
    const read = async (store: BlobStore) => {
      const found = await store.readExport(name)
      return found === null
        ? null
        : { bytes: found.bytes, content: Buffer.concat(await found.content.toArray()) }
    }
    const { path, handle } = await one.openIncoming()
    await handle.writeFile(bytes)
    await handle.close()
    expect([await read(two), await two.listExports()]).toEqual([null, []])
    await one.keepExport(path, name)
    expect(await read(two)).toEqual({ bytes: bytes.length, content: bytes })
    expect(await two.readExport('an-export.10')).toBe(null)
    expect([await one.listExports(), existsSync(path)]).toEqual([[name], false])
    await one.dropOldParts(Date.now() + 60_000)
    await two.removeExport(name)
    expect([await read(one), await one.listExports()]).toEqual([null, []])
    await two.removeExport(name)
  })

  test('[EX21] incoming files that a server left half written go, partial uploads stay', async () => {
    const { path, handle } = await one.openIncoming()
    await handle.close()
    await send(one, 0, 12_000)
    await one.dropOldIncoming(Date.now() - 60_000)
    expect(existsSync(path)).toBe(true)
    await one.dropOldIncoming(Date.now() + 60_000)
    expect([existsSync(path), await one.received(USER, sha256)]).toEqual([false, 12_000])
    await one.dropPart(USER, sha256)
  })

  test('[HE1] a store that works says so', async () => {
    await one.check()
  })
})
