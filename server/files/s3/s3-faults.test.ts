import { createHash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  buildStores,
  keepBytes,
  readBytes,
  type TestStores,
  writePiece,
} from '../../../tests/support/blob-stores.ts'
import { hasS3 } from '../../../tests/support/s3-server.ts'
import type { Fault } from '../../../tests/support/tcp-faults.ts'
import { startTcpProxy, type TcpProxy } from '../../../tests/support/tcp-proxy.ts'
import type { BlobStore } from '../blob-store.ts'

const USER = 7
const PATIENT = { silenceMs: 1_000, tries: 6 }

const STRIKES: [string, Fault][] = [
  ['is refused', { kind: 'refuse' }],
  ['is cut in a request', { kind: 'cut', at: { direction: 'up', bytes: 300 } }],
  ['is reset in a body', { kind: 'reset', at: { direction: 'up', bytes: 20_000 } }],
  ['is reset in an answer', { kind: 'reset', at: { direction: 'down', bytes: 40 } }],
  ['ends in the middle of a file', { kind: 'truncate', at: { direction: 'down', bytes: 9_000 } }],
  ['falls silent', { kind: 'half-open', unaware: 'both', at: { direction: 'up', bytes: 300 } }],
]

describe.runIf(hasS3)('S3 behind a bad network', () => {
  let stores: TestStores
  let proxy: TcpProxy
  /** The store without faults. */
  let near: BlobStore
  beforeAll(async () => {
    stores = await buildStores('s3')
    proxy = await startTcpProxy(stores.s3?.port ?? 0)
    near = stores.open()
  })
  afterAll(async () => {
    await proxy.close()
    await stores.close()
  })
  /** The store over connections of which the first ones have the fault. */
  const far = (fault: Fault, faulty = 1): BlobStore => {
    proxy.setFaults((connection) => (connection < faulty ? fault : null))
    return stores.open({ port: proxy.port, patience: PATIENT })
  }
  const build = (size: number) => {
    const bytes = randomBytes(size)
    return { bytes, sha256: createHash('sha256').update(bytes).digest('hex') }
  }

  test.each(STRIKES)('[FI27] nothing is lost if a connection %s', async (_what, fault) => {
    const { bytes, sha256 } = build(35_000)
    await writePiece(far(fault), { userId: USER, sha256, offset: 0 }, bytes.subarray(0, 25_000))
    expect(await near.received(USER, sha256)).toBe(25_000)
    await writePiece(far(fault), { userId: USER, sha256, offset: 25_000 }, bytes.subarray(25_000))
    const far1 = far(fault)
    const copy = await far1.copyPart(USER, sha256)
    expect(copy?.sha256).toBe(sha256)
    await far1.dropIncoming(copy?.path ?? '')
    await keepBytes(far(fault), bytes, sha256)
    expect((await readBytes(far(fault), sha256))?.equals(bytes)).toBe(true)
    await far(fault).removeUnless(sha256, async () => false)
    expect(await near.size(sha256)).toBe(null)
    await far(fault).dropPart(USER, sha256)
    expect(await near.received(USER, sha256)).toBe(0)
    expect(proxy.struck.filter((struck) => struck === fault).length).toBeGreaterThan(0)
  })

  test('[FI27] a large file that breaks off in its parts is not seen before it is whole', async () => {
    const { bytes, sha256 } = build(9_000_000)
    const cut: Fault = { kind: 'reset', at: { direction: 'up', bytes: 5_000_000 } }
    const seen: (number | null)[] = []
    let isOver = false
    const looking = (async () => {
      while (!isOver) seen.push(await near.size(sha256))
    })()
    const store = far(cut, Infinity)
    await expect(keepBytes(store, bytes, sha256)).rejects.toMatchObject({
      code: 'FILES_UNAVAILABLE',
    })
    await keepBytes(far(cut, 2), bytes, sha256)
    isOver = true
    await looking
    expect(new Set(seen.filter((size) => size !== null && size !== bytes.length))).toEqual(
      new Set(),
    )
    expect((await readBytes(near, sha256))?.equals(bytes)).toBe(true)
    await near.dropOldParts(Date.now() + 60_000)
    expect((await readBytes(near, sha256))?.equals(bytes)).toBe(true)
    await near.remove(sha256)
  })

  test('[FI27] while the storage is away every step fails with words and changes nothing', async () => {
    const { bytes, sha256 } = build(35_000)
    await keepBytes(near, bytes, sha256)
    await writePiece(near, { userId: USER, sha256, offset: 0 }, bytes.subarray(0, 20_000))
    const away = far({ kind: 'refuse' }, Infinity)
    const gone = { code: 'FILES_UNAVAILABLE' }
    await expect(away.received(USER, sha256)).rejects.toMatchObject(gone)
    await expect(away.copyPart(USER, sha256)).rejects.toMatchObject(gone)
    await expect(readBytes(away, sha256)).rejects.toMatchObject(gone)
    await expect(away.size(sha256)).rejects.toMatchObject(gone)
    await expect(away.removeUnless(sha256, async () => false)).rejects.toMatchObject(gone)
    await expect(away.check()).rejects.toThrow(/^FILES_URL: 127.0.0.1:\d+ cannot be reached/)
    proxy.heal()
    expect(await away.received(USER, sha256)).toBe(20_000)
    expect((await readBytes(away, sha256))?.equals(bytes)).toBe(true)
    await near.dropPart(USER, sha256)
    await near.remove(sha256)
  })
})
