import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { API } from '#schema/api/index.ts'
import { SYNC_PROTOCOL } from '#schema/api/sync.ts'
import { openDatabase } from '#server/database/open.ts'
import { SyncDevice } from '../api/sync-client.ts'
import { type RunningServer, startServer } from '../support/start-server.ts'
import { buildDefinition } from '../support/project-rows.ts'
import { createRandom } from '../sync/simulator/random.ts'
import { openWriters, seedLoadWorld } from './load-world.ts'
import { mountSmallDisk } from './small-disk.ts'
import { checkLeftFiles, NO_SQLITE3, SQLITE3 } from './stored.ts'
import type { Writer } from './writer.ts'

let dir: string
let clean: (() => Promise<void>)[]
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'tenderbook-full-'))
  clean = [() => rm(dir, { recursive: true })]
})
afterEach(async () => {
  for (const step of clean.reverse()) await step()
})

const seed = async (dataDir: string): Promise<number> => {
  const database = await openDatabase({ dataDir })
  const { vendorId } = await seedLoadWorld(database)
  await database.close()
  return vendorId
}
const keep = (server: RunningServer): RunningServer => {
  clean.push(() => server.dispose())
  return server
}
interface Writing {
  writers: Writer[]
  writer: Writer
  reader: SyncDevice
  finish: () => Promise<void>
}
const startWriting = async (server: RunningServer, vendorId: number): Promise<Writing> => {
  const writers = await openWriters([server.url], vendorId, 2)
  const [writer] = writers
  if (writer === undefined) throw new Error('There is no writer')
  // The server deletes the verdicts of acknowledged pushes; with a full disk it cannot write that
  // deletion.
  const reader = new SyncDevice(writer.client)
  await reader.push(
    ...Array.from({ length: VERDICTS }, (_, index) =>
      reader.edit('sections.create', {
        projectId: 'draft',
        id: `waits-${index}`,
        documentId: 'draft-d',
        name: 'Waits',
        after: null,
      }),
    ),
  )
  let isDone = false
  const writing = Promise.all(writers.map((one) => one.run(createRandom(5), () => isDone)))
  const finish = async (): Promise<void> => {
    isDone = true
    await writing
  }
  return { writers, writer, reader, finish }
}
const until = async (condition: () => boolean): Promise<void> => {
  for (let tries = 0; !condition(); tries++) {
    if (tries > 2_400) throw new Error('waited for 2 minutes')
    await delay(50)
  }
}
const acknowledged = (writers: readonly Writer[]): number =>
  writers.reduce((sum, writer) => sum + writer.acknowledged, 0)
const refused = (writers: readonly Writer[]): number =>
  Math.min(...writers.map((writer) => writer.refused))

/** As many verdicts as the server deletes at once. */
const VERDICTS = 300
/** 500 kB does not fit into any gap of the database file. */
const LARGE = {
  projectId: 'draft',
  sectionId: 'draft-s',
  after: null,
  name: 'Large',
  definition: buildDefinition(),
  vendorHelp: 'x'.repeat(5_000),
}

/**
 * Expects that the answer names the server's storage as the cause and when to retry, and that
 * earlier rows can still be read.
 */
const expectFull = async ({ client }: Writer, reader: SyncDevice): Promise<void> => {
  const mutations = Array.from({ length: 100 }, (_, index) => ({
    mid: index + 1,
    command: 'requirements.create',
    args: { ...LARGE, id: `large-${index}` },
    base: {},
    clientAt: 0,
  }))
  const body = JSON.stringify({
    serverId: client.serverId,
    clientId: randomUUID(),
    schemaVersion: SYNC_PROTOCOL,
    mutations,
  })
  const answer = await fetch(`${client.url}/api/sync/push`, {
    method: 'POST',
    headers: { 'x-auth-token': client.token, 'content-type': 'application/json' },
    body,
  })
  // 507 = the disk is full; 503 = an error of the disk, which a file at its size limit looks like.
  expect([507, 503]).toContain(answer.status)
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await client.call(API.projects.get, { params: { id: 'draft' } })).name).toBe('draft')
  reader.ackMid = VERDICTS
  expect((await reader.pullRaw(['draft'])).status).toBe(200)
}

test('[DU8] the server answers 507 or 503 on a full disk and loses nothing; started on a full disk, it reads, and it resumes writing when there is room', async ({
  skip,
}) => {
  if (SQLITE3 === null) return skip(NO_SQLITE3)
  const disk = await mountSmallDisk(join(dir, 'disk'), 32)
  if (typeof disk === 'string') return skip(disk)
  clean.push(() => disk.remove())
  const dataDir = join(disk.dir, 'data')
  const vendorId = await seed(dataDir)
  const server = keep(await startServer({ dataDir, demo: false }))
  const { writers, writer, reader, finish } = await startWriting(server, vendorId)

  await until(() => acknowledged(writers) > 200)
  await disk.fill()
  await until(() => refused(writers) > 2)
  const atFull = acknowledged(writers)
  await expectFull(writer, reader)
  await server.kill()
  expect(await checkLeftFiles(dataDir, join(dir, 'copy'), writers)).toEqual([])
  await server.start()
  const before = refused(writers)
  await until(() => refused(writers) > before + 2)
  await expectFull(writer, reader)
  expect(acknowledged(writers)).toBeLessThan(atFull + 50)

  await disk.free()
  await until(() => acknowledged(writers) > atFull + 100)
  await finish()
  await server.kill()
  expect(await checkLeftFiles(dataDir, join(dir, 'copy'), writers)).toEqual([])
})

test('[DU8] the same holds for a file at its size limit', async ({ skip }) => {
  if (SQLITE3 === null) return skip(NO_SQLITE3)
  if (!existsSync('/usr/bin/prlimit')) return skip('the command prlimit is missing')
  const dataDir = join(dir, 'data')
  await mkdir(dataDir)
  const vendorId = await seed(dataDir)
  const server = keep(
    await startServer({ dataDir, demo: false, under: ['prlimit', '--fsize=1500000'] }),
  )
  const { writers, writer, reader, finish } = await startWriting(server, vendorId)
  await until(() => refused(writers) > 2)
  expect(acknowledged(writers)).toBeGreaterThan(20)
  await expectFull(writer, reader)
  await server.kill()
  expect(await checkLeftFiles(dataDir, join(dir, 'copy'), writers)).toEqual([])
  keep(await startServer({ dataDir, demo: false, port: server.port }))
  await finish()
  expect(acknowledged(writers)).toBe(writers.reduce((sum, { edits }) => sum + edits.length, 0))
})
