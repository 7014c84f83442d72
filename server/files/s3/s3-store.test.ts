import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { keepBytes, readBytes, writePiece } from '../../../tests/support/blob-stores.ts'
import { type MemoryS3, QUICK, startMemoryS3 } from '../../../tests/support/memory-s3.ts'
import { sha256 } from '../../../tests/support/small-archive.ts'
import { S3Store } from './s3-store.ts'

const PLAN = Buffer.from('the plan of the whole house')
const HASH = sha256(PLAN)
const OTHER = sha256('other')
const USER = 7
let s3: MemoryS3
let dir: string
let store: S3Store
beforeEach(async () => {
  s3 = await startMemoryS3()
  dir = await mkdtemp(join(tmpdir(), 'tenderbook-s3-store-'))
  store = open()
})
afterEach(async () => {
  await s3.close()
  await rm(dir, { recursive: true })
})
const open = (more: { segmentBytes?: number } = {}): S3Store =>
  new S3Store({ place: s3.place, dir, patience: QUICK, ...more })
const put = (key: string, text: string | Buffer, writtenOn = 0) =>
  s3.objects.set(key, { bytes: Buffer.from(text), writtenOn })
const incoming = async (bytes: Buffer): Promise<string> => {
  const { path, handle } = await store.openIncoming()
  await handle.writeFile(bytes)
  await handle.close()
  return path
}
const left = async (): Promise<string[]> => await readdir(join(dir, 'parts')).catch(() => [])

describe('[FI26] a file', () => {
  it('is stored under a new key, which replaces the former ones of this file alone', async () => {
    put(`whole/${HASH}/1`, 'former')
    put(`whole/${HASH}/2`, 'former')
    put(`whole/${OTHER}/1`, 'other')
    await keepBytes(store, PLAN, HASH)
    const keys = s3.keys().filter((key) => key.startsWith(`whole/${HASH}/`))
    expect(keys).toEqual([expect.stringMatching(/^whole\/[\da-f]{64}\/[\da-f-]{36}$/)])
    expect(s3.objects.get(keys[0] ?? '')?.bytes.equals(PLAN)).toBe(true)
    expect([s3.objects.has(`whole/${OTHER}/1`), await left()]).toEqual([true, []])
    expect([await store.size(HASH), await store.size(OTHER)]).toEqual([PLAN.length, 5])
    expect(await store.size(sha256('none'))).toBe(null)
  })

  it('keeps the objects that were there until its own is written', async () => {
    put(`whole/${HASH}/1`, PLAN)
    s3.before = ({ method }) =>
      method === 'PUT' ? { status: 403, code: 'AccessDenied' } : undefined
    await expect(keepBytes(store, PLAN, HASH)).rejects.toMatchObject({ status: 403 })
    expect(s3.keys()).toEqual([`whole/${HASH}/1`])
  })

  it('is removed with all its objects, and no other one', async () => {
    put(`whole/${HASH}/1`, 'a')
    put(`whole/${HASH}/2`, 'a')
    put(`whole/${OTHER}/1`, 'other')
    await store.remove(HASH)
    expect(s3.keys()).toEqual([`whole/${OTHER}/1`])
  })

  it('[FI24] is removed unless it is used, with the objects that were there before the question', async () => {
    let asked = 0
    const answer = (isUsed: boolean) => async () => {
      asked += 1
      put(`whole/${HASH}/late`, 'late')
      return isUsed
    }
    await store.removeUnless(HASH, answer(false))
    expect(asked).toBe(0)
    put(`whole/${HASH}/1`, 'a')
    await store.removeUnless(HASH, answer(true))
    expect(s3.keys()).toHaveLength(2)
    s3.objects.delete(`whole/${HASH}/late`)
    await store.removeUnless(HASH, answer(false))
    expect([asked, s3.keys()]).toEqual([2, [`whole/${HASH}/late`]])
  })
})

describe('[FI27] the bytes of a file', () => {
  it('are read on from the object that has replaced theirs', async () => {
    put(`whole/${HASH}/1`, PLAN)
    let reads = 0
    s3.before = ({ method, key }) => {
      if (method !== 'GET' || key === null) return undefined
      reads += 1
      if (reads === 1) return { cutAfter: 5 }
      if (reads > 2) return undefined
      put(`whole/${HASH}/2`, PLAN)
      s3.objects.delete(`whole/${HASH}/1`)
      return { status: 404, code: 'NoSuchKey' }
    }
    expect((await readBytes(store, HASH))?.equals(PLAN)).toBe(true)
    expect(reads).toBe(3)
  })

  it.each([
    [2, true],
    [3, false],
  ])('are found if the object was replaced %i times: %s', async (times, isFound) => {
    put(`whole/${HASH}/1`, PLAN)
    let misses = times
    s3.before = ({ method, key }) =>
      method === 'GET' && key !== null && misses-- > 0
        ? { status: 404, code: 'NoSuchKey' }
        : undefined
    // Breaks of one connection do not count as searches.
    expect((await readBytes(store, HASH))?.equals(PLAN) ?? false).toBe(isFound)
  })

  it('are missing without an object, and other errors are passed on', async () => {
    expect(await readBytes(store, HASH)).toBe(null)
    put(`whole/${HASH}/1`, PLAN)
    s3.before = ({ key }) => (key === null ? undefined : { status: 403, code: 'AccessDenied' })
    await expect(readBytes(store, HASH)).rejects.toMatchObject({ status: 403 })
  })
})

