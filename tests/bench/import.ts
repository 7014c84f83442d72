/**
 * Imports a file of N rows in the built application, as an author does, and prints the time of each
 * thousand rows, on the device and on the server, and how long a colleague's edits take meanwhile.
 * `--walk` measures the longest task of the page in each step up to the preview instead.
 * Run: npm run build && npm run bench:import [-- --rows 5000,20000,50000 --sections 100]
 *      npm run bench:import -- --walk --rows 60000 [--rounds 3] [--profile]
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { type Browser, chromium, type Page } from '@playwright/test'
import SQLite from 'better-sqlite3'
import { API } from '#schema/api/index.ts'
import { CHROMIUM_ARGS, chromiumPath } from '../support/chromium.ts'
import { makeEmptyProject } from '../support/hostile-project.ts'
import { type RunningServer, startServer } from '../support/start-server.ts'
import { startColleague } from './colleague.ts'
import { walkImport } from './import-walk.ts'
import { signInAsOwner } from './sign-in-as-owner.ts'

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '5000,20000' },
    sections: { type: 'string', default: '100' },
    walk: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '3' },
    profile: { type: 'boolean', default: false },
  },
})
const SIZES = values.rows.split(',').map(Number)
const SECTIONS = Number(values.sections)
/** Rows between two printed times. */
const STEP = 1000
const QUIET_MS = 8_000

/** About 300 characters per row, as in the real sets. */
const fileOf = (rows: number): Buffer => {
  const text = 'The operator reads the value within the time that the plan of the site allows. '
  const lines = Array.from({ length: rows }, (_, at) => {
    const section = `Section ${Math.floor((at * SECTIONS) / rows) + 1}`
    const name = `Value ${at + 1} is shown. ${text}`
    return `R-${at + 1},${section},"${name}","${text.repeat(2)}",${at % 3 === 0 ? 'High' : 'Low'}`
  })
  return Buffer.from(['ID,Section,Requirement,Description,Priority', ...lines].join('\n'))
}

const percentile = (times: readonly number[], share: number): number =>
  times.toSorted((a, b) => a - b)[Math.floor((times.length - 1) * share)] ?? 0

/** Times in ms from the start at which each thousand rows were reached. */
const follow = async (read: () => Promise<number>, total: number): Promise<number[]> => {
  const begun = performance.now()
  const times: number[] = []
  for (;;) {
    const done = await read()
    while (times.length < Math.floor(done / STEP)) times.push(performance.now() - begun)
    if (done >= total) return times
    await delay(200)
  }
}

const perThousand = (times: readonly number[]): string =>
  [0.25, 0.5, 0.75, 1]
    .map((part) => {
      const to = Math.round(times.length * part)
      const from = Math.round(times.length * (part - 0.25))
      const ms = ((times[to - 1] ?? 0) - (times[from - 1] ?? 0)) / Math.max(1, to - from)
      return `${ms.toFixed(0).padStart(6)}`
    })
    .join('')

