/**
 * Exports a project of 50,000 requirements with one vendor's answers on SQLite, and prints time,
 * growth of the process's memory and the longest turn that other requests wait for.
 * Run: npm run bench:exports [-- --rows 50000 --data-dir DIR]
 */
import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { parseArgs } from 'node:util'
import { getHeapSpaceStatistics } from 'node:v8'
import { EXPORT_CONTENTS, type ExportFormat } from '#schema/entities/export.ts'
import type { Project } from '#schema/entities/project.ts'
import { openDatabase } from '#server/database/open.ts'
import { ExportFiles } from '#server/exports/export-files.ts'
import { findExport, insertExport } from '#server/exports/export-rows.ts'
import { FolderStore } from '#server/files/folder-store.ts'
import { createExporter } from '#server/exports/exporter.ts'

/** Reserved by V8's young generation, in bytes; it grows with any long work and is reused. */
const youngBytes = (): number =>
  getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space')?.space_size ?? 0

/** What a growth of 50,000 rows may cost. */
const MOST_GROWTH_MB = 200
const SAMPLE_MS = 20
const MB = 1_000_000

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '50000' },
    'data-dir': { type: 'string' },
    measure: { type: 'string' },
    format: { type: 'string', default: 'xlsx' },
  },
})

const measure = async (dataDir: string, content: string, format: ExportFormat): Promise<void> => {
  const database = await openDatabase({ dataDir })
  const exporter = createExporter({
    database,
    files: new ExportFiles(new FolderStore(dataDir)),
    blobs: new FolderStore(dataDir),
    clock: Date.now,
    onTold: () => undefined,
    onError: (error) => {
      throw error
    },
  })
  const { id: userId, organizationId } = await database.queries
    .selectFrom('users')
    .select(['id', 'active_organization_id as organizationId'])
    .where('username', '=', 'bench-owner')
    .executeTakeFirstOrThrow()
  const chosen = EXPORT_CONTENTS.find((one) => one === content) ?? 'everything'
  const at = await database.write((tx) =>
    insertExport(tx, {
      project_id: 'bench-project',
      user_id: userId,
      organization_id: organizationId ?? 0,
      request: { content: chosen, format, vendorIds: null },
      total: 0,
      isTold: false,
      now: Date.now(),
    }),
  )
  const before = process.memoryUsage().rss
  const youngBefore = youngBytes()
  let [peak, youngPeak] = [before, youngBefore]
  const sampling = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss)
    youngPeak = Math.max(youngPeak, youngBytes())
  }, SAMPLE_MS)
  const delays = monitorEventLoopDelay({ resolution: 1 })
  delays.enable()
  const started = performance.now()
  await exporter.run(at)
  const seconds = (performance.now() - started) / 1_000
  delays.disable()
  clearInterval(sampling)
  const row = await findExport(database.queries, at)
  const figures = {
    content,
    format,
    state: row?.state,
    rows: row?.done,
    'file MB': Math.round(((row?.bytes ?? 0) / MB) * 10) / 10,
    seconds: Math.round(seconds * 10) / 10,
    'growth MB': Math.round((peak - before) / MB),
    'young MB': Math.round((youngPeak - youngBefore) / MB),
    'p99 turn ms': Math.round(delays.percentile(99) / 1e6),
    'longest turn ms': Math.round(delays.max / 1e6),
  }
  await exporter.stop()
  await database.close()
  process.stdout.write(`${JSON.stringify(figures)}\n`)
}

/** Answers can be exported once they are open. */
const openAnswers = async (dataDir: string): Promise<void> => {
  const database = await openDatabase({ dataDir })
  const { body } = await database.queries
    .selectFrom('projects')
    .select('body')
    .executeTakeFirstOrThrow()
  const project = { ...(JSON.parse(body) as Project), state: 'EVALUATION' }
  await database.write((tx) =>
    tx
      .updateTable('projects')
      .set({ body: JSON.stringify(project), state: 'EVALUATION' })
      .execute(),
  )
  await database.close()
}

const RUNS = [
  ['requirements', 'xlsx'],
  ['answers', 'xlsx'],
  ['answers', 'csv'],
  ['evaluation', 'xlsx'],
  ['log', 'json'],
  ['everything', 'xlsx'],
] as const

const runAll = async (): Promise<void> => {
  const given = values['data-dir']
  const dataDir = given ?? (await mkdtemp(join(tmpdir(), 'bench-exports-')))
  const node = (...args: string[]): string =>
    execFileSync(process.execPath, [...process.execArgv, ...args], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
      maxBuffer: 10 * MB,
    })
  try {
    node(join(import.meta.dirname, 'load.ts'), '--commitments', values.rows, '--data-dir', dataDir)
    await openAnswers(dataDir)
    const rows = RUNS.map(([content, format]) => {
      const flags = ['--measure', content, '--format', format, '--data-dir', dataDir]
      return JSON.parse(node(import.meta.filename, ...flags)) as Record<string, number>
    })
    console.table(rows)
    if (rows.some((row) => (row['growth MB'] ?? 0) > MOST_GROWTH_MB)) {
      console.error(`More than ${MOST_GROWTH_MB} MB.`)
      process.exitCode = 1
    }
  } finally {
    if (given === undefined) await rm(dataDir, { recursive: true, force: true })
  }
}

if (values.measure === undefined) await runAll()
else
  await measure(
    values['data-dir'] ?? '',
    values.measure,
    values.format === 'csv' ? 'csv' : values.format === 'json' ? 'json' : 'xlsx',
  )
