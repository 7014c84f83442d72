import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { strToU8, zipSync } from 'fflate'
import { afterAll, describe, expect, it } from 'vitest'
import { ArchiveProblem } from './archive-problem.ts'
import { readZipEntries, readZipEntry } from './zip-reader.ts'

const folder = mkdtempSync(join(tmpdir(), 'tenderbook-zip-'))
const path = join(folder, 'file.zip')
afterAll(() => rmSync(folder, { recursive: true }))

const [END_BYTES, DIRECTORY_BYTES, LOCAL_BYTES] = [22, 46, 30]
const TEXTS = { 'a.txt': 'first '.repeat(50), 'b/long.bin': 'x'.repeat(200_000) }
/** A ZIP file of two deflated entries. */
const zip = (): Buffer =>
  Buffer.from(
    zipSync(Object.fromEntries(Object.entries(TEXTS).map(([name, text]) => [name, strToU8(text)]))),
  )
const GENUINE = zip()
const END = GENUINE.length - END_BYTES
const DIRECTORY = GENUINE.readUInt32LE(END + 16)
const SECOND = DIRECTORY + DIRECTORY_BYTES + 'a.txt'.length
const SECOND_OFFSET = GENUINE.readUInt32LE(SECOND + 42)

const changed = (change: (bytes: Buffer) => unknown): Buffer => {
  const bytes = zip()
  change(bytes)
  return bytes
}
/** The texts of all entries, or what is wrong with the file. */
const read = async (bytes: Buffer): Promise<unknown> => {
  writeFileSync(path, bytes)
  const file = await open(path)
  try {
    const texts: Record<string, string> = {}
    for (const entry of await readZipEntries(file)) {
      const pieces: Buffer[] = []
      for await (const piece of readZipEntry(file, entry)) pieces.push(piece)
      texts[entry.name] = Buffer.concat(pieces).toString()
    }
    return texts
  } catch (error) {
    if (!(error instanceof ArchiveProblem)) throw error
    return error.message
  } finally {
    await file.close()
  }
}
const CUT = 'The file is no ZIP file, or its end is missing'

describe('[EX14] a ZIP file', () => {
  it('is read entry by entry, also one in several pieces and one without entries', async () => {
    expect(await read(GENUINE)).toEqual(TEXTS)
    expect(await read(Buffer.from(zipSync({})))).toEqual({})
  })

  it('is read although another program has added comments and extra fields to its entries', async () => {
    const noted = { comment: 'checked', extra: { 0x7075: strToU8('note') } }
    const packed = zipSync({
      'a.txt': [strToU8('first'), noted],
      'b.txt': [strToU8('second'), noted],
    })
    expect(await read(Buffer.from(packed))).toEqual({ 'a.txt': 'first', 'b.txt': 'second' })
  })

  it.each<[string, Buffer, string]>([
    ['is shorter than its end', GENUINE.subarray(0, END_BYTES - 1), CUT],
    ['lacks its last byte', GENUINE.subarray(0, -1), CUT],
    ['goes on after its end', Buffer.concat([GENUINE, Buffer.from([0])]), CUT],
    ['announces a comment', changed((zipped) => zipped.writeUInt16LE(1, END + 20)), CUT],
    ['has another end', changed((zipped) => zipped.writeUInt8(0, END)), CUT],
    ['counts an entry too many', changed((zipped) => zipped.writeUInt16LE(3, END + 10)), CUT],
    ['counts an entry too few', changed((zipped) => zipped.writeUInt16LE(1, END + 10)), CUT],
    [
      'counts 65,535 entries',
      changed((zipped) => zipped.writeUInt16LE(65_535, END + 10)),
      'The file has too many entries',
    ],
    [
      'counts 65,534 entries, and has two',
      changed((zipped) => zipped.writeUInt16LE(65_534, END + 10)),
      CUT,
    ],
    [
      'has a directory of 16,000,001 bytes',
      changed((zipped) => zipped.writeUInt32LE(16_000_001, END + 12)),
      'The file has too many entries',
    ],
    [
      'has a directory of 16,000,000 bytes by its end alone',
      changed((zipped) => zipped.writeUInt32LE(16_000_000, END + 12)),
      CUT,
    ],
    [
      'has its directory elsewhere',
      changed((zipped) => zipped.writeUInt32LE(DIRECTORY - 1, END + 16)),
      CUT,
    ],
    ['has another directory', changed((zipped) => zipped.writeUInt8(0, DIRECTORY)), CUT],
    [
      'has an encrypted entry',
      changed((zipped) => zipped.writeUInt16LE(zipped.readUInt16LE(SECOND + 8) | 1, SECOND + 8)),
      'b/long.bin: is encrypted or packed by another method',
    ],
    [
      'has a stored entry',
      changed((zipped) => zipped.writeUInt16LE(0, DIRECTORY + 10)),
      'a.txt: is encrypted or packed by another method',
    ],
    [
      'has entries over one another',
      changed((zipped) => zipped.writeUInt32LE(SECOND_OFFSET - 1, SECOND + 42)),
      'b/long.bin: lies over another entry',
    ],
    [
      'has an entry that reaches into the directory',
      changed((zipped) => zipped.writeUInt32LE(zipped.readUInt32LE(SECOND + 20) + 1, SECOND + 20)),
      CUT,
    ],
    [
      'has an entry that is not where the directory says',
      changed((zipped) => zipped.writeUInt8(0, SECOND_OFFSET)),
      'b/long.bin: is not where the list of entries says',
    ],
    [
      'has an entry of another name than the directory says',
      changed((zipped) => zipped.write('c', SECOND_OFFSET + LOCAL_BYTES)),
      'b/long.bin: is not where the list of entries says',
    ],
    [
      'has an entry whose content begins after the end of the file',
      changed((zipped) => zipped.writeUInt16LE(65_535, SECOND_OFFSET + 28)),
      CUT,
    ],
    [
      'has an entry that unpacks to a byte more',
      changed((zipped) => zipped.writeUInt32LE(199_999, SECOND + 24)),
      'b/long.bin: unpacks to more than it announces',
    ],
    [
      'has an entry that unpacks to a byte less',
      changed((zipped) => zipped.writeUInt32LE(200_001, SECOND + 24)),
      'b/long.bin: is damaged',
    ],
    [
      'has an entry with another checksum',
      changed((zipped) => zipped.writeUInt32LE(zipped.readUInt32LE(SECOND + 16) ^ 1, SECOND + 16)),
      'b/long.bin: is damaged',
    ],
    [
      'has an entry that cannot be unpacked',
      changed((zipped) => zipped.fill(0xff, LOCAL_BYTES + 'a.txt'.length, LOCAL_BYTES + 9)),
      'a.txt: is damaged',
    ],
  ])('that %s is refused', async (_what, bytes, problem) => {
    expect(await read(bytes)).toBe(problem)
  })

  it('that has two entries of one name is refused', async () => {
    const twice = changed((zipped) => {
      zipped.write('b/long.bin', SECOND + DIRECTORY_BYTES)
    })
    expect(await read(twice)).toEqual(TEXTS)
    const same = Buffer.from(
      zipSync({ 'a.txt': strToU8('first'), 'b.txt': strToU8('second') }),
    ).toString('latin1')
    expect(await read(Buffer.from(same.replaceAll('b.txt', 'a.txt'), 'latin1'))).toBe(
      'The file has two entries of the same name',
    )
  })
})
