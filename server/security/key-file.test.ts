import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { watchHandles } from '../../tests/support/watched-handles.ts'
import { createKeyFile, readKeyFile, replaceKeyFile } from './key-file.ts'
import { newKeys } from './keys.ts'

let folder: string
let path: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tenderbook-keys-'))
  path = join(folder, 'inner', 'keys.json')
})
afterEach(async () => {
  vi.restoreAllMocks()
  await rm(folder, { recursive: true, force: true })
})

it.each([
  ['created', createKeyFile],
  ['replaced', replaceKeyFile],
])('[KF1] a key file that was %s is on the disk, with its name, and closed', async (_, write) => {
  if (write === replaceKeyFile) await createKeyFile(path, newKeys())
  const handles = await watchHandles()
  const keys = newKeys()
  await write(path, keys)
  expect([await handles.isFlushed(path), await handles.isFlushed(dirname(path))]).toEqual([
    true,
    true,
  ])
  expect(handles.openCount()).toBe(0)
  expect(await readKeyFile(path)).toEqual(keys)
})

/** Removes what the folder of the keys holds, as soon as the new keys are on the disk. */
const loseNewKeys = () =>
  watchHandles(async () => {
    for (const name of await readdir(dirname(path))) await rm(join(dirname(path), name))
  })

it('[KF1] a key file that cannot be created stops the server, which has no keys then', async () => {
  await loseNewKeys()
  await expect(createKeyFile(path, newKeys())).rejects.toMatchObject({ syscall: 'link' })
  expect(await readdir(dirname(path))).toEqual([])
})

it('keys that cannot replace the former ones are refused with the reason', async () => {
  await loseNewKeys()
  await expect(replaceKeyFile(path, newKeys())).rejects.toMatchObject({ syscall: 'rename' })
})
