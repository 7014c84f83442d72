import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import type { BlobStore } from '#server/files/blob-store.ts'
import { FolderStore } from '#server/files/folder-store.ts'
import { hashOf, pdf, sendPiece } from '../api/send-file.ts'
import { buildWorld, type World } from '../api/world.ts'
import { nodeBinary, projectRoot } from '../support/project-root.ts'

let world: World
let blobs: BlobStore
beforeAll(async () => {
  world = await buildWorld()
  blobs = new FolderStore(world.filesDir)
})
afterAll(() => world.close())

let serial = 0
let bytes: Buffer
let sha256: string
beforeEach(() => {
  bytes = pdf(`killed ${++serial}`)
  sha256 = hashOf(bytes)
})

const dieAt = async (step: string): Promise<void> => {
  const { DATABASE_URL: _inherited, ...inherited } = process.env
  const child = spawn(nodeBinary, ['tests/faults/die-at-step.ts', step], {
    cwd: projectRoot,
    env: {
      ...inherited,
      DATA_DIR: dirname(world.filesDir),
      ...(world.databaseUrl === undefined ? {} : { DATABASE_URL: world.databaseUrl }),
      NOW: String(world.clock.now),
      TEXT: bytes.toString(),
      SENDER: JSON.stringify({
        userId: world.users['alpha-contact'],
        organizationId: world.companies.alpha,
      }),
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null]
  expect([code, signal, said]).toEqual([null, 'SIGKILL', ''])
}
const restart = async (): Promise<void> => {
  const app = await buildApp({
    database: world.database,
    databaseUrl: world.databaseUrl,
    filesDir: world.filesDir,
    clock: () => world.clock.now,
  })
  const marks = () => world.database.queries.selectFrom('removed_files').selectAll().execute()
  await expect.poll(marks).toEqual([])
  await app.close()
}
const left = async () => {
  const rows = await world.database.queries
    .selectFrom('blobs')
    .select('sha256')
    .where('sha256', '=', sha256)
    .execute()
  const folder = join(world.filesDir, 'whole', sha256.slice(0, 2))
  const names = await readdir(folder)
  return { rows: rows.length, files: names.filter((name) => name.startsWith(sha256)) }
}
const send = async () => (await sendPiece(await world.as('alpha-contact'), bytes)).body
const COMPLETE = () => ({ received: bytes.length, isComplete: true })

test.each(['row taken out', 'set aside', 'bytes removed'])(
  '[FI24] a removal that is killed after "%s" is finished at the next start',
  async (step) => {
    expect(await send()).toEqual(COMPLETE())
    await dieAt(step)
    expect((await left()).rows).toBe(0)
    await restart()
    expect(await left()).toEqual({ rows: 0, files: [] })
  },
)

test('[FI24] the only bytes of a file that was sent again are put back at the next start', async () => {
  expect(await send()).toEqual(COMPLETE())
  await dieAt('set aside, sent again')
  expect((await left()).files).toEqual([expect.stringMatching(`^${sha256}[.]`)])
  expect(await blobs.size(sha256)).toBe(bytes.length)
  await restart()
  expect(await left()).toEqual({ rows: 1, files: [sha256] })
  expect(await blobs.size(sha256)).toBe(bytes.length)
  expect(await send()).toEqual(COMPLETE())
})

test.each(['row taken out', 'set aside', 'bytes removed'])(
  '[FI24] bytes that are sent again after a removal was killed after "%s" stay',
  async (step) => {
    expect(await send()).toEqual(COMPLETE())
    await dieAt(step)
    expect(await send()).toEqual(COMPLETE())
    await restart()
    expect(await left()).toEqual({ rows: 1, files: [sha256] })
    expect(await blobs.size(sha256)).toBe(bytes.length)
  },
)

test.each(['row written', 'bytes stored'])(
  '[FI24] an upload that is killed after "%s" goes on without its bytes sent again',
  async (step) => {
    await dieAt(step)
    const client = await world.as('alpha-contact')
    const none = Buffer.alloc(0)
    const { body } = await sendPiece(client, none, { total: bytes.length, hash: sha256 })
    expect(body).toEqual(COMPLETE())
    expect(await blobs.size(sha256)).toBe(bytes.length)
  },
)
