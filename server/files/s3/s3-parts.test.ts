import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { gather } from '../../../tests/support/gather.ts'
import { type MemoryS3, startMemoryS3 } from '../../../tests/support/memory-s3.ts'
import type { PartHandle } from '../blob-store.ts'
import { PartGone, readOn, S3Parts } from './s3-parts.ts'

const SEGMENT = 10
const USER = 7
const HASH = 'abc'
const BYTES = Buffer.from('0123456789abcdefghijklmnopqrstuvwxyz')
let s3: MemoryS3
let parts: S3Parts
beforeEach(async () => {
  s3 = await startMemoryS3()
  parts = new S3Parts(s3.bucket, SEGMENT)
})
afterEach(() => s3.close())
const writeAll = async (part: PartHandle, bytes: Buffer, from = 0): Promise<number[]> => {
  const written: number[] = []
  for (let done = 0; done < bytes.length;) {
    const { bytesWritten } = await part.write(bytes, done, bytes.length - done, from + done)
    written.push(bytesWritten)
    done += bytesWritten
  }
  return written
}
const send = async (from: number, until: number, by = USER, hash = HASH): Promise<void> => {
  const part = parts.open(by, hash)
  await writeAll(part, BYTES.subarray(from, until), from)
  await part.close()
}
const read = async (): Promise<string | null> => {
  const pieces = await parts.read(USER, HASH)
  return pieces === null ? null : Buffer.concat(await gather(pieces)).toString()
}
const name = (from: number, until: number, folder = '7-abc'): string =>
  `parts/${folder}/${String(from).padStart(12, '0')}-${String(until).padStart(12, '0')}`
const put = (key: string, text: string, writtenOn: number) =>
  s3.objects.set(key, { bytes: Buffer.from(text), writtenOn })

describe('[FI25] pieces of an upload', () => {
  it('are stored as segments of one size, and the rest at the end', async () => {
    const part = parts.open(USER, HASH)
    expect(await writeAll(part, BYTES.subarray(0, 25))).toEqual([10, 10, 5])
    expect(s3.keys()).toEqual([name(0, 10), name(10, 20)])
    expect(await part.stat()).toEqual({ size: 20 })
    await part.close()
    expect(s3.keys()).toEqual([name(0, 10), name(10, 20), name(20, 25)])
    expect(s3.objects.get(name(10, 20))?.bytes.toString()).toBe('abcdefghij')
    expect([await part.stat(), await parts.received(USER, HASH)]).toEqual([{ size: 25 }, 25])
    await part.close()
    expect(s3.asked.filter((one) => one.startsWith('PUT'))).toHaveLength(3)
  })

  it('are collected as long as they follow each other', async () => {
    const part = parts.open(USER, HASH)
    for (let at = 0; at < 6; at += 2) await part.write(BYTES, at, 2, at)
    expect(s3.keys()).toEqual([])
    await part.write(BYTES, 20, 4, 20)
    expect(s3.keys()).toEqual([name(0, 6)])
    await part.close()
    expect(s3.keys()).toEqual([name(0, 6), name(20, 24)])
    expect(s3.objects.get(name(20, 24))?.bytes.toString()).toBe('klmn')
    expect(await part.stat()).toEqual({ size: 6 })
  })

  it('are those of the moment when they were written', async () => {
    const buffer = Buffer.from('abc')
    const part = parts.open(USER, HASH)
    await part.write(buffer, 1, 2, 0)
    buffer.fill('x')
    await part.close()
    expect(await read()).toBe('bc')
  })

  it('are read up to the first gap, each byte once', async () => {
    expect(await read()).toBe(null)
    await send(0, 7)
    await send(3, 12)
    await send(20, 25)
    expect([await read(), await parts.received(USER, HASH)]).toEqual(['0123456789ab', 12])
    await send(12, 20)
    expect(await read()).toBe(BYTES.toString('latin1', 0, 25))
  })

  it('belong to one person and one file', async () => {
    await send(0, 3)
    await send(0, 4, USER, 'other')
    await send(0, 5, 70)
    expect([await parts.received(7, 'other'), await parts.received(70, HASH)]).toEqual([4, 5])
    await parts.drop(USER, HASH)
    expect(s3.keys()).toEqual([name(0, 4, '7-other'), name(0, 5, '70-abc')])
    expect(await read()).toBe(null)
  })

  it('come also from a file of the disk', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'tenderbook-adopted-'))
    try {
      await writeFile(join(folder, 'file'), BYTES)
      await parts.adopt(join(folder, 'file'), USER, HASH)
    } finally {
      await rm(folder, { recursive: true })
    }
    expect(await read()).toBe(BYTES.toString())
    expect(s3.keys()).toEqual([name(0, 10), name(10, 20), name(20, 30), name(30, 36)])
  })

  it('that another server has finished or given up are gone', async () => {
    await send(0, 15)
    const pieces = await parts.read(USER, HASH)
    if (pieces === null) throw new Error('There are no pieces')
    await pieces.next()
    await parts.drop(USER, HASH)
    await expect(gather(pieces)).rejects.toBeInstanceOf(PartGone)
  })

  it('that are not to be read fail with the answer of the store', async () => {
    await send(0, 15)
    s3.before = ({ method, key }) =>
      method === 'GET' && key !== null ? { status: 403, code: 'AccessDenied' } : undefined
    await expect(read()).rejects.toMatchObject({ status: 403, reason: 'AccessDenied' })
  })
})

describe('[FI26] abandoned uploads', () => {
  it('go if all their pieces are older', async () => {
    const before = 1_000_000
    put(name(0, 1, '7-old'), 'a', before - 1_000)
    put(name(1, 2, '7-old'), 'b', before - 1_000)
    put(name(0, 1, '7-living'), 'a', before - 1_000)
    put(name(1, 2, '7-living'), 'b', before + 1_000)
    put(name(0, 1, '7-now'), 'a', before)
    put('whole/abc/1', 'w', 0)
    await parts.dropOld(before)
    expect(s3.keys()).toEqual([
      ...[name(0, 1, '7-living'), name(1, 2, '7-living'), name(0, 1, '7-now'), 'whole/abc/1'],
    ])
  })
})

describe('[FI27] an object', () => {
  const readFrom = async (from: number): Promise<string> =>
    Buffer.concat(await gather(readOn(s3.bucket, () => 'x', from))).toString()
  beforeEach(() => put('x', BYTES.toString(), 0))
  /** Breaks so many connections, each after this many bytes. */
  const cut = (times: number, cutAfter: number): void => {
    let left = times
    s3.before = ({ key }) => (key === 'x' && left-- > 0 ? { cutAfter } : undefined)
  }

  it('is read on at the byte where a connection broke, however often if bytes arrive', async () => {
    expect([await readFrom(0), await readFrom(30)]).toEqual([BYTES.toString(), 'uvwxyz'])
    s3.asked.length = 0
    cut(12, 2)
    expect(await readFrom(3)).toBe(BYTES.toString('latin1', 3))
    expect(s3.asked).toHaveLength(13)
  })

  it('is given up after the sixth connection without a byte', async () => {
    cut(5, 0)
    expect(await readFrom(0)).toBe(BYTES.toString())
    s3.asked.length = 0
    cut(99, 0)
    await expect(readFrom(0)).rejects.toThrow()
    expect(s3.asked).toHaveLength(6)
  })
})
