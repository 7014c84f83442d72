import { execFile } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import SQLite from 'better-sqlite3'
import { openDatabase } from '#server/database/open.ts'
import { startServer } from '../support/start-server.ts'
import { createRandom } from '../sync/simulator/random.ts'
import { CUTS, Disk } from './disk.ts'
import { openWriters, seedLoadWorld } from './load-world.ts'
import { ownConnection } from './own-connection.ts'
import { findBreaches, findDamage, type Select, sqlite3 } from './stored.ts'
import { readTrace, type Step, straceInto } from './trace.ts'
import type { Writer } from './writer.ts'

/** Why this machine cannot trace a process; null = it can. */
export const whyNoTrace = async (): Promise<string | null> => {
  if (!existsSync('/usr/bin/strace')) return 'the command strace is missing (Debian package strace)'
  return await promisify(execFile)('/usr/bin/strace', [
    '-f',
    '--seccomp-bpf',
    '-o',
    '/dev/null',
    'true',
  ]).then(
    () => null,
    (error: Error) => `strace cannot watch here: ${error.message}`,
  )
}

export interface Recording {
  files: Map<string, Buffer>
  steps: Step[]
  writers: Writer[]
  writerOfPort: ReadonlyMap<number, Writer>
}

const EACH = 2
/** Between two rounds all writers pause until SQLite has copied its log into the database. */
const ROUNDS = 4

/** Runs devices against a traced server until it has acknowledged this many edits. */
export const record = async (dir: string, seed: number, edits: number): Promise<Recording> => {
  const dataDir = join(realpathSync(dir), 'data')
  const database = await openDatabase({ dataDir })
  const { vendorId } = await seedLoadWorld(database)
  await database.close()
  const files = new Map(
    readdirSync(dataDir).map((name) => [join(dataDir, name), readFileSync(join(dataDir, name))]),
  )
  const traceFile = join(dir, 'trace.txt')
  const server = await startServer({ dataDir, demo: false, under: straceInto(traceFile) })
  const writers = await openWriters([server.url], vendorId, EACH)
  const connections = writers.map((writer) => {
    const connection = ownConnection(server.url, writer.client)
    writer.client = connection.client
    return connection
  })
  const random = createRandom(seed)
  const isPast = (part: number): boolean =>
    writers.reduce((sum, { acknowledged }) => sum + acknowledged, 0) >= edits * part
  for (let round = 1; round <= ROUNDS; round += 1) {
    const before = lastWritten(dataDir)
    await Promise.all(writers.map((writer) => writer.run(random, () => isPast(round / ROUNDS))))
    if (round < ROUNDS) while (lastWritten(dataDir) === before) await delay(50)
  }
  await server.kill()
  const writerOfPort = new Map(
    connections.flatMap(({ ports, close }, index) => {
      close()
      const writer = writers[index]
      return writer === undefined ? [] : [...ports].map((port): [number, Writer] => [port, writer])
    }),
  )
  const steps = readTrace(await finished(traceFile), dataDir, [...files.keys()])
  await server.dispose()
  return { files, steps, writers, writerOfPort }
}

/** Time of the last write to the database file itself; commits go into its log first. */
const lastWritten = (dataDir: string): number =>
  statSync(join(dataDir, 'tenderbook.sqlite')).mtimeMs

/** strace writes the end of its file after the traced process has exited. */
const finished = async (file: string): Promise<string> => {
  for (let tries = 0; ; tries++) {
    const text = await readFile(file, 'utf8')
    if (/\+\+\+ (killed by|exited with) .*\+\+\+\n$/.test(text)) return text
    if (tries > 100) throw new Error('strace did not end')
    await delay(100)
  }
}

export interface CutSummary {
  cuts: number
  acknowledged: number
  pendingAtMost: number
  checkpoints: number
  breaches: string[]
}
export interface CutOptions {
  dir: string
  cuts: number
  seed: number
  forgetSyncOf?: (file: string) => boolean
}

/**
 * Cuts the power at places all over a recording, in each way in turn, and compares the remaining
 * files with the acknowledgements before the cut. `forgetSyncOf` plants a disk or setting that does
 * not sync those files.
 */
export const cutPower = async (
  { files, steps, writers, writerOfPort }: Recording,
  { dir, cuts, seed, forgetSyncOf = () => false }: CutOptions,
): Promise<CutSummary> => {
  const random = createRandom(seed)
  const places = Array.from({ length: cuts }, () =>
    drawPlace(steps, () => random.below(steps.length)),
  ).sort((a, b) => a - b)
  const disk = new Disk(files)
  const acknowledged = new Map<Writer, number>()
  const summary: CutSummary = {
    cuts: 0,
    acknowledged: 0,
    pendingAtMost: 0,
    checkpoints: 0,
    breaches: [],
  }
  for (const [index, step] of steps.entries()) {
    for (; places[0] === index; places.shift()) {
      summary.pendingAtMost = Math.max(summary.pendingAtMost, disk.pending)
      const how = CUTS[summary.cuts++ % CUTS.length] ?? 'nothing of it'
      const left = disk.cut(how, random)
      const breaches = await checkFiles(left, {
        dir,
        byCommand: summary.cuts % 20 === 0,
        writers,
        acknowledged,
      })
      summary.breaches.push(...breaches.map((breach) => `cut ${index} (${how}): ${breach}`))
    }
    const writer = step.kind === 'answer' ? writerOfPort.get(step.port) : undefined
    if (step.kind === 'answer' && writer !== undefined)
      acknowledged.set(writer, Math.max(acknowledged.get(writer) ?? 0, step.lastMid))
    if (step.kind === 'sync' && step.file.endsWith('.sqlite')) summary.checkpoints += 1
    if (step.kind !== 'sync' || !forgetSyncOf(step.file)) disk.take(step)
    else disk.take({ ...step, covers: 0 })
  }
  summary.acknowledged = [...acknowledged.values()].reduce((sum, mid) => sum + mid, 0)
  return summary
}

/** Half of the cuts come right before a sync or right after an answer, where most can be lost. */
const drawPlace = (steps: readonly Step[], draw: () => number): number => {
  const place = draw()
  if (place % 2 === 0) return place
  const next = steps.findIndex(
    (step, index) =>
      index >= place && (step.kind === 'sync' || steps[index - 1]?.kind === 'answer'),
  )
  return next === -1 ? place : next
}

interface CheckOptions {
  dir: string
  byCommand: boolean
  writers: readonly Writer[]
  acknowledged: ReadonlyMap<Writer, number>
}

const checkFiles = async (
  files: ReadonlyMap<string, Buffer>,
  { dir, byCommand, writers, acknowledged }: CheckOptions,
): Promise<string[]> => {
  const place = join(dir, 'cut')
  rmSync(place, { recursive: true, force: true })
  mkdirSync(place)
  for (const [name, bytes] of files) writeFileSync(join(place, basename(name)), bytes)
  const file = join(place, 'tenderbook.sqlite')
  const driver = byCommand ? null : new SQLite(file)
  const select: Select =
    driver === null
      ? sqlite3(file)
      : (statement) => Promise.resolve(driver.prepare(statement).all())
  try {
    return [
      ...(await findDamage(select)),
      ...(await findBreaches(select, writers, {
        acknowledgedBy: (writer) => acknowledged.get(writer) ?? 0,
      })),
    ]
  } catch (error) {
    return [`SQLite cannot read what is left: ${String(error)}`]
  } finally {
    driver?.close()
  }
}