interface Place {
  server: RunningServer
  stored: SQLite.Database
}
const importRows = async (
  { server, stored }: Place,
  page: Page,
  rows: number,
): Promise<string[]> => {
  const { api, projectId, documentId } = await makeEmptyProject(server.url, `Import of ${rows}`)
  const { id: packageId } = await api.call(API.packages.create, {
    body: { projectId, name: 'Elsewhere' },
  })
  const { id: otherId } = await api.call(API.documents.create, {
    body: { packageId, name: 'Other', prefix: 'OTH' },
  })
  await signInAsOwner(page, server.url, `/project/${projectId}/documents/${documentId}`)
  await page.getByRole('button', { name: 'Import…' }).first().click()
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose a file' }).click()
  const begun = performance.now()
  await (await chooser).setFiles({ name: 'rows.csv', mimeType: 'text/csv', buffer: fileOf(rows) })
  await page.getByRole('button', { name: 'Next: match the columns' }).click()
  await page.getByRole('button', { name: 'Next: preview' }).click()
  const button = page.getByRole('button', { name: /^Import [\d,]+ requirements$/ })
  await button.waitFor()
  const planned = performance.now() - begun
  const colleague = startColleague({ url: server.url, documentId: otherId })
  // The first edits meet a server that has just started.
  await delay(1000)
  await colleague.take()
  await delay(QUIET_MS)
  const quiet = await colleague.take()
  await button.click()
  const bar = page.getByRole('progressbar', { name: 'Import progress' })
  const onDevice = follow(
    async () =>
      (await bar.isVisible())
        ? Number(await bar.getAttribute('value', { timeout: 500 }).catch(() => 0))
        : await end(),
    rows,
  )
  const end = async () =>
    (await page.getByRole('heading', { name: 'Import finished' }).isVisible()) ? rows : 0
  // Counted beside the server, which a call that reads all rows would hold up.
  const count = stored.prepare('select count(*) as n from requirements where project_id = ?')
  const onServer = follow(async () => (count.get(projectId) as { n: number }).n, rows)
  const here = await onDevice
  const there = await onServer
  const others = await colleague.take()
  await colleague.end()
  const line = (name: string, text: string) => `${name.padEnd(34)}${text}`
  const memory = await page.evaluate(
    () => (performance as unknown as { memory: { usedJSHeapSize: number } }).memory.usedJSHeapSize,
  )
  return [
    `${rows} rows`,
    line('read, guessed and compared, ms', planned.toFixed(0).padStart(8)),
    line('on the device, all, s', ((here.at(-1) ?? 0) / 1000).toFixed(1).padStart(8)),
    line('  ms per 1,000 rows, by quarter', perThousand(here)),
    line('on the server, all, s', ((there.at(-1) ?? 0) / 1000).toFixed(1).padStart(8)),
    line('  ms per 1,000 rows, by quarter', perThousand(there)),
    line(
      'edits of a colleague, p95 ms',
      `quiet ${percentile(quiet, 0.95).toFixed(0)}, beside ${percentile(others, 0.95).toFixed(0)}, longest ${Math.max(...others).toFixed(0)}`,
    ),
    line('heap of the page, MB', (memory / 1e6).toFixed(0).padStart(8)),
  ]
}

/**
 * The browser of the person who imports runs with a low priority: elsewhere it has processors of its
 * own, and here it shall not take those of the server.
 */
const writeBrowserStart = async (dir: string): Promise<string> => {
  const path = join(dir, 'chromium')
  await writeFile(path, `#!/bin/sh\nexec nice -n 19 '${chromiumPath()}' "$@"\n`, { mode: 0o755 })
  return path
}

const importIn = async (
  { newBrowser, ...place }: Place & { newBrowser: () => Promise<Browser> },
  rows: number,
): Promise<string[]> => {
  const browser = await newBrowser()
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    page.setDefaultTimeout(60_000)
    return await importRows(place, page, rows)
  } finally {
    await browser.close()
  }
}

const main = async (): Promise<void> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'tenderbook-import-'))
  const server = await startServer({ dataDir })
  const executablePath = await writeBrowserStart(dataDir)
  const newBrowser = () => chromium.launch({ executablePath, args: CHROMIUM_ARGS })
  const stored = new SQLite(join(dataDir, 'tenderbook.sqlite'), { readonly: true })
  const rounds = Number(values.rounds)
  try {
    for (const rows of SIZES) {
      const lines = values.walk
        ? await walkImport(
            { url: server.url, dir: dataDir, newBrowser },
            { rows, rounds, isProfiled: values.profile },
          )
        : await importIn({ server, stored, newBrowser }, rows)
      process.stdout.write(`${lines.join('\n')}\n`)
    }
  } finally {
    stored.close()
    await server.dispose()
    await rm(dataDir, { recursive: true, force: true })
  }
}

await main()
