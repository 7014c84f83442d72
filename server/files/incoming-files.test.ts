import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { FILE_LIMITS } from '#schema/tables/file-types.ts'
import { watchHandles } from '../../tests/support/watched-handles.ts'
import { checkFolder, IncomingFiles, isDiskFull, unlessMissing } from './incoming-files.ts'

const SECOND_MS = 1_000
const NOON_MS = Date.parse('2026-11-29T12:00:00Z')

let folder: string
let dir: string
let files: IncomingFiles
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tenderbook-incoming-'))
  dir = join(folder, 'inner', 'parts')
  files = new IncomingFiles(dir)
})
afterEach(async () => {
  vi.restoreAllMocks()
  await rm(folder, { recursive: true, force: true })
})

async function* inPieces(...pieces: Buffer[]): AsyncGenerator<Buffer, void> {
  yield* pieces
}

it.each([
  ['no bytes', 0],
  ['fewer bytes than the kind of file needs', FILE_LIMITS.headBytes - 1],
  ['more bytes than the kind of file needs', FILE_LIMITS.headBytes + 1],
])('a file of %s is copied whole, with its first bytes', async (_, length) => {
  const bytes = Buffer.from(Array.from({ length }, (__, index) => (index * 7) % 251))
  const handles = await watchHandles()
  const { path, ...copy } = await files.copy(
    inPieces(bytes.subarray(0, 1_000), bytes.subarray(1_000)),
  )
  const head = bytes.subarray(0, FILE_LIMITS.headBytes)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  expect(copy).toEqual({ bytes: length, sha256, head })
  expect([await handles.isFlushed(path), handles.openCount()]).toEqual([true, 0])
  expect(basename(path)).toMatch(/^incoming-/)
})

it('a copy whose bytes end early leaves no file', async () => {
  const ending = async function* (): AsyncGenerator<Buffer, void> {
    yield Buffer.from('one piece')
    throw new Error('connection lost')
  }
  await expect(files.copy(ending())).rejects.toThrow('connection lost')
  expect(await readdir(dir)).toEqual([])
})

it('every incoming file is new, and dropped alone', async () => {
  const [one, two] = [await files.open(), await files.open()]
  await one.handle.close()
  await two.handle.close()
  await files.drop(one.path)
  await files.drop(one.path)
  expect(await readdir(dir)).toEqual([basename(two.path)])
})

it('files are dropped by the time of their last byte, to the millisecond', async () => {
  await files.dropOld(NOON_MS)
  const { handle, path } = await files.open()
  await handle.close()
  const names = [basename(path), '7-before', 'ends-incoming-']
  for (const name of names) {
    await writeFile(join(dir, name), '')
    await utimes(join(dir, name), NOON_MS / SECOND_MS, NOON_MS / SECOND_MS)
  }
  await writeFile(join(dir, 'incoming-young'), '')
  await utimes(join(dir, 'incoming-young'), NOON_MS / SECOND_MS + 1, NOON_MS / SECOND_MS + 1)
  // A name without a file behind it, like one that another server removes in the meantime.
  await symlink(join(folder, 'nowhere'), join(dir, 'incoming-gone'))
  const left = async () => (await readdir(dir)).toSorted()
  await files.dropOld(NOON_MS)
  expect(await left()).toEqual([...names, 'incoming-gone', 'incoming-young'].toSorted())
  await files.dropOldIncoming(NOON_MS + 1)
  expect(await left()).toEqual(['7-before', 'ends-incoming-', 'incoming-gone', 'incoming-young'])
  await files.dropOld(NOON_MS + 1)
  expect(await left()).toEqual(['incoming-gone', 'incoming-young'])
})

it('[HE1] a folder is checked by a whole file that is removed again', async () => {
  const handles = await watchHandles()
  await checkFolder(dir)
  expect([await readdir(dir), handles.openCount()]).toEqual([[], 0])
  vi.restoreAllMocks()
  const written: string[] = []
  // Another server may clear the folder before the file is removed.
  await watchHandles(async () => {
    for (const name of await readdir(dir)) {
      written.push(await readFile(join(dir, name), 'utf8'))
      await rm(join(dir, name))
    }
  })
  await checkFolder(dir)
  expect([written, await readdir(dir)]).toEqual([['ready'], []])
})

const withCode = (code: string): Error => Object.assign(new Error(code), { code })
it('a full disk is told apart from every other failure', () => {
  expect(['ENOSPC', 'EDQUOT', 'EIO'].map((code) => isDiskFull(withCode(code)))).toEqual([
    true,
    true,
    false,
  ])
  expect([null, undefined, 'ENOSPC', new Error('ENOSPC')].map(isDiskFull)).toEqual([
    false,
    false,
    false,
    false,
  ])
})

it('only a file that is gone or there already is passed over', () => {
  expect([unlessMissing(withCode('ENOENT')), unlessMissing(withCode('EEXIST'))]).toEqual([
    undefined,
    undefined,
  ])
  for (const error of [
    withCode('EIO'),
    new Error('EEXIST'),
    { code: 'EEXIST' },
    { code: 'ENOENT' },
  ])
    expect(() => unlessMissing(error)).toThrow()
})
