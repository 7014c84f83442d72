import { cp, mkdir, rm } from 'node:fs/promises'
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { openDatabase } from '#server/database/open.ts'
import { type RunningServer, startServer } from '../support/start-server.ts'
import { createRandom, type Random } from '../sync/simulator/random.ts'
import { openWriters, seedLoadWorld } from './load-world.ts'
import { checkLeftFiles } from './stored.ts'
import type { Writer } from './writer.ts'

export interface KillOptions {
  times: number
  seed: number
  /** An empty folder. */
  dir: string
  /** Number of servers at a time, each with its own database. */
  lanes?: number
  /** Receives the number of kills so far. */
  onKill?: (kills: number) => void
}
export interface KillSummary {
  kills: number
  duringStart: number
  unknownPushes: number
  withWal: number
  edits: number
  acknowledged: number
  breaches: string[]
}

/** Devices of each kind that write all the time. */
const EACH = 3
/** Kills per database. A new one starts after that, so that the checks stay quick. */
const KILLS_PER_DATABASE = 50

/**
 * Kills the real server (SIGKILL) on SQLite at random moments, while it starts and while devices
 * write. After each kill, reads the files with the sqlite3 command and compares them with the
 * acknowledgements that the devices received; then starts the server again on the same files.
 */
export const killServer = async ({
  times,
  seed,
  dir,
  lanes = 2,
  onKill,
}: KillOptions): Promise<KillSummary> => {
  const template = join(dir, 'template')
  const database = await openDatabase({ dataDir: template })
  const { vendorId } = await seedLoadWorld(database)
  await database.close()
  const share = (lane: number): number => Math.floor(times / lanes) + (lane < times % lanes ? 1 : 0)
  const total: KillSummary = {
    kills: 0,
    duringStart: 0,
    unknownPushes: 0,
    withWal: 0,
    edits: 0,
    acknowledged: 0,
    breaches: [],
  }
  await Promise.all(
    Array.from({ length: lanes }, async (_, lane) => {
      const random = createRandom(seed * 100 + lane)
      for (
        let done = 0;
        done < share(lane) && total.breaches.length === 0;
        done += KILLS_PER_DATABASE
      ) {
        const place = {
          template,
          dataDir: join(dir, `data-${lane}`),
          copyDir: join(dir, `copy-${lane}`),
          cacheDir: join(dir, 'cache'),
          vendorId,
          onKill,
        }
        await killOneDatabase(
          place,
          Math.min(KILLS_PER_DATABASE, share(lane) - done),
          random,
          total,
        )
      }
    }),
  )
  return total
}

interface Place {
  template: string
  dataDir: string
  copyDir: string
  cacheDir: string
  vendorId: number
  onKill: KillOptions['onKill']
}

const killOneDatabase = async (
  place: Place,
  times: number,
  random: Random,
  total: KillSummary,
): Promise<void> => {
  const { template, dataDir, copyDir, cacheDir, vendorId, onKill } = place
  await rm(dataDir, { recursive: true, force: true })
  await mkdir(dataDir)
  await cp(template, dataDir, { recursive: true })
  // Starts share compiled code, which shortens each of them by a third.
  const server = await startServer({
    dataDir,
    demo: false,
    env: { NODE_COMPILE_CACHE: cacheDir },
    startTimeoutMs: 120_000,
  })
  const writers = await openWriters([server.url], vendorId, EACH)
  let isDone = false
  const writing = Promise.all(writers.map((writer) => writer.run(random, () => isDone)))
  try {
    await server.stop()
    for (let kill = 0; kill < times && total.breaches.length === 0; kill++) {
      total.duringStart += Number(await killOnce(server, random))
      total.kills += 1
      total.withWal += Number(
        existsSync(join(dataDir, 'tenderbook.sqlite-wal')) &&
          statSync(join(dataDir, 'tenderbook.sqlite-wal')).size > 0,
      )
      total.breaches.push(...(await checkLeftFiles(dataDir, copyDir, writers)))
      onKill?.(total.kills)
    }
    isDone = true
    await server.start()
    await writing
    await server.stop()
    total.breaches.push(...(await checkLeftFiles(dataDir, copyDir, writers)))
    addUp(total, writers)
  } finally {
    isDone = true
    await server.dispose()
  }
}

/** @returns whether the kill came before the server was ready */
const killOnce = async (server: RunningServer, random: Random): Promise<boolean> => {
  const isEarly = random.chance(0.15)
  const starting = server.start()
  if (isEarly) {
    const ended = starting.then(
      () => false,
      () => true,
    )
    await delay(random.below(400))
    await server.kill()
    return await ended
  }
  await starting
  await delay(20 + random.below(200))
  await server.kill()
  return false
}

const addUp = (total: KillSummary, writers: readonly Writer[]): void => {
  for (const writer of writers) {
    total.unknownPushes += writer.unknown
    total.edits += writer.edits.length
    total.acknowledged += writer.acknowledged
  }
}
