import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { keepBytes, readBytes, writePiece } from '../../tests/support/blob-stores.ts'
import { watchHandles } from '../../tests/support/watched-handles.ts'
import { FolderStore } from './folder-store.ts'

const USER = 7
const BYTES = Buffer.from('the bytes of a file')
const SHA = createHash('sha256').update(BYTES).digest('hex')
/** Other bytes whose hash stands in the same folder. */
const NEAR = `${SHA.slice(0, 2)}${'0'.repeat(62)}`

let dir: string
let store: FolderStore
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'tenderbook-files-'))
  store = new FolderStore(dir)
})
afterEach(async () => {
  vi.restoreAllMocks()
  await rm(dir, { recursive: true, force: true })
})
const placeOf = (sha256: string): string => join(dir, 'whole', sha256.slice(0, 2), sha256)
const namesIn = async (folder: string) => (await readdir(join(dir, folder))).toSorted()

describe('the folder of files', () => {
  it('has the same places in every version of the server', async () => {
    await writePiece(store, { userId: USER, sha256: SHA, offset: 0 }, BYTES)
    await keepBytes(store, BYTES, SHA)
    const { path, handle } = await store.openIncoming()
    await handle.close()
    await store.keepExport(path, 'an-export.1')
    expect(await namesIn('.')).toEqual(['exports', 'parts', 'whole'])
    expect(await namesIn('parts')).toEqual([`${USER}-${SHA}`])
    expect(await namesIn(`whole/${SHA.slice(0, 2)}`)).toEqual([SHA])
    expect(await namesIn('exports')).toEqual(['an-export.1'])
  })

  it('[FI24] has a kept file on the disk with all new folders above it', async () => {
    const handles = await watchHandles()
    const areFlushed = async (...paths: string[]) =>
      await Promise.all(paths.map((path) => handles.isFlushed(path)))
    const [folder, whole] = [dirname(placeOf(SHA)), join(dir, 'whole')]
    await keepBytes(store, BYTES, SHA)
    expect(await areFlushed(folder, whole, dir)).toEqual([true, true, true])
    handles.startAgain()
    await keepBytes(store, BYTES, NEAR)
    expect(await areFlushed(folder, whole, dir)).toEqual([true, false, false])
    expect(handles.openCount()).toBe(0)
  })

  it('[HE1] says so while nothing can be written, and leaves nothing behind', async () => {
    await store.check()
    expect(await readdir(dir)).toEqual([])
    await writeFile(join(dir, 'file'), '')
    await expect(new FolderStore(join(dir, 'file')).check()).rejects.toThrow('EEXIST')
  })

  it('tells errors of the disk apart from what is not there', async () => {
    expect([await store.received(USER, SHA), await store.listExports()]).toEqual([0, []])
    expect([await store.size(SHA), await store.readExport('x')]).toEqual([null, null])
    expect(await store.copyPart(USER, SHA)).toBe(null)
    for (const name of ['parts', 'whole', 'exports']) await writeFile(join(dir, name), '')
    await expect(store.received(USER, SHA)).rejects.toThrow('ENOTDIR')
    await expect(store.copyPart(USER, SHA)).rejects.toThrow('ENOTDIR')
    await expect(store.size(SHA)).rejects.toThrow('ENOTDIR')
    await expect(readBytes(store, SHA)).rejects.toThrow('ENOTDIR')
    await expect(store.removeUnless(SHA, async () => false)).rejects.toThrow('ENOTDIR')
    await expect(store.readExport('x')).rejects.toThrow('ENOTDIR')
    await expect(store.listExports()).rejects.toThrow('ENOTDIR')
    await expect(store.dropOldParts(0)).rejects.toThrow('ENOTDIR')
  })

  it('takes the removal of what another server has removed', async () => {
    await store.dropPart(USER, SHA)
    await store.remove(SHA)
    await store.removeExport('x')
    await store.dropIncoming(join(dir, 'parts', 'incoming-x'))
    await store.removeUnless(SHA, async () => true)
    expect(await readdir(dir)).toEqual([])
  })
})

