import { hasRights } from '#schema/rules/export/export-contents.ts'
import { exportRights } from '#schema/rules/export/export-contents.ts'
import type { ExportFailure } from '#schema/entities/export.ts'
import type { Database } from '../database/database.ts'
import { nextTurn } from '../database/in-turns.ts'
import { startRounds } from '../jobs/rounds.ts'
import { createQueue } from '../security/queue.ts'
import type { ExportFiles, StoredFiles } from './export-files.ts'
import { openForReader } from './export-reader.ts'
import {
  claimExport,
  deleteExport,
  endExport,
  type ExportAt,
  type ExportRow,
  findDue,
  outdateExport,
  releaseExport,
  renewLease,
} from './export-rows.ts'
import { TooManyRows } from './too-many-rows.ts'
import { ExportRefused, writeExport } from './write-export.ts'

const POLL_MS = 5_000
/** How often an attempt shows that it is alive; several times within a lease. */
const SIGN_MS = 1_000
/** A file that no server has written for so long is left over from one that ended. */
const KEEP_UNFINISHED_MS = 86_400_000
/** Small exports that are written within their requests. */
const AT_ONCE = { width: 2, most: 50 } as const

interface ExporterPorts {
  database: Database
  files: ExportFiles
  blobs: StoredFiles
  clock: () => number
  /** Called after the commit of an event. */
  onTold: () => void
  onError: (error: unknown) => void
}

export interface Exporter {
  files: ExportFiles
  /** Writes one export now, unless another process does; small ones only. */
  run(at: ExportAt): Promise<void>
  /** Waiting exports are written soon. */
  wake(): void
  /** Deletes an export with its file; while the store is away, a sweep removes the file later. */
  remove(row: ExportRow): Promise<void>
  /** Removes what expired and what its reader may not have any more. */
  sweep(): Promise<void>
  /** Ends running attempts; another process or the next start writes their exports. */
  stop(): Promise<void>
}

const failureOf = (error: unknown): ExportFailure => {
  if (error instanceof ExportRefused) return error.failure
  return error instanceof TooManyRows ? 'size' : 'error'
}

/** Writes the exports of this server: waiting ones one after the other. */
export const createExporter = (ports: ExporterPorts): Exporter => {
  const { database, files, blobs, clock, onTold, onError } = ports
  const ending = new AbortController()
  const running = new Set<Promise<void>>()
  const small = createQueue(AT_ONCE)

  const attempt = async (row: ExportRow): Promise<void> => {
    const stopping = new AbortController()
    const signal = AbortSignal.any([stopping.signal, ending.signal])
    let done = 0
    const sign = setInterval(() => {
      void database
        .write((tx) => renewLease(tx, row, { now: clock(), done }))
        .then((isOurs) => (isOurs ? undefined : stopping.abort()))
        .catch(onError)
    }, SIGN_MS)
    try {
      const onRows = (rows: number): void => void (done = rows)
      const written = await writeExport({ database, files, blobs, clock, signal, onRows }, row)
      const isOurs = await database.write((tx) => endExport(tx, row, { now: clock(), written }))
      if (!isOurs) await files.remove(row)
    } catch (error) {
      // The next attempt has this number: nothing of this one may be on its way to the store.
      if (error === ending.signal.reason)
        return void (await database.write((tx) => releaseExport(tx, row)))
      // Otherwise the lease ends, and the next attempt has another number.
      if (ending.signal.aborted || stopping.signal.aborted) return
      const failure = failureOf(error)
      if (failure === 'error') onError(error)
      await database.write((tx) => endExport(tx, row, { now: clock(), failure }))
    } finally {
      clearInterval(sign)
    }
    if (row.is_told === 1) onTold()
  }

  const run = async (at: ExportAt): Promise<void> => {
    if (ending.signal.aborted) return
    const row = await database.write((tx) => claimExport(tx, at, clock()))
    if (row === undefined) return
    const work = attempt(row)
    running.add(work)
    try {
      await work
    } finally {
      running.delete(work)
    }
  }

  const rounds = startRounds({
    round: async (signal) => {
      for (const at of await findDue(database.queries, clock())) {
        if (signal.aborted) return
        await run(at)
      }
    },
    pollMs: POLL_MS,
    onError,
  })
  return {
    files,
    run: (at) => small.run(() => run(at)),
    wake: rounds.wake,
    remove: async (row) => {
      await database.write((tx) => deleteExport(tx, row))
      await files.remove(row).catch(onError)
    },
    sweep: () => sweepExports(ports),
    stop: async () => {
      ending.abort()
      await rounds.stop()
      await Promise.allSettled(running)
    },
  }
}

/**
 * Deletes expired exports, those of people without access to the project, and the files of people
 * who lost a right that the file was written with.
 */
const sweepExports = async ({ database, files, clock }: ExporterPorts): Promise<void> => {
  const rows = await database.queries.selectFrom('exports').selectAll().execute()
  for (const row of rows) {
    const reader = await openForReader(database.queries, row)
    if (row.expires_on <= clock() || reader === null)
      await database.write((tx) => deleteExport(tx, row))
    else if (row.state === 'ready' && !isStillRight(row, exportRights(reader.opened)))
      await database.write((tx) => outdateExport(tx, row))
    await nextTurn()
  }
  await removeUnnamed({ database, files })
  await files.dropUnfinished(Date.now() - KEEP_UNFINISHED_MS)
}

/**
 * Removes files that no row names, also those of servers that ended before they removed them. A
 * listed file belongs to an attempt that was never given back, so no later one has its name.
 */
const removeUnnamed = async ({
  database,
  files,
}: Pick<ExporterPorts, 'database' | 'files'>): Promise<void> => {
  for (const file of await files.list()) {
    const row = await database.queries
      .selectFrom('exports')
      .select(['attempt', 'state'])
      .where('id', '=', file.id)
      .executeTakeFirst()
    const isNamed = row?.state === 'ready' || row?.state === 'running'
    if (!isNamed || row.attempt !== file.attempt) await files.remove(file)
  }
}

/** Whether the reader has all rights that the file was written with. */
export const isStillRight = (row: Pick<ExportRow, 'rights'>, now: readonly string[]): boolean =>
  row.rights !== null && hasRights(now, JSON.parse(row.rights) as string[])