describe('[FI25] an upload', () => {
  it('is copied to the disk of a server, or is not there', async () => {
    expect(await store.copyPart(USER, HASH)).toBe(null)
    await writePiece(store, { userId: USER, sha256: HASH, offset: 0 }, PLAN)
    const copy = await store.copyPart(USER, HASH)
    expect([copy?.sha256, copy?.bytes, existsSync(copy?.path ?? '')]).toEqual([
      ...[HASH, PLAN.length, true],
    ])
    const bytes = await store.readCopy(copy?.path ?? '').toArray()
    expect(Buffer.concat(bytes as Buffer[]).equals(PLAN)).toBe(true)
    await store.dropIncoming(copy?.path ?? '')
    expect(await left()).toEqual([])
    expect([await store.received(USER, HASH), await store.received(8, HASH)]).toEqual([27, 0])
    await store.dropPart(USER, HASH)
    expect(await store.received(USER, HASH)).toBe(0)
  })

  it('is not copied if another server ends it in between, but an error is passed on', async () => {
    await writePiece(store, { userId: USER, sha256: HASH, offset: 0 }, PLAN)
    s3.before = ({ method, key }) =>
      method === 'GET' && key !== null ? { status: 404, code: 'NoSuchKey' } : undefined
    expect(await store.copyPart(USER, HASH)).toBe(null)
    s3.before = ({ method, key }) =>
      method === 'GET' && key !== null ? { status: 403, code: 'AccessDenied' } : undefined
    await expect(store.copyPart(USER, HASH)).rejects.toMatchObject({ status: 403 })
    expect(await left()).toEqual([])
  })

  it('is stored in segments of 4 MiB, or of the size that is given', async () => {
    const sizes: number[] = []
    for (const one of [store, open({ segmentBytes: 9 })]) {
      const part = await one.openPart(USER, HASH)
      const bytes = Buffer.alloc(4 * 1_048_576 + 1)
      sizes.push((await part.write(bytes, 0, bytes.length, 0)).bytesWritten)
    }
    expect(sizes).toEqual([4 * 1_048_576, 9])
  })

  it('may come from a file of the disk, which goes', async () => {
    const path = await incoming(PLAN)
    await store.adoptIncoming(path, USER, HASH)
    expect([await store.received(USER, HASH), await left()]).toEqual([PLAN.length, []])
  })

  it('[FI26] that is old goes, in the store and on the disk', async () => {
    const [old, young] = [await incoming(PLAN), await incoming(PLAN)]
    await utimes(old, new Date(0), new Date(0))
    const name = `000000000000-${String(PLAN.length).padStart(12, '0')}`
    put(`parts/7-old/${name}`, PLAN)
    put(`parts/7-young/${name}`, PLAN, Date.now())
    await store.dropOldIncoming(1_000)
    expect([existsSync(old), existsSync(young)]).toEqual([false, true])
    await utimes(young, new Date(0), new Date(0))
    await store.dropOldParts(1_000)
    expect([existsSync(young), s3.keys()]).toEqual([false, [`parts/7-young/${name}`]])
    expect(s3.asked.filter((one) => one === 'GET list')).toHaveLength(2)
  })
})

describe('[EX21] the file of an export', () => {
  it('is stored, read, listed and removed by its whole name', async () => {
    const path = await incoming(PLAN)
    await store.keepExport(path, 'a.1')
    put('exports/a.10', 'other')
    put('whole/a.1/1', 'other')
    expect(await left()).toEqual([])
    const found = await store.readExport('a.1')
    const content = Buffer.concat((await found?.content.toArray()) as Buffer[])
    expect([found?.bytes, content.equals(PLAN)]).toEqual([PLAN.length, true])
    expect(await store.readExport('a')).toBe(null)
    expect(await store.listExports()).toEqual(['a.1', 'a.10'])
    await store.removeExport('a.1')
    expect([await store.readExport('a.1'), await store.listExports()]).toEqual([null, ['a.10']])
  })
})

describe('[FI28] a check', () => {
  it('writes to the store, and says what to correct after one try', async () => {
    await store.check()
    expect(s3.objects.get('ready')?.bytes.toString()).toBe('ready')
    s3.asked.length = 0
    s3.before = () => ({ status: 500, code: 'InternalError' })
    const patient = new S3Store({ place: s3.place, dir, patience: { ...QUICK, tries: 3 } })
    await expect(patient.check()).rejects.toThrow(/^FILES_URL: 127\.0\.0\.1:\d+ answered 500 Int/)
    expect(s3.asked).toEqual(['PUT ready'])
  })

  it('needs a folder that this server can write', async () => {
    const path = await incoming(PLAN)
    const broken = new S3Store({ place: s3.place, dir: path, patience: QUICK })
    await expect(broken.check()).rejects.toThrow()
    expect(s3.asked).toEqual([])
  })
})
