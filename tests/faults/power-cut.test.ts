import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { projectRoot } from '../support/project-root.ts'
import { startServer } from '../support/start-server.ts'
import { cutPower, record, type Recording, whyNoTrace } from './power-cut.ts'
import { NO_SQLITE3, SQLITE3 } from './stored.ts'

const CUTS = 500
const SEED = Number(process.env['FAULT_SEED'] ?? Date.now() % 1_000_000)

const whyNot = SQLITE3 === null ? NO_SQLITE3 : await whyNoTrace()
let dir: string
let recording: Recording
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'tenderbook-power-'))
  if (whyNot === null) recording = await record(dir, SEED, 800)
})
afterAll(async () => {
  await rm(dir, { recursive: true })
})

test(`[DU6] ${CUTS} power cuts with dropped, partial and torn writes lose nothing acknowledged (seed ${SEED})`, async ({
  skip,
}) => {
  if (whyNot !== null) return skip(whyNot)
  const { breaches, ...counts } = await cutPower(recording, { dir, cuts: CUTS, seed: SEED })
  console.log(counts)
  expect(breaches).toEqual([])
  expect(counts.acknowledged).toBeGreaterThanOrEqual(800)
  // Without a checkpoint, the write-ahead log was never copied into the database.
  expect(counts.checkpoints).toBeGreaterThan(0)
})

test('a disk that forgets the write-ahead log loses acknowledged edits, and the comparison reports it', async ({
  skip,
}) => {
  if (whyNot !== null) return skip(whyNot)
  const { breaches } = await cutPower(recording, {
    dir,
    cuts: 15,
    seed: SEED,
    forgetSyncOf: (file) => file.endsWith('-wal'),
  })
  expect(breaches.join('\n')).toMatch(/was acknowledged, the database stands at/)
})

test('[DU7] the server does not start when SQLite does not keep synchronous = FULL', async () => {
  const forgetful = pathToFileURL(join(projectRoot, 'tests/faults/keep-normal.ts')).href
  await expect(
    startServer({ demo: false, env: { NODE_OPTIONS: `--import ${forgetful}` } }),
  ).rejects.toThrow(/synchronous = FULL/)
})