it('[FI24] a copy of an upload is flushed, and both files are closed', async () => {
  await writePiece(store, { userId: USER, sha256: SHA, offset: 0 }, BYTES)
  await writePiece(store, { userId: USER + 1, sha256: SHA, offset: 0 }, Buffer.from('other'))
  const handles = await watchHandles()
  const copy = await store.copyPart(USER, SHA)
  const { path = '', ...content } = copy ?? {}
  expect(content).toEqual({ bytes: BYTES.length, sha256: SHA, head: BYTES })
  expect([await handles.isFlushed(path), handles.openCount()]).toEqual([true, 0])
  expect(Buffer.concat(await store.readCopy(path).toArray())).toEqual(BYTES)
  expect(await store.received(USER, SHA)).toBe(BYTES.length)
})

it('drops and removes one upload, file or export, and leaves those beside it', async () => {
  const incoming = async (): Promise<string> => {
    const { path, handle } = await store.openIncoming()
    await handle.writeFile(BYTES)
    await handle.close()
    return path
  }
  for (const userId of [USER, USER + 1]) await store.adoptIncoming(await incoming(), userId, SHA)
  for (const sha256 of [SHA, NEAR]) await store.keep(await incoming(), sha256)
  for (const name of ['one', 'other']) await store.keepExport(await incoming(), name)
  expect(await namesIn('parts')).toEqual([`${USER}-${SHA}`, `${USER + 1}-${SHA}`])
  await store.dropPart(USER, SHA)
  await store.remove(SHA)
  await store.removeExport('one')
  expect(await namesIn('parts')).toEqual([`${USER + 1}-${SHA}`])
  expect(await namesIn(`whole/${SHA.slice(0, 2)}`)).toEqual([NEAR])
  expect(await store.listExports()).toEqual(['other'])
  const { bytes, content } = (await store.readExport('other')) ?? {}
  expect([bytes, Buffer.concat((await content?.toArray()) ?? [])]).toEqual([BYTES.length, BYTES])
})

describe('[FI24] a removal', () => {
  /** Sets a file aside, as a removal that was killed at that moment leaves it. */
  const setAside = async (sha256: string, name: string) => {
    await mkdir(dirname(placeOf(sha256)), { recursive: true })
    await writeFile(`${placeOf(sha256)}.${name}`, BYTES)
  }
  const folder = `whole/${SHA.slice(0, 2)}`

  it('puts a used file back that an earlier one set aside, on the disk', async () => {
    await setAside(SHA, 'killed')
    await setAside(NEAR, 'killed')
    const handles = await watchHandles()
    await store.removeUnless(SHA, async () => true)
    expect(await namesIn(folder)).toEqual([SHA, `${NEAR}.killed`].toSorted())
    expect(await readBytes(store, SHA)).toEqual(BYTES)
    expect(await handles.isFlushed(join(dir, folder))).toBe(true)
  })

  it('removes an unused file with all that earlier ones set aside, and no other', async () => {
    await keepBytes(store, BYTES, SHA)
    await keepBytes(store, BYTES, NEAR)
    await setAside(SHA, 'one')
    await setAside(SHA, 'two')
    await store.removeUnless(SHA, async () => false)
    expect(await namesIn(folder)).toEqual([NEAR])
  })

  it('asks once while the file is not there', async () => {
    let asked = 0
    await store.removeUnless(SHA, async () => {
      asked += 1
      return false
    })
    expect(asked).toBe(1)
  })

  it.each([true, false])(
    'ends well when another one is faster, while the file is used: %s',
    async (isUsed) => {
      await keepBytes(store, BYTES, SHA)
      await keepBytes(store, BYTES, NEAR)
      let asked = 0
      await store.removeUnless(SHA, async () => {
        asked += 1
        if (asked === 1) return false
        await new FolderStore(dir).removeUnless(SHA, async () => isUsed)
        return isUsed
      })
      expect(await namesIn(folder)).toEqual(isUsed ? [SHA, NEAR].toSorted() : [NEAR])
      expect(asked).toBe(2)
    },
  )

  it('leaves a file readable that is set aside, in the place of no other', async () => {
    await setAside(SHA, 'killed')
    expect([await store.size(SHA), await readBytes(store, SHA)]).toEqual([BYTES.length, BYTES])
    expect([await store.size(NEAR), await readBytes(store, NEAR)]).toEqual([null, null])
    expect(existsSync(placeOf(SHA))).toBe(false)
  })
})
