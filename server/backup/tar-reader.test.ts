import { randomBytes } from 'node:crypto'
import { type FileHandle, mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { gather } from '../../tests/support/gather.ts'
import { ArchiveProblem } from '../archive/archive-problem.ts'
import { BLOCK } from './tar-header.ts'
import { readTarEntries, readTarEntry } from './tar-reader.ts'
import { TarWriter } from './tar-writer.ts'

const WRITTEN_ON = 1_900_000_000
/** The content of an entry is passed on in pieces of this size. */
const PIECE = 65_536
const CONTENTS: readonly (readonly [name: string, content: Buffer])[] = [
  ['empty', Buffer.alloc(0)],
  ['one', Buffer.from('1')],
  ['block', randomBytes(BLOCK)],
  ['piece', randomBytes(PIECE)],
  ['pieces', randomBytes(PIECE + 1)],
]
let folder: string
let path: string
let files: FileHandle[]
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tenderbook-tar-'))
  path = join(folder, 'a.tar')
  files = []
})
afterEach(async () => {
  for (const file of files) await file.close()
  await rm(folder, { recursive: true })
})
const opened = async (): Promise<FileHandle> => {
  const file = await open(path, 'r')
  files.push(file)
  return file
}
const write = async (contents: typeof CONTENTS): Promise<Buffer> => {
  const file = await open(path, 'w')
  const tar = new TarWriter(file, WRITTEN_ON)
  for (const [name, content] of contents) await tar.entry(name, (push) => push(content))
  await tar.end()
  await file.close()
  return await readFile(path)
}
/** The names of the entries of these bytes, or the problem. */
const outcomeOf = async (bytes: Buffer): Promise<string> => {
  await writeFile(path, bytes)
  return await readTarEntries(await opened()).then(
    (entries) => entries.map(({ name }) => name).join(),
    (error: unknown) => {
      if (error instanceof ArchiveProblem) return error.message
      throw error
    },
  )
}
const changed = (bytes: Buffer, at: number): Buffer => {
  const copy = Buffer.from(bytes)
  copy[at] = (copy[at] ?? 0) ^ 1
  return copy
}

describe('[BU10] a file of entries', () => {
  it('is read with the place of every content', async () => {
    await write(CONTENTS)
    expect(await readTarEntries(await opened())).toEqual([
      { name: 'empty', bytes: 0, writtenOn: WRITTEN_ON, offset: 512 },
      { name: 'one', bytes: 1, writtenOn: WRITTEN_ON, offset: 1_024 },
      { name: 'block', bytes: 512, writtenOn: WRITTEN_ON, offset: 2_048 },
      { name: 'piece', bytes: PIECE, writtenOn: WRITTEN_ON, offset: 3_072 },
      { name: 'pieces', bytes: PIECE + 1, writtenOn: WRITTEN_ON, offset: 3_584 + PIECE },
    ])
  })

  it('gives each content as it was written, in pieces', async () => {
    await write(CONTENTS)
    const file = await opened()
    const lengths: number[][] = []
    for (const [index, entry] of (await readTarEntries(file)).entries()) {
      const pieces: Buffer[] = []
      for await (const piece of readTarEntry(file, entry)) pieces.push(piece)
      expect(Buffer.concat(pieces).equals(CONTENTS[index]?.[1] ?? Buffer.from('-'))).toBe(true)
      lengths.push(pieces.map(({ length }) => length))
    }
    expect(lengths).toEqual([[], [1], [BLOCK], [PIECE], [PIECE, 1]])
  })

  it('may have no entry', async () => {
    await write([])
    expect(await readTarEntries(await opened())).toEqual([])
  })
})

describe('[BU5] a file is refused', () => {
  const [, one, block] = CONTENTS
  const TWO = [one, block].flatMap((entry) => (entry === undefined ? [] : [entry]))
  /** Header, content, header, content, end. */
  const WHOLE = 6 * BLOCK

  it('that is no backup', async () => {
    expect(await outcomeOf(randomBytes(2 * BLOCK))).toBe('The file is no backup')
    for (const length of [0, 1, BLOCK - 1])
      expect(await outcomeOf(Buffer.alloc(length))).toBe('The file ends too early')
  })

  it('that is cut off, wherever that is', async () => {
    const bytes = await write(TWO)
    expect(bytes.length).toBe(WHOLE)
    const cut = (until: number) => outcomeOf(bytes.subarray(0, until))
    expect(await cut(WHOLE)).toBe('one,block')
    expect(await cut(WHOLE - 1)).toBe('The end of the file is damaged')
    expect(await cut(WHOLE - BLOCK)).toBe('The end of the file is damaged')
    expect(await cut(WHOLE - BLOCK - 1)).toBe('The file ends too early')
    expect(await cut(4 * BLOCK)).toBe('The file ends too early')
    expect(await cut(4 * BLOCK - 1)).toBe('block: is cut off: the file ends too early')
    expect(await cut(2 * BLOCK)).toBe('The file ends too early')
    expect(await cut(2 * BLOCK - 1)).toBe('one: is cut off: the file ends too early')
  })

  it('with a changed byte in a header, behind a content or in its end', async () => {
    const bytes = await write(TWO)
    const withChange = (at: number) => outcomeOf(changed(bytes, at))
    expect(await withChange(100)).toBe('The file is no backup')
    expect(await withChange(2 * BLOCK + 100)).toBe('The header after one is damaged')
    expect(await withChange(BLOCK + 1)).toBe('one: is followed by damaged bytes')
    expect(await withChange(2 * BLOCK - 1)).toBe('one: is followed by damaged bytes')
    expect(await withChange(WHOLE - BLOCK - 1)).toBe('The header after block is damaged')
    expect(await withChange(WHOLE - BLOCK)).toBe('The end of the file is damaged')
    expect(await withChange(WHOLE - 1)).toBe('The end of the file is damaged')
    // Contents have hashes of their own.
    expect(await withChange(BLOCK)).toBe('one,block')
  })

  it('that has bytes behind its end', async () => {
    const bytes = await write(TWO)
    for (const more of [1, BLOCK])
      expect(await outcomeOf(Buffer.concat([bytes, Buffer.alloc(more)]))).toBe(
        'The end of the file is damaged',
      )
  })

  it('that becomes shorter while it is read', async () => {
    const bytes = await write(CONTENTS)
    const file = await opened()
    const entries = await readTarEntries(file)
    await writeFile(path, bytes.subarray(0, bytes.length - 2 * BLOCK - PIECE))
    const last = entries.at(-1)
    if (last === undefined) throw new Error('There is no entry')
    await expect(gather(readTarEntry(file, last))).rejects.toThrow('The file ends too early')
  })
})
